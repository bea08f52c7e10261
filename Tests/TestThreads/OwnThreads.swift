import NIOPosix

/// Two threads for tests that talk over sockets and live in time.
///
/// The shared threads of concurrency are as many as the machine has cores, and tests that compute for seconds hold them: a
/// server and its clients that took turns with those would answer too late for their own deadlines.
public final class OwnThreads: TaskExecutor {
    private static let shared = OwnThreads()
    private let pool = NIOThreadPool(numberOfThreads: 2)

    private init() {
        pool.start()
    }

    /// Does a test's work, and all tasks within it, on these threads.
    public static func run<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        try await withTaskExecutorPreference(shared) { try await work() }
    }

    /// Takes a part of a task.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
