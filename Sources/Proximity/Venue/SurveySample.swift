/// What one receiver received of a tag at a known place: a part of a venue's survey.
public struct SurveySample: Hashable, Sendable {
    /// The receiver.
    public var receiver: String
    /// The place, m in the plan.
    public var position: SIMD2<Double>
    /// The floor of that plan; `nil` for the floor nearest to the ground.
    public var floor: String?
    /// The mean level there relative to the tag's power at 1 m, dB.
    public var level: Double
    /// The number of packets.
    public var count: Int

    /// Creates a sample.
    public init(receiver: String, position: SIMD2<Double>, floor: String? = nil, level: Double, count: Int) {
        self.receiver = receiver
        self.position = position
        self.floor = floor
        self.level = level
        self.count = count
    }
}
