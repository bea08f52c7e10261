/// A beacon that the venue knows: where it hangs, and its power as measured.
public struct VenueBeacon: Hashable, Sendable {
    /// Who it is.
    public var identity: BeaconIdentity
    /// Its place in the plan, m; `nil` if it is carried.
    public var position: SIMD2<Double>?
    /// How high it hangs over the floor, m.
    public var height: Double
    /// The power at 1 m as calibrated, dBm; `nil` to believe what it says of itself.
    public var power: Double?

    /// Creates a beacon.
    public init(identity: BeaconIdentity, position: SIMD2<Double>? = nil, height: Double = 2, power: Double? = nil) {
        self.identity = identity
        self.position = position
        self.height = height
        self.power = power
    }
}
