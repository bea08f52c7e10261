/// A venue at one moment.
public struct VenueSnapshot: Sendable {
    /// One beacon and one of the receivers that hear it.
    public struct Link: Sendable {
        /// The receiver.
        public var receiver: String
        /// The beacon as this receiver ranges it.
        public var ranged: RangedBeacon
    }

    /// One beacon that is near by.
    public struct Beacon: Sendable {
        /// Who it is.
        public var identity: BeaconIdentity
        /// All receivers that hear it, nearest first; never empty.
        public var links: [Link]
        /// Where it is; `nil` if that is not known.
        public var position: PositionEstimate?
    }

    /// When.
    public var nanoseconds: Int64
    /// The beacons near by, nearest first, those of unknown distance last.
    public var beacons: [Beacon]
    /// Where carried receivers are.
    public var carriedReceivers: [String: PositionEstimate]
    /// The regions' states.
    public var regions: [String: RegionState]
    /// Who is in which zone.
    public var zones: [String: [VenueWalker]]
}
