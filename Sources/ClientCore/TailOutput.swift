import DaemonCore
import LinuxIO
import PlainText
import Settings
import Terminal
import WireProtocol

/// Writes the daemon's lines to standard output, unchanged or for people.
struct TailOutput {
    private var formatter: LineFormatter
    private let isJSON: Bool
    private var json = JSONOutput()

    init(_ options: TailOptions) {
        formatter = LineFormatter(
            palette: options.palette,
            clock: LineClock(options.time, now: WallClock.nowMicroseconds),
            marksKind: options.marksKind)
        isJSON = options.isJSON
    }

    /// Ends the line that an earlier program could not write whole, as on a full disk, so that the
    /// next one does not hang on to it. Whoever reads the file passes over what is not whole.
    ///
    /// - Parameter tell: is told if there is such a line.
    func setApart(_ tell: (String) -> Void) -> TailEnd? {
        guard StandardStream.output.continuesLine else { return nil }
        tell("the output file ends within a line, which is ended with a newline")
        return Self.end(StandardStream.output.write("\n"))
    }

    /// Says what flies, with the seed: a picture can be made again.
    mutating func writeGreeting(_ greeting: JSONValue) -> TailEnd? {
        isJSON
            ? nil : formatter.text(greeting).flatMap { Self.end(StandardStream.output.write($0)) }
    }

    /// Writes a line; nil once all of it has been accepted.
    mutating func write(_ line: ArraySlice<UInt8>) -> TailEnd? {
        if isJSON { return Self.end(json.write(line)) }
        guard let value = JSONValue(line: line) else {
            return .failed(StartFailure(.protocolViolation, "a line is not JSON"))
        }
        // Asked for each line: the window may have another size by now.
        let columns = StandardStream.output.terminalSize?.columns
        return formatter.text(value, columns: columns).flatMap {
            Self.end(StandardStream.output.write($0))
        }
    }

    private static func end(_ outcome: WriteOutcome) -> TailEnd? {
        switch outcome {
        case .written: nil
        case .closed: .done(.success)
        case .failed(let failure): .failed(StartFailure(.output, "cannot write: \(failure)"))
        }
    }
}
