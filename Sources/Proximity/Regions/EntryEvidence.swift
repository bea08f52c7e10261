/// How much must be heard before a region is entered, and how long silence must last before it is left.
///
/// A strong packet is proof at once. At the border of reception single weak packets come through by luck: there the
/// monitor waits for company, and once inside, it tolerates a longer silence, so that a border is crossed once and not
/// many times.
public struct EntryEvidence: Hashable, Sendable {
    /// One way to be convinced that a beacon is near.
    public struct Proof: Hashable, Sendable {
        /// Over how long packets count, s; 0 for the last one alone.
        public var seconds: Double
        /// The least share of what the beacon sends that must come through.
        public var share: Double
        /// What comes through is at least this strong in the mean, dBm.
        public var rssi: Int

        /// A proof by a share of the packets of some seconds.
        public init(seconds: Double, share: Double, rssi: Int = -128) {
            self.seconds = seconds
            self.share = share
            self.rssi = rssi
        }

        /// A proof by a single packet.
        public init(rssi: Int) { self.init(seconds: 0, share: 0, rssi: rssi) }
    }

    /// What enters a region: any one of these.
    public var first = [
        Proof(rssi: -86),
        Proof(seconds: 2, share: 0.3, rssi: -88),
        Proof(seconds: 2, share: 0.75, rssi: -91),
        Proof(seconds: 10, share: 0.5),
    ]
    /// What enters it again for `recoverySeconds` after it was left.
    public var again = [
        Proof(rssi: -80),
        Proof(seconds: 2, share: 0.25, rssi: -84),
        Proof(seconds: 10, share: 0.6),
    ]
    /// See `again`, s.
    public var recoverySeconds = 120.0
    /// `again` counts only where the region was left at the border of reception: what was heard last was weaker, dBm.
    public var borderRSSI = -92
    /// A beacon that sends less often than twice per second enters when it has kept its beat so many times.
    public var beats = 4
    /// Silence after which a region is left, s.
    public var exitSeconds = 10.0
    /// The same where what was heard last is weaker than `weakRSSI`, s.
    public var weakExitSeconds = 14.5
    /// See `weakExitSeconds`, dBm.
    public var weakRSSI = -82

    /// The values as they are documented: prompt entry, exit after 10 to 14.5 s.
    ///
    /// `beacon-bench regions` says how soon they enter at which level, and how often for nothing.
    public init() {}
}
