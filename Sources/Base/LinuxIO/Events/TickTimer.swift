import Dispatch
import Synchronization
import Vocabulary

/// One strict repeating timer on an executor's queue.
///
/// The schedule is absolute: start + *k* periods, so that it does not drift however late a handler
/// runs. Periods missed while the queue or the machine was busy are merged into one call: the
/// handler reads `MonotonicClock` and advances to that instant, and never counts its calls. Its
/// thread takes the niceness of the process.
public final class TickTimer: Sendable {
    private enum State {
        case idle
        case running(any DispatchSourceTimer)
    }

    private let executor: QueueExecutor
    private let handler: @Sendable () -> Void
    private let state = Mutex(State.idle)

    /// - Parameter handler: called on the executor's queue. It should hold its owner weakly.
    public init(on executor: QueueExecutor, handler: @escaping @Sendable () -> Void) {
        self.executor = executor
        self.handler = handler
    }

    deinit { cancel() }

    /// Starts the schedule; a running one is replaced.
    ///
    /// - Parameters:
    ///   - start: the first call; one in the past is made at once, and the schedule stays on its
    ///     grid.
    ///   - period: at least a microsecond.
    public func start(at start: MonotonicInstant, every period: Duration) {
        precondition(start > .zero, "tick timer starts at \(start.microseconds) µs")
        precondition(period >= .microseconds(1), "tick timer has a period of \(period)")
        state.withLock { state in
            Self.cancel(&state)
            let source = DispatchSource.makeTimerSource(flags: .strict, queue: executor.queue)
            source.setEventHandler { [handler] in
                CurrentThread.adoptNicenessOfProcess()
                handler()
            }
            source.schedule(
                deadline: DispatchTime(uptimeNanoseconds: UInt64(start.microseconds) * 1000),
                repeating: .microseconds(Int(period.wholeMicroseconds)), leeway: .nanoseconds(0))
            source.activate()
            state = .running(source)
        }
    }

    /// Stops the schedule; more than once does no harm.
    ///
    /// Called on the executor's queue, no handler runs after it returns; called elsewhere, a
    /// handler that is running may still finish.
    public func cancel() {
        state.withLock { Self.cancel(&$0) }
    }

    private static func cancel(_ state: inout State) {
        switch state {
        case .idle: return
        case .running(let source): source.cancel()
        }
        state = .idle
    }
}
