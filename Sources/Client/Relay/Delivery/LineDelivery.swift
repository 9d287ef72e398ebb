import CommandLine
import LinuxIO
import StreamClient
import Vocabulary

/// Hands lines to one running command that acknowledges them one by one: it reads lines from its
/// standard input, and writes the ids of the safe lines to its standard output.
///
/// A command that ends, or closes a stream, is started again, and gets every line without an
/// acknowledgement again.
package final class LineDelivery: RelayDelivery {
    private let line: RelayCommandLine
    private var window: AckWindow
    private var course: DeliveryCourse
    private var command: PipedCommand?
    package var news = DeliveryNews()

    private static let chunkBytes = 1 << 16

    package init(_ line: RelayCommandLine, _ limits: BatchLimits, _ patience: DeliveryPatience) {
        self.line = line
        window = AckWindow(limits)
        course = DeliveryCourse(patience)
    }

    package var hasRoom: Bool { window.hasRoom }
    package var unacknowledged: Int { window.lines }
    package var isFailing: Bool { course.failures > 0 && !isRunning }
    package var isDone: Bool { window.isEmpty && !isRunning }

    package var readers: [Int32] {
        switch command {
        case .some(let command): command.readers
        case nil: []
        }
    }

    package var writer: Int32? {
        switch command {
        case .some(let command):
            window.hasUnsent || !command.hasSentAll ? command.inputRaw : nil
        case nil: nil
        }
    }

    private var isRunning: Bool {
        switch command {
        case .some: true
        case nil: false
        }
    }

    package func take(
        _ block: UnsafeRawBufferPointer, _ intake: Intake, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Intake.Stop) {
        let wasEmpty = window.isEmpty
        defer { if wasEmpty, !window.isEmpty { course.hand(at: now, isDone: false) } }
        return intake.take(block, into: &window, at: now)
    }

    package func hurry(at now: MonotonicInstant) { course.hurry(at: now) }

    package func pass(_ anchor: AnchorText, at now: MonotonicInstant) {
        window.pass(anchor, at: now)
    }

    package func advance(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure) {
        hear(at: now)
        command?.write(at: now) { window.hand(Self.chunkBytes, to: &$0) }
        if let outcome = command?.poll() {
            // The command may have written ids after the first reading and before its end.
            hear(at: now)
            finish(outcome, at: now)
        }
        if let anchor = window.takeMoved() { news.add { $0.anchor = anchor } }
        if !window.isEmpty { course.begin(at: now) }
        // A command that has read all lines ends with its input, and may write its last ids then.
        if isEnding, writer == nil { command?.endInput() }
        command?.endIfClosed(at: now)
        switch course.next(at: now) {
        case .idle, .wait, .watch: return
        case .start: start(at: now)
        case .stop:
            command?.stop(at: now, because: RelayCommandLine.silence(of: course.patience.attempt))
        case .giveUp(let span): throw RelayCommandLine.givenUp(after: span)
        }
    }

    private func start(at now: MonotonicInstant) {
        course.start(at: now)
        do throws(SystemFailure) {
            command = try PipedCommand(line)
            window.restart()
        } catch {
            fail("the command cannot be started: \(error)", at: now)
        }
    }

    /// Reads acknowledgements.
    private func hear(at now: MonotonicInstant) {
        let before = window.lines
        var strays = 0
        command?.hear(at: now) { id in
            if !window.acknowledge(id) { strays += 1 }
        }
        let lines = before - window.lines
        guard lines > 0 || strays > 0 else { return }
        news.add {
            $0.lines += lines
            $0.strays += strays
        }
        if lines > 0 { course.progress(at: now, isDone: window.isEmpty) }
    }

    private func finish(_ outcome: RunningCommand.Outcome, at now: MonotonicInstant) {
        command = nil
        window.restart()
        switch outcome {
        case _ where window.isEmpty: course.succeed(at: now)
        case .succeeded: fail("the command has ended before it acknowledged all lines", at: now)
        case .failed(let reason): fail(reason, at: now)
        }
    }

    private func fail(_ reason: String, at now: MonotonicInstant) {
        news.fail(reason)
        course.fail(at: now, chance: SystemRandom.bits())
    }

    package func due(at now: MonotonicInstant) -> MonotonicInstant? {
        switch course.next(at: now) {
        case .idle: endAt
        case .wait(let due): due
        case .watch(let due): .earlier(due, endAt)
        // The command was told to end; its end is an event.
        case .stop: endAt
        case .start, .giveUp: now
        }
    }

    private var endAt: MonotonicInstant? {
        switch command {
        case .some(let command): command.endAt
        case nil: nil
        }
    }
}
