import Dispatch

/// A serial Dispatch queue that tasks run on, apart from the pool of threads that they share else.
///
/// Once a second Dispatch looks in proc(5) at the threads of that pool, if work waits for one, and
/// ends the process where nothing is mounted there.
public final class TaskQueue: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: the queue's name in debuggers and profiles.
    public init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
