/// The other processes that share the bus, so that this one detects when all have returned after an outage of Redis.
///
/// A value without a clock: its owner passes the time, milliseconds.
struct ClusterRoster {
    /// How long the other processes get to come back before members that are missing are gone, milliseconds.
    static let settling: Int64 = 2_500

    private let node: String
    private var others: Set<String> = []
    /// When this process last introduced itself to Redis.
    private var introducedAt: Int64?

    /// Only this process.
    init(node: String) { self.node = node }

    /// Whether this process was ever introduced.
    var hasBeenIntroduced: Bool { introducedAt != nil }

    /// Whether the other processes still get time to come back.
    func isSettling(at milliseconds: Int64) -> Bool { milliseconds - (introducedAt ?? 0) < Self.settling }

    /// This process introduced itself; `listed` are the processes that Redis lists.
    mutating func introduced(listed: [String], at milliseconds: Int64) {
        introducedAt = milliseconds
        for name in listed { note(name) }
    }

    /// A process has shown that it exists.
    mutating func note(_ name: String) { if name != node, !name.isEmpty { others.insert(name) } }

    /// Takes the processes that Redis lists as all there are, unless some still get time to come back.
    mutating func update(listed: [String], at milliseconds: Int64) {
        if !isSettling(at: milliseconds) { others = Set(listed).subtracting([node]) }
    }

    /// Whether every known process has registered again, or its time is over.
    func isComplete(listed: [String], at milliseconds: Int64) -> Bool {
        !isSettling(at: milliseconds) || others.isSubset(of: listed)
    }
}
