/// One end of a simulated link: where it is, and who carries it.
public struct SimulatedEnd: Hashable, Sendable {
    /// The position, m in the plan.
    public var position: SIMD2<Double>
    /// The storey, 0 at the ground; between two whole numbers on the stairs.
    public var level: Double
    /// The height above the floor, m.
    public var height: Double
    /// The direction, of length 1, that the person who carries it faces; `nil` if it hangs.
    public var heading: SIMD2<Double>?

    /// Creates an end; a carried one is at a height of about 1 m.
    public init(
        position: SIMD2<Double>,
        level: Double = 0,
        height: Double = 1,
        heading: SIMD2<Double>? = nil
    ) {
        self.position = position
        self.level = level
        self.height = height
        self.heading = heading
    }
}
