/// A wall of a floor plan: nobody walks through it, and it attenuates signals.
public struct Wall: Hashable, Sendable {
    /// One end, m in the plan.
    public var start: SIMD2<Double>
    /// The other end, m in the plan.
    public var end: SIMD2<Double>
    /// The attenuation of a signal that passes through, dB: about 3 for plasterboard, 12 for concrete.
    public var loss: Double

    /// Creates a wall.
    public init(from start: SIMD2<Double>, to end: SIMD2<Double>, loss: Double = 5) {
        self.start = start
        self.end = end
        self.loss = loss
    }

    /// Whether the straight line between two points crosses the wall.
    public func blocks(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Bool {
        let sides = (Self.side(start, end, from), Self.side(start, end, to))
        let ends = (Self.side(from, to, start), Self.side(from, to, end))
        return (sides.0 > 0) != (sides.1 > 0) && (ends.0 > 0) != (ends.1 > 0)
    }

    /// The side of the line a–b on which the point lies: the sign of the triangle's area.
    private static func side(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ point: SIMD2<Double>) -> Double {
        (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    }
}
