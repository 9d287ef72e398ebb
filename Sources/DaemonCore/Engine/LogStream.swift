import LinuxIO
import PlainText
import Synchronization

/// Writes a log on a queue of its own: the engine never waits for who reads standard error, such as
/// a pager, a terminal that is held or a collector that hangs.
///
/// As many lines wait as ``mostWaiting``. Later ones are lost; their number is written where they
/// would have come.
final class LogStream: Sendable {
    /// What is written of so many lines that were lost.
    typealias Notice = @Sendable (_ lost: Int) -> ShownText

    private let queue = QueueExecutor(label: "runway.log")
    private let state = Mutex(State())
    private let notice: Notice
    private let write: @Sendable (ShownText) -> Void

    fileprivate struct State {
        var waiting = 0
        var lost = 0
    }

    /// At some hundred bytes a line, a few hundred kilobytes.
    static let mostWaiting = 1_000

    /// - Parameter write: may block; called for one line after the other.
    init(notice: @escaping Notice, write: @escaping @Sendable (ShownText) -> Void) {
        self.notice = notice
        self.write = write
    }

    func append(_ line: ShownText) {
        let lostBefore = state.withLock { state -> Int? in
            guard state.waiting < Self.mostWaiting else {
                state.lost += 1
                return nil
            }
            state.waiting += 1
            defer { state.lost = 0 }
            return state.lost
        }
        guard let lostBefore else { return }
        queue.run { [self] in
            tell(lostBefore)
            write(line)
            tell(state.withLock { $0.finishLine() })
        }
    }

    private func tell(_ lost: Int) {
        if lost > 0 { write(notice(lost)) }
    }

    /// Waits until all lines are written, but no longer than `patience`.
    func flush(within patience: Duration) {
        queue.wait(within: patience)
    }
}

extension LogStream.State {
    /// Returns how many lines were lost that nothing comes behind.
    fileprivate mutating func finishLine() -> Int {
        waiting -= 1
        guard waiting == 0 else { return 0 }
        defer { lost = 0 }
        return lost
    }
}
