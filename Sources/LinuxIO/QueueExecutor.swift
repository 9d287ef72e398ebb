import Dispatch

/// A serial Dispatch queue that an actor lives on.
///
/// An actor returns `asUnownedSerialExecutor()` of its executor as `unownedExecutor`. What runs on
/// the queue, such as the handlers of `TickTimer` and `ReadinessSource`, may then enter the actor
/// with `assumeIsolated`, without a hop and without a lock.
package final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// - Parameter label: the queue's name in debuggers and profiles.
    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps when the caller does not run on the queue.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Runs `work` on the queue after what is already waiting there.
    package func run(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }
}
