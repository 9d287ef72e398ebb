import CommandLine
import LinuxIO
import Relay
import Vocabulary

/// Hands lines to one command that runs on and acknowledges them one by one: it reads lines from
/// its standard input, and writes the ids of those that are safe to its standard output.
///
/// A command that ends, or closes a stream, is started again, and gets every line again that it
/// has not acknowledged.
final class LineDelivery: RelayDelivery {
    private let line: RelayCommandLine
    private let patience: DeliveryPatience
    private var window: AckWindow
    private var course: DeliveryCourse
    private var running: RunningCommand?
    private var input: Descriptor?
    private var output: Descriptor?
    /// What the pipe has not taken yet, from ``sent`` on.
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var ids = AckLines()
    private var progress: DeliveryProgress?
    private var failures: [String] = []

    private static let chunkBytes = 1 << 16

    init(_ line: RelayCommandLine, _ limits: BatchLimits, _ patience: DeliveryPatience) {
        self.line = line
        self.patience = patience
        window = AckWindow(limits)
        course = DeliveryCourse(patience)
    }

    var hasRoom: Bool { window.hasRoom }
    var unacknowledged: Int { window.lines }
    var isFailing: Bool { course.failures > 0 && !isRunning }
    var isDone: Bool { window.isEmpty && !isRunning }

    var readers: [Int32] {
        let end: [Int32]
        switch running {
        case .some(let running): end = [running.raw]
        case nil: end = []
        }
        return end + (outputRaw.map { [$0] } ?? [])
    }

    private var outputRaw: Int32? {
        switch output {
        case .some(let output): output.raw
        case nil: nil
        }
    }

    var writer: Int32? {
        guard sent < outgoing.count || window.hasUnsent else { return nil }
        switch input {
        case .some(let input): return input.raw
        case nil: return nil
        }
    }

    private var isRunning: Bool {
        switch running {
        case .some: true
        case nil: false
        }
    }

    func take(
        _ block: UnsafeRawBufferPointer, _ intake: Intake, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Intake.Stop) {
        let wasEmpty = window.isEmpty
        defer { if wasEmpty, !window.isEmpty { course.hand(at: now, isDone: false) } }
        return intake.take(block, into: &window, at: now)
    }

    func pass(_ anchor: AnchorText, at now: MonotonicInstant) { window.pass(anchor, at: now) }

    func advance(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure) {
        hear(at: now)
        write()
        if let outcome = running?.poll() {
            // It may have written between the two.
            hear(at: now)
            finish(outcome, at: now)
        }
        if let anchor = window.takeMoved() { add { $0.anchor = anchor } }
        if !window.isEmpty { course.begin(at: now) }
        // Whoever has read all ends at the end of its input, and may write its last ids then.
        if isEnding, !window.hasUnsent, sent == outgoing.count { input = nil }
        switch course.next(at: now) {
        case .idle, .wait, .watch: return
        case .start: start(at: now)
        case .stop: running?.stop(at: now, exceeding: patience.attempt)
        case .giveUp(let span): throw BatchDelivery.givenUp(after: span, failures.last)
        }
    }

    private func start(at now: MonotonicInstant) {
        course.start(at: now)
        do throws(SystemFailure) {
            let toCommand = try PipePair()
            let fromCommand = try PipePair()
            try toCommand.writer.setNonBlocking()
            try fromCommand.reader.setNonBlocking()
            running = RunningCommand(
                try line.start(input: toCommand.reader.raw, output: fromCommand.writer.raw))
            let writer = toCommand.writer
            let reader = fromCommand.reader
            input = consume writer
            output = consume reader
            window.restart()
            (outgoing, sent, ids) = ([], 0, AckLines())
        } catch {
            fail("the command cannot be started: \(error)", at: now)
        }
    }

    /// Hands out what the pipe takes.
    private func write() {
        while let raw = writer {
            if sent == outgoing.count {
                outgoing.removeAll(keepingCapacity: true)
                sent = 0
                window.hand(Self.chunkBytes, to: &outgoing)
                guard !outgoing.isEmpty else { return }
            }
            let outcome = outgoing.withUnsafeBytes {
                PipeEnd.write(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: raw)
            }
            switch outcome {
            case .sent(let count): sent += count
            case .wouldBlock: return
            // It reads no more, and ends or is ended.
            case .closed: input = nil
            }
        }
    }

    /// Reads acknowledgements.
    private func hear(at now: MonotonicInstant) {
        while let raw = outputRaw {
            switch ids.receive(from: raw) {
            case .received: acknowledge(at: now)
            case .wouldBlock: return
            case .endOfStream, .failed:
                output = nil
                input = nil
            }
        }
    }

    private func acknowledge(at now: MonotonicInstant) {
        let before = window.lines
        var strays = 0
        ids.take { id in
            if !window.acknowledge(id) { strays += 1 }
        }
        let lines = before - window.lines
        add {
            $0.lines += lines
            $0.strays += strays
        }
        guard lines > 0 else { return }
        course.progress(at: now, isDone: window.isEmpty)
    }

    private func finish(_ outcome: RunningCommand.Outcome, at now: MonotonicInstant) {
        running = nil
        input = nil
        output = nil
        window.restart()
        switch outcome {
        case _ where window.isEmpty: course.succeed(at: now)
        case .succeeded: fail("the command has ended before it acknowledged all lines", at: now)
        case .failed(let reason): fail(reason, at: now)
        }
    }

    private func fail(_ reason: String, at now: MonotonicInstant) {
        failures.append(reason)
        course.fail(at: now, chance: SystemRandom.bits())
    }

    private func add(_ change: (inout DeliveryProgress) -> Void) {
        var sum = progress ?? DeliveryProgress()
        change(&sum)
        progress = sum
    }

    func due(at now: MonotonicInstant) -> MonotonicInstant? {
        switch course.next(at: now) {
        case .idle: return nil
        case .wait(let due): return due
        case .watch(let due): return due
        case .stop: return killAt
        case .start, .giveUp: return now
        }
    }

    private var killAt: MonotonicInstant? {
        switch running {
        case .some(let running): running.killAt
        case nil: nil
        }
    }

    func takeProgress() -> DeliveryProgress? {
        defer { progress = nil }
        return progress
    }

    func takeFailures() -> [String] {
        defer { failures = [] }
        return failures
    }
}

/// The lines that a command writes, each an id.
private struct AckLines {
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var count = 0

    /// Reads what has come. A line that is longer than the buffer is no id, and is forgotten.
    mutating func receive(from raw: Int32) -> ReceiveOutcome {
        if count == buffer.count { count = 0 }
        let start = count
        let outcome = buffer.withUnsafeMutableBytes {
            PipeEnd.read(from: raw, into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
        }
        if case .received(let more) = outcome { count += more }
        return outcome
    }

    /// Hands on the whole lines without their newlines.
    mutating func take(_ id: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        buffer.withUnsafeBytes { bytes in
            for index in 0..<count where bytes[index] == UInt8(ascii: "\n") {
                id(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
                start = index + 1
            }
        }
        buffer.replaceSubrange(0..<count - start, with: Array(buffer[start..<count]))
        count -= start
    }
}
