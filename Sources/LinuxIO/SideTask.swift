import Dispatch
import Synchronization

/// A piece of pure work on a thread of its own, whose result is fetched when it is there.
///
/// The thread is nicer than the process, so that it stands back where processors are few. A task
/// that nobody waits for ends all the same.
public final class SideTask<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let group = DispatchGroup()

    /// Begins the work.
    ///
    /// - Parameter work: must wait for nothing.
    public init(_ work: @escaping @Sendable () -> Result) {
        DispatchQueue.global(qos: .utility).async(group: group) { [self] in
            CurrentThread.adoptNicenessOfProcess(plus: Self.extraNiceness)
            let result = work()
            self.result.withLock { $0 = result }
        }
    }

    private static var extraNiceness: Int32 { 2 }

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
