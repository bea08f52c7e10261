import NIOConcurrencyHelpers
import NIOCore

/// Decides when a channel's number of subscribers is published: at each change up to a hundred, every five seconds
/// above.
final class CountAnnouncer: Sendable {
    private struct Entry {
        var count = 0
        var publishedAt: Int64 = .min
        var isScheduled = false
    }

    static let interval: Int64 = 5_000
    private let entries = NIOLockedValueBox<[String: Entry]>([:])
    private let misses = NIOLockedValueBox<[String: Int64]>([:])

    /// The number has changed: publishes it now or later, unless that is due anyway.
    func changed(_ key: String, to count: Int, on loop: any EventLoop, publish: @escaping @Sendable (Int) -> Void) {
        let now = Clock.milliseconds
        let wait: Int64? = entries.withLockedValue { entries in
            var entry = entries[key] ?? Entry()
            entry.count = count
            defer { entries[key] = count == 0 && !entry.isScheduled ? nil : entry }
            guard !entry.isScheduled else { return nil }
            let due = count <= 100 || entry.publishedAt == .min ? 0 : max(0, entry.publishedAt + Self.interval - now)
            if due == 0 { entry.publishedAt = now } else { entry.isScheduled = true }
            return due
        }
        guard let wait else { return }
        guard wait > 0 else { return publish(count) }
        loop.scheduleTask(in: .milliseconds(wait)) {
            let count = self.entries.withLockedValue { entries in
                entries[key]?.isScheduled = false
                entries[key]?.publishedAt = Clock.milliseconds
                return entries[key]?.count ?? 0
            }
            publish(count)
        }
    }

    /// Whether no other subscriber found this cache empty within the last second.
    func isFirstMiss(_ key: String, milliseconds: Int64) -> Bool {
        misses.withLockedValue { misses in
            misses = misses.filter { milliseconds - $0.value < 1000 }
            return misses.updateValue(milliseconds, forKey: key) == nil
        }
    }
}
