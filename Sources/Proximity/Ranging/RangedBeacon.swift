/// One beacon in a ranging update.
public struct RangedBeacon: Hashable, Sendable {
    /// The beacon's identity.
    public var identity: BeaconIdentity
    /// The beacon's proximity zone.
    public var proximity: ProximityZone
    /// The distance, m; −1 if it is not known.
    public var distance: Double
    /// The one-sigma error of the distance, m; −1 if it is not known.
    public var accuracy: Double
    /// The level, dBm.
    public var rssi: Int
    /// Time since the last packet, s.
    public var age: Double

    /// Creates a report.
    public init(
        identity: BeaconIdentity,
        proximity: ProximityZone,
        distance: Double,
        accuracy: Double,
        rssi: Int,
        age: Double
    ) {
        self.identity = identity
        self.proximity = proximity
        self.distance = distance
        self.accuracy = accuracy
        self.rssi = rssi
        self.age = age
    }
}

/// The ranging result of one region, once per second.
public struct RangingUpdate: Hashable, Sendable {
    /// The identifier of the region.
    public var region: String
    /// Its beacons, nearest first, those with unknown distance last.
    public var beacons: [RangedBeacon]
    /// The time of the update.
    public var nanoseconds: Int64
}
