import Synchronization

/// A flag that one thread sets and another reads.
final class Latch: Sendable {
    private let state = Atomic(false)

    /// Whether it has been set.
    var isSet: Bool { state.load(ordering: .acquiring) }

    /// Sets it.
    func set() { state.store(true, ordering: .releasing) }
}
