import Foundation

extension Process {
    /// Runs the process to its end; returns its status, or nil if it took longer than `limit` and was stopped.
    ///
    /// Throws if it cannot be started.
    func finish(within limit: Duration) async throws -> Int32? {
        let ending = AsyncStream.makeStream(of: Int32.self)
        terminationHandler = { ended in
            ending.continuation.yield(ended.terminationStatus)
            ending.continuation.finish()
        }
        try run()
        let number = processIdentifier
        let watch = Task {
            try await Task.sleep(for: limit)
            // On a busy machine this may come after the end, when the number belongs to nobody, or to another process.
            guard isRunning else { return false }
            kill(number, SIGTERM)
            // A server that minds SIGTERM itself leaves it ignored to its children.
            guard (try? await Task.sleep(for: .seconds(2))) != nil, isRunning else { return true }
            kill(number, SIGKILL)
            return true
        }
        let status = await ending.stream.first { _ in true } ?? 0
        watch.cancel()
        return (try? await watch.value) == true ? nil : status
    }
}
