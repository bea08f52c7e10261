/// A floor plan: a rectangle of floor with walls, in metres.
public struct FloorPlan: Hashable, Sendable {
    /// The corner with the smallest coordinates.
    public var minimum: SIMD2<Double>
    /// The opposite corner.
    public var maximum: SIMD2<Double>
    /// The walls inside.
    public var walls: [Wall]

    /// Creates a plan.
    public init(minimum: SIMD2<Double> = .zero, maximum: SIMD2<Double>, walls: [Wall] = []) {
        self.minimum = minimum
        self.maximum = maximum
        self.walls = walls
    }

    /// Whether a point is on the floor.
    public func contains(_ point: SIMD2<Double>) -> Bool {
        point.x >= minimum.x && point.y >= minimum.y && point.x <= maximum.x && point.y <= maximum.y
    }

    /// The nearest point on the floor.
    public func clamped(_ point: SIMD2<Double>) -> SIMD2<Double> {
        point.clamped(lowerBound: minimum, upperBound: maximum)
    }

    /// Whether a person can walk straight from one point to another.
    public func isPassable(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Bool {
        contains(to) && !walls.contains { $0.blocks(from, to) }
    }

    /// The signal's loss in the walls between two points, dB.
    public func loss(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Double {
        walls.reduce(0) { $0 + ($1.blocks(from, to) ? $1.loss : 0) }
    }

    /// A point anywhere on the floor.
    public func randomPoint(using generator: inout SeededGenerator) -> SIMD2<Double> {
        let x = Double.random(in: 0...1, using: &generator)
        let y = Double.random(in: 0...1, using: &generator)
        return minimum + (maximum - minimum) * SIMD2(x, y)
    }
}
