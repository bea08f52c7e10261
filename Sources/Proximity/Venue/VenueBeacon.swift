/// A beacon in a venue's configuration: its position and its calibrated power.
public struct VenueBeacon: Hashable, Sendable {
    /// The beacon's identity.
    public var identity: BeaconIdentity
    /// Its position in the plan, m; `nil` if it is carried.
    public var position: SIMD2<Double>?
    /// The floor of whose plan it is; `nil` for the floor nearest to the ground.
    public var floor: String?
    /// Its height above the floor, m.
    public var height: Double
    /// The calibrated power at 1 m, dBm; `nil` to use the advertised one.
    public var power: Double?

    /// Creates a beacon.
    public init(
        identity: BeaconIdentity,
        position: SIMD2<Double>? = nil,
        floor: String? = nil,
        height: Double = 2,
        power: Double? = nil
    ) {
        self.identity = identity
        self.position = position
        self.floor = floor
        self.height = height
        self.power = power
    }
}
