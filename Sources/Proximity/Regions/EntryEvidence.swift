/// The packets that are needed to enter a region, and the silence that is needed to leave it.
///
/// A strong packet is enough. At the border of reception single weak packets come through by chance: there the monitor
/// waits for more packets, and inside it tolerates a longer silence, so that a border is crossed once and not many
/// times.
public struct EntryEvidence: Hashable, Sendable {
    /// One sufficient condition for a beacon's presence.
    public struct Proof: Hashable, Sendable {
        /// The time window of the packets, s; 0 for the last packet alone.
        public var seconds: Double
        /// The minimum share of the beacon's packets that must be received.
        public var share: Double
        /// The minimum mean strength of the received packets, dBm.
        public var rssi: Int

        /// A condition on the share of the packets of some seconds.
        public init(seconds: Double, share: Double, rssi: Int = -128) {
            self.seconds = seconds
            self.share = share
            self.rssi = rssi
        }

        /// A condition on a single packet.
        public init(rssi: Int) { self.init(seconds: 0, share: 0, rssi: rssi) }
    }

    /// The conditions for entering a region: one of these is enough.
    public var first = [
        Proof(rssi: -86),
        Proof(seconds: 2, share: 0.3, rssi: -88),
        Proof(seconds: 2, share: 0.75, rssi: -91),
        Proof(seconds: 10, share: 0.5),
    ]
    /// The conditions for entering it again within `recoverySeconds` after it was left.
    public var again = [
        Proof(rssi: -80),
        Proof(seconds: 2, share: 0.25, rssi: -84),
        Proof(seconds: 10, share: 0.6),
    ]
    /// See `again`, s.
    public var recoverySeconds = 120.0
    /// `again` applies only if the region was left at the border of reception: the last packet was weaker than this,
    /// dBm.
    public var borderRSSI = -92
    /// A beacon that sends less often than twice per second enters after this number of packets at regular intervals.
    public var beats = 4
    /// Silence after which a region is left, s.
    public var exitSeconds = 10.0
    /// The same if the last packet is weaker than `weakRSSI`, s.
    public var weakExitSeconds = 14.5
    /// See `weakExitSeconds`, dBm.
    public var weakRSSI = -82

    /// The documented values: prompt entry, exit after 10 to 14.5 s.
    ///
    /// `beacon-bench regions` prints the entry delay at each level, and the rate of false entries.
    public init() {}
}
