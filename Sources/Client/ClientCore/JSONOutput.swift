import CommandLine
import LinuxIO
import PlainText

/// The daemon's lines on standard output, for programs.
///
/// A pipe or a file gets the daemon's bytes. On a terminal, characters that are not plain become
/// escapes of JSON, which mean the same and move no cursor.
struct JSONOutput {
    private let isTerminal: Bool
    private var buffer: [UInt8] = []

    init(isTerminal: Bool = StandardStream.output.isTerminal) { self.isTerminal = isTerminal }

    /// Writes a line and its newline.
    mutating func write(_ line: ArraySlice<UInt8>) -> WriteOutcome {
        if isTerminal { return StandardStream.output.write(Self.shown(line)) }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: line)
        buffer.append(UInt8(ascii: "\n"))
        return StandardStream.output.write(unchanged: buffer.span.bytes)
    }

    /// Writes whole lines at once, each with its newline.
    func write(lines: [UInt8]) -> WriteOutcome {
        guard isTerminal else { return StandardStream.output.write(unchanged: lines.span.bytes) }
        let shown = lines.split(separator: UInt8(ascii: "\n")).map(Self.shown)
        return StandardStream.output.write(shown.joined())
    }

    /// The text of a line on a terminal.
    static func shown(_ line: ArraySlice<UInt8>) -> ShownText { "\(ShownText(json: line))\n" }

    /// Prints an answer of the daemon: with `--json` its line, else as text for people.
    static func print(
        _ line: ArraySlice<UInt8>, _ flags: ParsedFlags, text: () -> ShownText
    ) throws(ProgramFailure) {
        guard flags.has("--json") else { return try StandardStream.output.print(text()) }
        var output = JSONOutput()
        try output.print(line)
    }

    /// Writes a line and its newline. A closed standard output is a normal end, not a failure.
    ///
    /// - Returns: whether standard output still has a reader.
    @discardableResult
    mutating func print(_ line: ArraySlice<UInt8>) throws(ProgramFailure) -> Bool {
        let outcome = write(line)
        try outcome.check()
        return outcome == .written
    }
}

/// A binary file on standard output, for programs.
enum BinaryOutput {
    /// Whether standard output takes binary files: a terminal would read control sequences in them.
    static var isTaken: Bool { !StandardStream.output.isTerminal }

    /// Writes all bytes as they are. Traps on a terminal.
    static func write(_ bytes: [UInt8]) -> WriteOutcome {
        precondition(isTaken, "a file that is no text is not for a terminal")
        return StandardStream.output.write(unchanged: bytes.span.bytes)
    }
}
