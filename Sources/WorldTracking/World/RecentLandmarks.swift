import Geometry
import Surfaces

/// The landmarks of the last seconds, for hit tests; sorted by identifier.
struct RecentLandmarks: Sendable {
    private struct Entry {
        let landmark: WorldLandmark
        let seenNanoseconds: Int64
    }

    /// Limits that were fitted or chosen.
    struct Tuning: Sendable {
        /// Time for which landmarks are kept after they were last seen.
        ///
        /// Unit: nanoseconds. Range: 2…10 s. Origin: by hand.
        var keptNanoseconds: Int64 = 5_000_000_000
        /// Number of landmarks that are kept.
        ///
        /// Unit: landmarks. Range: 300…3000. Origin: by hand: memory.
        var capacity = 1_000
    }

    private static let tuning = Tuning()
    private var entries: [Entry] = []

    /// The landmarks, without when they were seen.
    var landmarks: [WorldLandmark] { entries.map { $0.landmark } }

    /// Adds the landmarks of a frame; forgets those of long ago.
    mutating func add(_ landmarks: [WorldLandmark], timestampNanoseconds now: Int64) {
        var fresh = landmarks.map { Entry(landmark: $0, seenNanoseconds: now) }
        fresh = fresh.sorted(byKey: { Double($0.landmark.identifier) })
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + fresh.count)
        var next = 0
        for entry in entries where now - entry.seenNanoseconds < Self.tuning.keptNanoseconds {
            while next < fresh.count, fresh[next].landmark.identifier < entry.landmark.identifier {
                merged.append(fresh[next])
                next += 1
            }
            let isSeenAgain = next < fresh.count && fresh[next].landmark.identifier == entry.landmark.identifier
            merged.append(isSeenAgain ? fresh[next] : entry)
            if isSeenAgain { next += 1 }
        }
        merged.append(contentsOf: fresh[next...])
        let excess = merged.count - Self.tuning.capacity
        entries = excess > 0 ? Array(merged.dropFirst(excess)) : merged
    }

    /// Forgets all landmarks.
    mutating func removeAll() { entries.removeAll() }
}
