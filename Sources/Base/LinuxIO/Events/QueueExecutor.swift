import Dispatch
import Synchronization
import Vocabulary

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

    /// Waits until all that is already on the queue has run, or until `patience` is over.
    /// Called on the queue itself, it waits in vain.
    ///
    /// - Returns: whether all has run.
    @discardableResult
    public func wait(within patience: Duration) -> Bool {
        let hasRun = DispatchSemaphore(value: 0)
        queue.async { hasRun.signal() }
        let end = DispatchTime.now() + .microseconds(Int(patience.wholeMicroseconds))
        return hasRun.wait(timeout: end) == .success
    }
}

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

/// Pure work on a thread of its own, whose result is polled.
///
/// The thread has a higher nice value than the process, so that it yields where processors are few.
/// The work runs to its end even if nobody keeps the task.
public final class SideTask<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let group = DispatchGroup()

    /// Begins the work.
    ///
    /// - Parameter work: must not block.
    @discardableResult
    public init(_ work: @escaping @Sendable () -> Result) {
        // A queue of its own, for the reason given at TaskQueue.
        DispatchQueue(label: "runway.side", qos: .utility).async(group: group) { [self] in
            CurrentThread.adoptNicenessOfProcess(plus: Self.extraNiceness)
            let result = work()
            self.result.withLock { $0 = result }
        }
    }

    private static var extraNiceness: Int32 { 5 }

    /// Returns the result, once; nil while the work runs, and after the result has been consumed.
    public func consume() -> Result? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }

    /// Waits until the work has been done.
    public func join() { group.wait() }
}
