import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// Hands lines to a command in batches: each batch is the standard input of one run, and exit code
/// 0 acknowledges it.
///
/// While a batch is tried, the next one is filled; then reading stops. The input is a file in
/// memory, not a pipe: a command that outlives its relay still finds its whole batch, and never a
/// part of a line.
package final class BatchDelivery: RelayDelivery {
    private let line: RelayCommandLine
    private var batcher: Batcher
    private var course: DeliveryCourse
    /// Holds the bytes of the filling batch that the batcher has handed over.
    private var filling: MemoryFile?
    /// The batch that is tried.
    private var label: BatchLabel?
    private var input: MemoryFile?
    private var running: RunningCommand?
    package var news = DeliveryNews()

    package init(_ line: RelayCommandLine, _ limits: BatchLimits, _ patience: DeliveryPatience) {
        self.line = line
        batcher = Batcher(limits)
        course = DeliveryCourse(patience)
    }

    package var hasRoom: Bool { batcher.hasRoom }
    package var unacknowledged: Int { batcher.lines + (label?.lines ?? 0) }
    package var isFailing: Bool { course.failures > 0 && !isRunning }
    package var isDone: Bool { label == nil && batcher.isEmpty }
    package var readers: [Int32] {
        switch running {
        case .some(let running): [running.raw]
        case nil: []
        }
    }
    package var writer: Int32? { nil }

    private var isRunning: Bool {
        switch running {
        case .some: true
        case nil: false
        }
    }

    package func take(
        _ block: UnsafeRawBufferPointer, _ intake: Intake, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Intake.Stop) {
        intake.take(block, into: &batcher, at: now)
    }

    package func hurry(at now: MonotonicInstant) { course.hurry(at: now) }

    package func pass(_ anchor: AnchorText, at now: MonotonicInstant) {
        batcher.pass(anchor, at: now)
    }

    package func advance(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure) {
        if let outcome = running?.poll() { finish(outcome, at: now) }
        // Up to 128 KiB, and one more block, stay in the processor's cache.
        if batcher.waiting >= 1 << 17 { try held(fill) }
        try closeBatch(at: now, isEnding: isEnding)
        switch course.next(at: now) {
        case .idle, .wait, .watch: return
        case .start: start(at: now)
        case .stop:
            running?.stop(at: now, because: RelayCommandLine.silence(of: course.patience.attempt))
        case .giveUp(let span): throw RelayCommandLine.givenUp(after: span)
        }
    }

    /// Begins to deliver the collected lines, once no other batch is being delivered.
    private func closeBatch(at now: MonotonicInstant, isEnding: Bool) throws(ProgramFailure) {
        guard label == nil else { return }
        if let anchor = batcher.takePassed() { news.add { $0.anchor = anchor } }
        guard let due = batcher.due, isEnding || now >= due else { return }
        try held(fill)
        input = filling.take()
        label = batcher.close()
        course.begin(at: now)
    }

    /// Moves the batcher's bytes to the file of their batch.
    private func fill() throws(SystemFailure) {
        let file = try fillingFile()
        try batcher.takeBytes { bytes throws(SystemFailure) in try file.append(bytes) }
        filling = consume file
    }

    private func fillingFile() throws(SystemFailure) -> MemoryFile {
        if let file = filling.take() { return file }
        return try MemoryFile("runway-batch")
    }

    private func held(_ body: () throws(SystemFailure) -> Void) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try body()
        } catch {
            throw ProgramFailure(.output, "cannot hold a batch in memory: \(error)")
        }
    }

    private func start(at now: MonotonicInstant) {
        course.start(at: now)
        do throws(SystemFailure) {
            guard let input = try input?.reader(), let label else { return }
            let variables = [
                ("RUNWAY_BATCH_LINES", "\(label.lines)"),
                ("RUNWAY_BATCH_ATTEMPT", "\(course.failures + 1)"),
            ]
            running = RunningCommand(try line.start(input: input.raw, output: nil, variables))
        } catch {
            fail("the command cannot be started: \(error)", at: now)
        }
    }

    private func finish(_ outcome: RunningCommand.Outcome, at now: MonotonicInstant) {
        running = nil
        switch outcome {
        case .failed(let reason): fail(reason, at: now)
        case .succeeded:
            news.add {
                $0.lines += label?.lines ?? 0
                $0.batches += 1
                $0.anchor = label?.last ?? $0.anchor
            }
            course.succeed(at: now)
            label = nil
            input = nil
        }
    }

    private func fail(_ reason: String, at now: MonotonicInstant) {
        news.fail(reason)
        course.fail(at: now, chance: SystemRandom.bits())
    }

    package func due(at now: MonotonicInstant) -> MonotonicInstant? {
        let batchDue = label == nil ? batcher.due : nil
        switch course.next(at: now) {
        case .idle: return batchDue
        case .wait(let due): return due
        case .watch(let due): return due
        // The command was told to end; its end is an event.
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
}
