import Dispatch

/// Runs a task's jobs on a thread apart from the shared pool.
final class ThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "sightline.program")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
