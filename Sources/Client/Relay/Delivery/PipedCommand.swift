import LinuxIO
import Vocabulary

/// A command that keeps running, with a pipe to its standard input and one from its output.
struct PipedCommand: ~Copyable {
    private var running: RunningCommand
    private var input: Descriptor?
    private var output: Descriptor?
    /// The bytes handed out last; the pipe has not taken those from ``sent`` on.
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var lines = WrittenLines()
    /// The stream that the command has closed, and when, or when it last wrote after closing it: it
    /// takes no more lines. Nil if it has closed none.
    private var closed: (what: String, at: MonotonicInstant)?

    init(_ line: RelayCommandLine) throws(SystemFailure) {
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
    }

    /// Descriptors that become ready if the command ends, writes, or stops reading.
    var readers: [Int32] { [running.raw] + [outputRaw, inputRaw].compactMap(\.self) }

    /// The input's descriptor, ready if the pipe has room; nil after the end of the input.
    var inputRaw: Int32? {
        switch input {
        case .some(let input): input.raw
        case nil: nil
        }
    }

    private var outputRaw: Int32? {
        switch output {
        case .some(let output): output.raw
        case nil: nil
        }
    }

    /// Whether the pipe has taken all bytes that were handed out.
    var hasSentAll: Bool { sent == outgoing.count }

    /// Hands out as many bytes as the pipe takes.
    ///
    /// - Parameter next: adds the next bytes to an empty list; none at the end.
    mutating func write(at now: MonotonicInstant, next: (inout [UInt8]) -> Void) {
        while let inputRaw {
            if hasSentAll {
                outgoing.removeAll(keepingCapacity: true)
                sent = 0
                next(&outgoing)
                // A pipe's writing end becomes readable only once the other end is closed.
                guard !outgoing.isEmpty else { return lookWhetherClosed(inputRaw, at: now) }
            }
            let outcome = outgoing.withUnsafeBytes {
                PipeEnd.write(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: inputRaw)
            }
            switch outcome {
            case .sent(let count): sent += count
            case .wouldBlock: return
            case .closed: close("input", at: now)
            }
        }
    }

    private mutating func lookWhetherClosed(_ raw: Int32, at now: MonotonicInstant) {
        if (try? Poll.readable(raw, timeout: .zero)) == true { close("input", at: now) }
    }

    /// Hands over each line that the command has written, without its newline.
    mutating func hear(at now: MonotonicInstant, _ line: (UnsafeRawBufferPointer) -> Void) {
        while let outputRaw {
            switch lines.receive(from: outputRaw) {
            case .received:
                lines.take(line)
                // The command may have read all lines that it wants, and still be at work.
                closed?.at = now
            case .wouldBlock: return
            case .endOfStream, .failed:
                output = nil
                close("output", at: now)
            }
        }
    }

    private mutating func close(_ what: String, at now: MonotonicInstant) {
        closed = closed ?? (what, now)
        input = nil
    }

    /// Ends the input, so that a command that has read all lines ends.
    mutating func endInput() { input = nil }

    /// Ends a command that has closed a stream and keeps running beyond its grace.
    mutating func endIfClosed(at now: MonotonicInstant) {
        guard let closed, now >= closed.at + RelayCommandLine.grace else { return }
        stop(at: now, because: "has closed its standard \(closed.what)")
    }

    /// Tells the command to end; a later call, after the grace, kills it.
    mutating func stop(at now: MonotonicInstant, because reason: @autoclosure () -> String) {
        running.stop(at: now, because: reason())
    }

    /// The outcome of the command; nil while it runs.
    mutating func poll() -> RunningCommand.Outcome? { running.poll() }

    /// When the command must be ended; nil while it may run on.
    var endAt: MonotonicInstant? {
        running.killAt ?? closed.map { $0.at + RelayCommandLine.grace }
    }
}

/// The lines that a command writes.
private struct WrittenLines {
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var count = 0

    /// Reads the bytes that have arrived. A line longer than the buffer is no id, and is forgotten.
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
    mutating func take(_ line: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        buffer.withUnsafeBytes { bytes in
            for index in 0..<count where bytes[index] == UInt8(ascii: "\n") {
                line(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
                start = index + 1
            }
        }
        buffer.replaceSubrange(0..<count - start, with: Array(buffer[start..<count]))
        count -= start
    }
}
