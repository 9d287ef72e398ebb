import Dispatch
import Synchronization

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
    /// Called on the executor's queue, no handler runs after it returns; called elsewhere, one that
    /// is running may still finish.
    public func cancel() {
        source.withLock { $0.cancel() }
    }
}
