import Dispatch

/// A serial Dispatch queue on which tasks run, apart from the pool of threads they share otherwise.
///
/// If work waits for a thread of that pool, Dispatch looks at its threads in proc(5) once a second,
/// and ends the process where proc(5) is not mounted.
public final class TaskQueue: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: the queue's name in debuggers and profiles.
    public init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
