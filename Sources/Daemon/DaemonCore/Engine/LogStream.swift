import LinuxIO
import PlainText
import Synchronization

/// Writes a log on a queue of its own: the engine never waits for the reader of standard error,
/// such as a pager, a terminal that is held or a collector that hangs.
///
/// At most ``mostWaiting`` lines wait. Later lines are lost; their number is written where they
/// would have come.
final class LogStream: Sendable {
    /// The text that is written in place of `lost` lines.
    typealias Notice = @Sendable (_ lost: Int) -> ShownText

    private let queue = QueueExecutor(label: "runway.log")
    private let waiting = Atomic(0)
    /// Lines that were lost since the last notice.
    private let lost = Atomic(0)
    private let notice: Notice
    private let write: @Sendable (ShownText) -> Void

    /// At some hundred bytes a line, a few hundred kilobytes.
    static let mostWaiting = 1_000

    /// - Parameter write: may block; called for one line after the other.
    init(notice: @escaping Notice, write: @escaping @Sendable (ShownText) -> Void) {
        self.notice = notice
        self.write = write
    }

    func append(_ line: ShownText) {
        guard waiting.add(1, ordering: .relaxed).oldValue < Self.mostWaiting else {
            lost.add(1, ordering: .relaxed)
            waiting.subtract(1, ordering: .relaxed)
            return
        }
        let lostBefore = lost.exchange(0, ordering: .relaxed)
        queue.run { [self] in
            tell(lostBefore)
            write(line)
            // Perhaps no other line follows that would tell how many were lost meanwhile.
            guard waiting.subtract(1, ordering: .relaxed).newValue == 0 else { return }
            tell(lost.exchange(0, ordering: .relaxed))
        }
    }

    private func tell(_ count: Int) {
        if count > 0 { write(notice(count)) }
    }

    /// Waits until all lines are written, but no longer than `patience`.
    func flush(within patience: Duration) {
        queue.wait(within: patience)
    }
}
