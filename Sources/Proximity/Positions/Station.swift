import RealModule

/// One end of a link with a known position: a fixed receiver of a carried beacon, or a fixed beacon of a carried
/// receiver.
public struct Station: Hashable, Sendable {
    /// Its position in the plan, m.
    public var position: SIMD2<Double>
    /// Its height above or below the other end, m.
    public var heightDifference: Double
    /// The power expected at 1 m, dBm.
    public var power: Double
    /// The exponent of the path-loss law.
    public var exponent: Double
    /// The shadowing: the scatter of the level from place to place, dB, one sigma.
    public var shadowing: Double
    /// Whether a ceiling lies between the ends: the walls of the plan are not counted then.
    public var isThroughCeiling: Bool

    /// Creates a station.
    public init(
        position: SIMD2<Double>,
        heightDifference: Double = 0,
        power: Double = -59,
        exponent: Double = 2,
        shadowing: Double = 6,
        isThroughCeiling: Bool = false
    ) {
        self.position = position
        self.heightDifference = heightDifference
        self.power = power
        self.exponent = exponent
        self.shadowing = shadowing
        self.isThroughCeiling = isThroughCeiling
    }

    /// The loss in the walls of the other end's floor on the way to a point of it, dB.
    public func wallLoss(to point: SIMD2<Double>, in plan: FloorPlan) -> Double {
        isThroughCeiling ? 0 : plan.loss(point, position)
    }

    /// The horizontal distance to a point in the plan, m, at least 0.1 m.
    public func distance(to point: SIMD2<Double>) -> Double {
        let offset = point - position
        let square = offset.x * offset.x + offset.y * offset.y + heightDifference * heightDifference
        return Swift.max(square.squareRoot(), 0.1)
    }

    /// The level that the law expects at a point, dBm, without walls.
    public func expectedLevel(at point: SIMD2<Double>) -> Double {
        power - exponent * decades(to: point)
    }

    /// Ten times the decimal logarithm of the distance in metres: what an exponent of 1 loses, dB.
    func decades(to point: SIMD2<Double>) -> Double { 10 * Double.log10(distance(to: point)) }
}
