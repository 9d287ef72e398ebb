import Dispatch
import Synchronization

/// Calls a handler on an executor's queue for each signal that comes.
///
/// It reads a `SignalDescriptor` and not a Dispatch signal source: on Linux the latter installs its
/// own handler some time after it was started, and until then the signal still ends the process;
/// and it does so once per process, so that the former handler can never be restored.
public final class SignalSource: Sendable {
    private let inbox: SignalInbox
    private let readiness: ReadinessSource

    /// Starts to take the signals at once: when `init` returns, none of them ends the process.
    ///
    /// - Parameter handler: called on the executor's queue. It should hold its owner weakly.
    public init(
        _ signals: [Signal], on executor: QueueExecutor,
        handler: @escaping @Sendable (Signal) -> Void
    ) throws(SystemFailure) {
        let inbox = SignalInbox(try SignalDescriptor(signals))
        self.inbox = inbox
        readiness = try ReadinessSource(of: inbox.raw, on: executor) {
            while let signal = inbox.next() { handler(signal) }
        }
    }

    deinit { cancel() }

    /// Stops, and lets each signal do what it did before, as `SignalDescriptor` describes.
    public func cancel() {
        readiness.cancel()
        inbox.close()
    }
}

/// The descriptor of a signal source, which its handler and `cancel` reach from different threads.
private final class SignalInbox: Sendable {
    let raw: Int32
    private let descriptor: Mutex<SignalDescriptor?>

    init(_ descriptor: consuming SignalDescriptor) {
        raw = descriptor.raw
        self.descriptor = Mutex(descriptor)
    }

    func next() -> Signal? {
        descriptor.withLock { descriptor in
            // Reading fails only when the descriptor is bad, which traps below.
            try? descriptor?.next()
        }
    }

    func close() {
        descriptor.withLock { $0 = nil }
    }
}

/// Calls a handler on an executor's queue while a descriptor can be read.
///
/// The handler is called again as long as it leaves something to read. The source watches a
/// duplicate of the descriptor, closed once Dispatch has let go of it: the caller may close the
/// original at any time.
public final class ReadinessSource: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// Starts to watch at once. Throws when no descriptor is left for the duplicate.
    ///
    /// - Parameter handler: called on the executor's queue. It should hold its owner weakly.
    public init(
        of raw: Int32, on executor: QueueExecutor, handler: @escaping @Sendable () -> Void
    ) throws(SystemFailure) {
        let duplicate = try Descriptor.duplicate(of: raw).release()
        let source = DispatchSource.makeReadSource(
            fileDescriptor: duplicate, queue: executor.queue)
        source.setEventHandler(handler: handler)
        source.setCancelHandler { _ = Descriptor(adopting: duplicate) }
        source.activate()
        self.source = Mutex(source)
    }

    deinit { cancel() }

    /// Ends the watch; more than once does no harm.
    ///
    /// Called on the executor's queue, no handler runs after it returns; called elsewhere, a
    /// handler that is running may still finish.
    public func cancel() {
        source.withLock { $0.cancel() }
    }
}
