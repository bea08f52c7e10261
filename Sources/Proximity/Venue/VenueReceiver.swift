/// A receiver of a venue, fixed or carried.
public struct VenueReceiver: Hashable, Sendable {
    /// The application's name for it; unique in the venue.
    public var identifier: String
    /// Its position in the plan, m; `nil` if it is carried.
    public var position: SIMD2<Double>?
    /// The floor of whose plan it is; `nil` for the floor nearest to the ground.
    public var floor: String?
    /// Its height above the floor, m.
    public var height: Double
    /// Its gain relative to the receivers that the beacons' powers are for, dB.
    public var gain: Double

    /// Creates a receiver.
    public init(
        identifier: String,
        position: SIMD2<Double>? = nil,
        floor: String? = nil,
        height: Double = 2,
        gain: Double = 0
    ) {
        self.identifier = identifier
        self.position = position
        self.floor = floor
        self.height = height
        self.gain = gain
    }
}
