/// How much must be heard before a region is entered, and how long silence must last before it is left.
///
/// A strong packet is proof at once. At the border of reception single weak packets come through by luck: there the
/// monitor waits for company, and once inside it tolerates a longer silence, so that a border is crossed once and not
/// many times.
public struct EntryEvidence: Hashable, Sendable {
    /// A packet at least this strong enters at once, dBm.
    public var strongRSSI = -85
    /// A packet at least this strong needs one more within `companionSeconds`, dBm.
    public var fairRSSI = -92
    /// How near together weak packets must come, s.
    public var companionSeconds = 2.0
    /// Weak packets needed within `companionSeconds`.
    public var weakCount = 4
    /// Packets of any strength that enter when they keep coming within `patienceSeconds`, for slow advertisers.
    public var patientCount = 5
    /// See `patientCount`, s.
    public var patienceSeconds = 10.0
    /// Silence after which a region is left, s.
    public var exitSeconds = 10.0
    /// The same where the last that was heard was weak, s.
    public var weakExitSeconds = 14.0

    /// The values as they are documented: prompt entry, exit after 10 to 14 s.
    public init() {}
}
