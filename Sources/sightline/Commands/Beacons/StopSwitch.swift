import Foundation
import Synchronization

/// Signals when to stop: on SIGINT (Ctrl-C), on SIGTERM, or when the time is over.
final class StopSwitch: Sendable {
    private static let isInterrupted = Atomic(false)
    private let deadline: ContinuousClock.Instant?

    /// Handles the signals from now on.
    init(seconds: Double?) {
        deadline = seconds.map { ContinuousClock.now + .seconds($0) }
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in StopSwitch.isInterrupted.store(true, ordering: .relaxed) }
        }
    }

    /// Whether to stop now.
    var isOn: Bool {
        Self.isInterrupted.load(ordering: .relaxed) || deadline.map { ContinuousClock.now >= $0 } ?? false
    }
}
