import Atomics
import NIOConcurrencyHelpers

/// Callbacks for everything that happens on a server, such as its console's.
final class EventObservers: Sendable {
    private let callbacks = NIOLockedValueBox<[Int: @Sendable (HubEvent) -> Void]>([:])
    /// Whether there are any, so that an unobserved server pays nothing for them.
    private let isObserved = ManagedAtomic(false)

    /// Calls back for everything that happens; returns a number to stop with.
    func add(_ callback: @escaping @Sendable (HubEvent) -> Void) -> Int {
        callbacks.withLockedValue { callbacks in
            let number = (callbacks.keys.max() ?? 0) + 1
            callbacks[number] = callback
            isObserved.store(true, ordering: .relaxed)
            return number
        }
    }

    /// Stops calling back.
    func remove(_ number: Int) {
        callbacks.withLockedValue { callbacks in
            callbacks[number] = nil
            isObserved.store(!callbacks.isEmpty, ordering: .relaxed)
        }
    }

    /// Passes on what happened.
    func notify(_ event: @autoclosure () -> HubEvent) {
        guard isObserved.load(ordering: .relaxed) else { return }
        let all = callbacks.withLockedValue { $0 }
        let event = event()
        for callback in all.values { callback(event) }
    }
}
