import Dispatch

/// Pieces of pure work on some threads of their own, whose results are polled.
///
/// The threads are as nice as that of a ``SideTask``. Each takes the next piece when it has done
/// one, and ends when none waits.
public final class SideQueue<Result: Sendable>: Sendable {
    /// Work, under the number by which its result is known.
    private struct Piece {
        let number: Int
        let work: @Sendable () -> Result
    }

    private struct State {
        var waiting: [Piece] = []
        var done: [(number: Int, result: Result)] = []
        var threads = 0
    }

    // A queue, since the thread sanitizer does not see through a mutex in generic code.
    private let lock = DispatchQueue(label: "runway.side.state")
    /// Reached by ``withState(_:)`` alone, on ``lock``.
    private nonisolated(unsafe) var state = State()

    public init() {}

    private func withState<Value>(_ body: (inout State) -> Value) -> Value {
        lock.sync { body(&state) }
    }

    /// Has a piece of work done.
    ///
    /// - Parameters:
    ///   - count: how many threads there may be.
    ///   - work: must not block.
    ///   - end: called on the thread once ``consume()`` would return the result.
    public func add(
        _ number: Int, threads count: Int, _ work: @escaping @Sendable () -> Result,
        then end: @escaping @Sendable () -> Void
    ) {
        let needsThread = withState { state in
            state.waiting.append(Piece(number: number, work: work))
            guard state.threads < count else { return false }
            state.threads += 1
            return true
        }
        if needsThread { SideTask { [self] in run(then: end) } }
    }

    private func run(then end: () -> Void) {
        while let piece = next() {
            let result = piece.work()
            withState { $0.done.append((piece.number, result)) }
            end()
        }
    }

    private func next() -> Piece? {
        withState { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.threads -= 1
            return nil
        }
    }

    /// The results since the last call, each with the number of its piece of work.
    public func consume() -> [(number: Int, result: Result)] {
        withState { state in
            defer { state.done = [] }
            return state.done
        }
    }
}
