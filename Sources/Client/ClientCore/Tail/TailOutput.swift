import CommandLine
import LinuxIO
import PlainText
import StreamClient
import WireProtocol

/// Writes the daemon's lines: to standard output, in the form that the user chose, or unchanged to
/// the files of a recording.
struct TailOutput {
    private var formatter: LineFormatter
    private let form: OutputForm
    private var json = JSONOutput()
    private let folder: RecordFolder?

    init(_ style: OutputStyle, into folder: RecordFolder? = nil) {
        form = style.form
        self.folder = folder
        formatter = style.formatter(now: WallClock.nowMicroseconds)
    }

    /// Ends an incomplete last line of the output file with a newline, so that the next line starts
    /// at its beginning. An earlier program leaves such a line when the disk is full.
    ///
    /// - Parameter tell: is called with a notice if there is such a line.
    func setApart(_ tell: (String) -> Void) -> TailEnd? {
        guard folder == nil, StandardStream.output.continuesLine else { return nil }
        tell("the output file ends within a line, which is ended with a newline")
        return Self.end(StandardStream.output.write("\n"))
    }

    /// Writes the greeting for people; with its seed they can repeat what they see.
    mutating func writeGreeting(_ greeting: JSONValue) -> TailEnd? {
        if let folder {
            return Self.end { () throws(ProgramFailure) in try folder.greet(greeting) }
        }
        return switch form {
        case .short, .full: put(formatter.text(greeting))
        case .json, .template: nil
        }
    }

    /// Writes a line; returns nil once the output has accepted all of it.
    mutating func write(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if let folder { return Self.end { () throws(ProgramFailure) in try folder.write(line) } }
        return switch form {
        case .json: Self.end(json.write(line))
        // The size is read for each line: the user may have resized the window.
        case .short: show(line, columns: StandardStream.output.terminalSize?.columns)
        case .full: show(line, columns: nil)
        case .template(let template): fill(template, line)
        }
    }

    /// Waits until all lines of a recording are on the disk; only then an anchor may be kept.
    func sync() -> TailEnd? {
        folder.flatMap { folder in
            Self.end { () throws(ProgramFailure) in try folder.sync() }
        }
    }

    private static func end(_ work: () throws(ProgramFailure) -> Void) -> TailEnd? {
        do throws(ProgramFailure) {
            try work()
            return nil
        } catch {
            return .failed(error)
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
        case .interrupted: .interrupted
        case .failed(let failure): .failed(.unwritten(failure))
        }
    }
}

/// Why `tail` stopped reading from a connection.
enum TailEnd: Equatable {
    /// Everything asked for was shown, or the user ended it.
    case done(ExitCode)
    /// A signal or the end of `--for` came while a line waited for its reader.
    case interrupted
    /// The connection is gone; another attempt may succeed.
    case lost(LinkLoss)
    /// Another connection would fail alike.
    case failed(ProgramFailure)
}

extension TailEnd {
    init(_ end: LinkCourse.End) {
        switch end {
        case .timeIsUp: self = .done(.success)
        case .lost(let loss): self = .lost(loss)
        case .failed(let failure): self = .failed(ProgramFailure(failure))
        }
    }
}
