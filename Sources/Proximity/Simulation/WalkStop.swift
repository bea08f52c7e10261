/// One stop of a walk, and how long the walker stays there.
public struct WalkStop: Hashable, Sendable {
    /// The position, m in the plan.
    public var position: SIMD2<Double>
    /// The duration of the stay, s.
    public var seconds: Double
    /// The storey, 0 at the ground; from one to another stop with another storey the walker takes the stairs.
    public var level: Int

    /// Creates a stop.
    public init(_ x: Double, _ y: Double, seconds: Double = 0, level: Int = 0) {
        position = SIMD2(x, y)
        self.seconds = seconds
        self.level = level
    }
}
