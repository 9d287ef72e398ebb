import DaemonCore
import LinuxIO
import Settings
import StreamClient
import WireProtocol

/// One run of `tail`: from the subscription to the last line.
struct TailSession: ~Copyable {
    private let options: TailOptions
    private var link: DaemonLink
    private var printed = 0
    /// The last line of the stream, whose anchor says where to go on.
    private var lastLine: [UInt8] = []
    private let formatter: LineFormatter

    init(_ options: TailOptions, _ link: consuming DaemonLink) {
        self.options = options
        self.link = link
        formatter = LineFormatter(palette: options.palette)
    }

    mutating func run(
        until interruption: borrowing Interruption
    ) throws(StartFailure) -> ExitCode {
        do throws(ClientFailure) {
            if !options.isJSON, let code = writeGreeting() { return code }
            link.client.send(options.request)
            return try follow(until: interruption)
        } catch {
            throw StartFailure(error)
        }
    }

    /// Says what flies, with the seed: a picture can be made again.
    private func writeGreeting() -> ExitCode? {
        formatter.text(link.greeting).flatMap { write(Array($0.utf8)) }
    }

    private mutating func follow(
        until interruption: borrowing Interruption
    ) throws(ClientFailure) -> ExitCode {
        let deadline = options.milliseconds.map {
            MonotonicClock.nowMicroseconds / 1000 + Int64($0)
        }
        while true {
            let left = deadline.map { max(0, Int($0 - MonotonicClock.nowMicroseconds / 1000)) }
            if left == 0 { return .success }
            switch try link.client.next(or: interruption.raw, timeoutMilliseconds: left) {
            case .line(let line):
                if let code = take(line) { return code }
            case .interrupted:
                if let code = try interruption.take() { return code }
            case .timedOut: return .success
            case .ended: return lost("the daemon ended the connection without a farewell")
            }
        }
    }

    /// Handles one line; returns the exit code if it is the last.
    private mutating func take(_ line: ArraySlice<UInt8>) -> ExitCode? {
        guard let type = ServerLineType(of: line) else {
            return lost("a line has no type", .protocolViolation)
        }
        switch type {
        case .hello, .ok, .beat, .other: return nil
        case .error: return refused(line)
        case .bye:
            let reason = JSONValue(line: line)?["description"]?.text ?? ""
            return lost(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
        case .snapshot, .live, .gap: return write(line)
        case .data:
            if let code = write(line) { return code }
            printed += 1
            return options.lineLimit.map { printed >= $0 } ?? false ? .success : nil
        }
    }

    private mutating func write(_ line: ArraySlice<UInt8>) -> ExitCode? {
        lastLine = Array(line)
        if options.isJSON { return write(lastLine + [UInt8(ascii: "\n")]) }
        guard let value = JSONValue(line: line) else {
            return lost("a line is not JSON", .protocolViolation)
        }
        return formatter.text(value).flatMap { write(Array($0.utf8)) }
    }

    private func write(_ bytes: [UInt8]) -> ExitCode? {
        switch StandardStream.output.write(bytes.span.bytes) {
        case .written: return nil
        case .closed: return .success
        case .failed(let failure):
            _ = StandardStream.error.write("\(options.command): cannot write: \(failure)\n")
            return .output
        }
    }

    private func refused(_ line: ArraySlice<UInt8>) -> ExitCode {
        let value = JSONValue(line: line)
        let parts = ["description", "reason", "suggestion"].compactMap { value?[$0]?.text }
        _ = StandardStream.error.write("\(options.command): \(parts.joined(separator: " "))\n")
        return .usage
    }

    private func lost(_ reason: String, _ code: ExitCode = .linkLost) -> ExitCode {
        let anchor = JSONValue(line: lastLine)?["anchor"]?.text
        let advice = anchor.map { "; go on with --from \($0)" } ?? ""
        _ = StandardStream.error.write("\(options.command): \(reason)\(advice)\n")
        return code
    }
}
