/// A beacon in a region or zone.
struct Stay: Hashable, Sendable {
    /// The region or zone.
    var place: String
    /// The beacon's key.
    var who: String
}

/// Finds out when visits begin: a beacon that leaves a place and comes back within half an hour is on the same visit.
struct VisitTracker: Sendable {
    /// An absence that ends a visit, milliseconds.
    static let gap: Int64 = 30 * 60_000

    /// When each was last seen there, milliseconds since 1970.
    private(set) var lastSeen: [Stay: Int64]

    /// A tracker that goes on where another ended.
    init(lastSeen: [Stay: Int64] = [:]) { self.lastSeen = lastSeen }

    /// Takes who is where now; returns those whose visit begins.
    mutating func begun(by stays: Set<Stay>, at milliseconds: Int64) -> Set<Stay> {
        // Also what lies in the future, after the clock was set back.
        lastSeen = lastSeen.filter { (0..<Self.gap).contains(milliseconds - $0.value) }
        let new = stays.filter { lastSeen[$0] == nil }
        for stay in stays { lastSeen[stay] = milliseconds }
        return new
    }
}
