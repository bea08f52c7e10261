import Foundation
import Synchronization

/// Tells when to stop: on Ctrl-C, on a polite kill, or when the time is up.
final class StopSwitch: Sendable {
    private static let isInterrupted = Atomic(false)
    private let deadline: ContinuousClock.Instant?

    /// Listens for the signals from now on.
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
