import Dispatch

/// A serial Dispatch queue that an actor lives on.
///
/// An actor returns `asUnownedSerialExecutor()` of its executor as `unownedExecutor`. What runs on
/// the queue, such as the handlers of `TickTimer` and `ReadinessSource`, may then enter the actor
/// with `assumeIsolated`, without a hop and without a lock.
public final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// - Parameter label: the queue's name in debuggers and profiles.
    public init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps when the caller does not run on the queue.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs `work` on the queue after what is already waiting there.
    public func run(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
