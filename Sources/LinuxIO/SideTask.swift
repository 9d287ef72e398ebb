import Dispatch
import Synchronization

/// A piece of pure work on a thread of its own, whose result is fetched when it is there.
///
/// The thread is one of Dispatch's for the class `utility`, which yields to others where processors
/// are few. A task that nobody waits for ends all the same.
public final class SideTask<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let group = DispatchGroup()

    /// Begins the work.
    ///
    /// - Parameter work: must wait for nothing.
    public init(_ work: @escaping @Sendable () -> Result) {
        DispatchQueue.global(qos: .utility).async(group: group) { [self] in
            let result = work()
            self.result.withLock { $0 = result }
        }
    }

    /// The result, once; nil while the work goes on, and when it has been taken.
    public func take() -> Result? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }

    /// Returns when the work has been done.
    public func join() { group.wait() }
}
