import NIOConcurrencyHelpers
import NIOCore

/// Holds back the news that somebody left: who is back within three seconds was never gone.
final class AbsenceJournal: Sendable {
    static let grace = TimeAmount.seconds(3)
    private let pending = NIOLockedValueBox<[String: Scheduled<Void>]>([:])

    /// Whether the news of a departure was still held back; it is forgotten then.
    func cameBack(_ key: String) -> Bool {
        guard let task = pending.withLockedValue({ $0.removeValue(forKey: key) }) else { return false }
        task.cancel()
        return true
    }

    /// Holds the news back, then tells it.
    func went(_ key: String, on loop: any EventLoop, tell: @escaping @Sendable () -> Void) {
        let task = loop.scheduleTask(in: Self.grace) {
            self.pending.withLockedValue { $0[key] = nil }
            tell()
        }
        pending.withLockedValue { $0.updateValue(task, forKey: key) }?.cancel()
    }
}
