import NIOConcurrencyHelpers
import NIOCore

/// Delays the notice of a leave.
///
/// If the member is back within three seconds, no leave is published.
final class LeaveDebouncer: Sendable {
    private static let grace = TimeAmount.seconds(3)
    private let pending = NIOLockedValueBox<[String: Scheduled<Void>]>([:])

    /// Whether the notice of a leave was still held back; it is forgotten then.
    func cameBack(_ key: String) -> Bool {
        guard let task = pending.withLockedValue({ $0.removeValue(forKey: key) }) else { return false }
        task.cancel()
        return true
    }

    /// Holds the notice back, then sends it.
    func left(_ key: String, on loop: any EventLoop, notify: @escaping @Sendable () -> Void) {
        let task = loop.scheduleTask(in: Self.grace) {
            self.pending.withLockedValue { $0[key] = nil }
            notify()
        }
        pending.withLockedValue { $0.updateValue(task, forKey: key) }?.cancel()
    }
}
