/// The state of a venue at one time.
public struct VenueSnapshot: Sendable {
    /// One beacon and one of the receivers that receive it.
    public struct Link: Sendable {
        /// The receiver.
        public var receiver: String
        /// The beacon as this receiver ranges it.
        public var ranged: RangedBeacon
    }

    /// One beacon that is near by.
    public struct Beacon: Sendable {
        /// The beacon's identity.
        public var identity: BeaconIdentity
        /// All receivers that receive it, nearest first; never empty.
        public var links: [Link]
        /// Its position; `nil` if it is not known.
        public var position: PositionEstimate?
    }

    /// The time of the snapshot.
    public var nanoseconds: Int64
    /// The beacons near by, nearest first, those with unknown distance last.
    public var beacons: [Beacon]
    /// The positions of carried receivers.
    public var carriedReceivers: [String: PositionEstimate]
    /// The regions' states.
    public var regions: [String: RegionState]
    /// The persons and beacons in each zone.
    public var zones: [String: [VenueWalker]]
}
