import Synchronization

/// Something that one thread notes and another looks at.
final class Latch: Sendable {
    private let state = Atomic(false)

    /// Whether it has been set.
    var isSet: Bool { state.load(ordering: .acquiring) }

    /// Sets it.
    func set() { state.store(true, ordering: .releasing) }
}
