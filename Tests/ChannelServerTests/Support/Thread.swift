import Glibc

/// A thread for work that blocks.
enum Thread {
    private final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    static func start(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(work)).toOpaque()
        pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
                return nil
            },
            box
        )
        pthread_detach(thread)
    }
}
