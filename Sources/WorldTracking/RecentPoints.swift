import Geometry
import Surfaces

/// The landmarks of the last seconds, sorted by identifier.
struct RecentPoints: Sendable {
    private struct Entry {
        var point: WorldLandmark
        var seenNanoseconds: Int64
    }

    private static let keptNanoseconds: Int64 = 5_000_000_000
    private static let capacity = 1_000
    private var entries: [Entry] = []

    /// The points, for hit tests.
    var points: [WorldLandmark] { entries.map { $0.point } }

    mutating func add(_ points: [FramePoint], timestampNanoseconds now: Int64) {
        var fresh = points.map { point in
            let surface = WorldLandmark(
                identifier: point.identifier,
                pointInWorld: point.pointInWorld,
                covariance: point.covariance
            )
            return Entry(point: surface, seenNanoseconds: now)
        }
        fresh.sort { $0.point.identifier < $1.point.identifier }
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + fresh.count)
        var next = 0
        for entry in entries where now - entry.seenNanoseconds < RecentPoints.keptNanoseconds {
            while next < fresh.count, fresh[next].point.identifier < entry.point.identifier {
                merged.append(fresh[next])
                next += 1
            }
            let isSeenAgain = next < fresh.count && fresh[next].point.identifier == entry.point.identifier
            merged.append(isSeenAgain ? fresh[next] : entry)
            if isSeenAgain { next += 1 }
        }
        merged.append(contentsOf: fresh[next...])
        let excess = merged.count - RecentPoints.capacity
        entries = excess > 0 ? Array(merged.dropFirst(excess)) : merged
    }

    mutating func removeAll() { entries.removeAll() }

    mutating func move(by newFromOld: RigidTransform<WorldSpace, WorldSpace>) {
        for index in entries.indices {
            entries[index].point.pointInWorld = newFromOld * entries[index].point.pointInWorld
        }
    }
}
