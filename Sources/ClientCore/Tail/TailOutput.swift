import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Terminal
import WireProtocol

/// Writes the daemon's lines to standard output, in the form that the user chose.
struct TailOutput {
    private var formatter: LineFormatter
    private let form: OutputForm
    private var json = JSONOutput()

    init(_ options: TailOptions) {
        form = options.form
        formatter = LineFormatter(
            palette: options.palette,
            times: LineTimes(options.time, now: WallClock.nowMicroseconds),
            marksKind: options.marksKind)
        if case .full = form { formatter.namesStatistics = true }
    }

    /// Ends an incomplete last line of the output file with a newline, so that the next line starts
    /// at its beginning. An earlier program leaves such a line when the disk is full.
    ///
    /// - Parameter tell: is called with a notice if there is such a line.
    func setApart(_ tell: (String) -> Void) -> TailEnd? {
        guard StandardStream.output.continuesLine else { return nil }
        tell("the output file ends within a line, which is ended with a newline")
        return Self.end(StandardStream.output.write("\n"))
    }

    /// Writes the greeting for people; its seed lets them repeat what they see.
    mutating func writeGreeting(_ greeting: JSONValue) -> TailEnd? {
        switch form {
        case .short, .full: put(formatter.text(greeting))
        case .json, .template: nil
        }
    }

    /// Writes a line; nil once the output has accepted all of it.
    mutating func write(_ line: ArraySlice<UInt8>) -> TailEnd? {
        switch form {
        case .json: Self.end(json.write(line))
        // Asked for each line: the window may have another size by now.
        case .short: show(line, columns: StandardStream.output.terminalSize?.columns)
        case .full: show(line, columns: nil)
        case .template(let template): fill(template, line)
        }
    }

    private mutating func show(_ line: ArraySlice<UInt8>, columns: Int?) -> TailEnd? {
        guard let value = JSONValue(line: line) else { return Self.notJSON }
        return put(formatter.text(value, columns: columns))
    }

    /// Writes a data line in the template's form. Gaps and warnings go to standard error.
    private func fill(_ template: LineTemplate, _ line: ArraySlice<UInt8>) -> TailEnd? {
        guard let value = JSONValue(line: line) else { return Self.notJSON }
        switch value.type {
        case .gap, .warn: _ = formatter.notice(value).map(StandardStream.error.write)
        case .snapshot, .live: break
        default: return put(template.text(value))
        }
        return nil
    }

    private static var notJSON: TailEnd {
        .failed(ProgramFailure(.protocolViolation, "a line is not JSON"))
    }

    private func put(_ text: ShownText?) -> TailEnd? {
        text.flatMap { Self.end(StandardStream.output.write($0)) }
    }

    private static func end(_ outcome: WriteOutcome) -> TailEnd? {
        switch outcome {
        case .written: nil
        case .closed: .done(.success)
        case .failed(let failure): .failed(ProgramFailure(.output, "cannot write: \(failure)"))
        }
    }
}

/// Why `tail` stopped reading from a connection.
enum TailEnd: Equatable {
    /// Everything asked for was shown, or the user ended it.
    case done(ExitCode)
    /// The connection is gone; another attempt may succeed.
    case lost(LinkLoss)
    /// Another connection would fail alike.
    case failed(ProgramFailure)
}
