/// How much must be heard before a region is entered, and how long silence must last before it is left.
///
/// A strong packet is proof at once. At the border of reception single weak packets come through by luck: there the
/// monitor waits for company, and once inside, it tolerates a longer silence, so that a border is crossed once and not
/// many times.
public struct EntryEvidence: Hashable, Sendable {
    /// A packet at least this strong enters at once, dBm.
    public var strongRSSI = -82
    /// Weaker packets enter when at least this share of what the beacon sends comes through.
    public var steadyShare = 0.75
    /// Over how long the share is taken, s.
    public var steadySeconds = 2.0
    /// Steady packets below this mean are at the border: they must stay steady for `borderSeconds`, dBm.
    public var borderRSSI = -90
    /// See `borderRSSI`, s.
    public var borderSeconds = 10.0
    /// For so long after a region is left, weak packets do not enter it again, s: five strong ones do.
    public var recoverySeconds = 120.0
    /// Then a single packet at least this strong enters, dBm.
    public var returnRSSI = -74
    /// Silence after which a region is left, s.
    public var exitSeconds = 10.0
    /// The same where the last that was heard was weak, s.
    public var weakExitSeconds = 14.5

    /// The values as they are documented: prompt entry, exit after 10 to 14 s.
    public init() {}
}
