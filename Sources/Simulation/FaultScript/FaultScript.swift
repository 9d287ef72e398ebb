import Vocabulary

/// The faults that a user wants, session by session.
///
/// Scripts are equal when their lines mean the same, however they are written; the order of the
/// lines counts only for those of which something is drawn.
public struct FaultScript: Sendable {
    /// The most bytes of a script's text: a thousand for each fault.
    public static let byteLimit = 64 << 10
    /// The most lines that name a fault, so that a session's memory has a bound.
    public static let faultLimit = 64
    /// How long a satellite receiver that is back has a poor fix.
    public static let reacquisition = FleetDuration.seconds(15)

    /// Where faults are cut: a tick behind the last sample of a session, because a span does not
    /// hold at its end, and a battery that is dead stays so.
    static let sessionEnd = FleetDuration.lap + FleetDuration(ticks: 1)

    let entries: [FaultScriptEntry]

    /// Nothing goes wrong but by chance.
    public init() { self.init([]) }

    init(_ entries: [FaultScriptEntry]) { self.entries = entries }

    /// Reads a script's text; linear in its length.
    ///
    /// - Throws: the first error; ``FaultScriptReading`` has them all.
    public init(parsing text: String, name: String = "script") throws(FaultScriptError) {
        let reading = FaultScriptReading(bytes: Array(text.utf8), name: name)
        if let first = reading.errors.first { throw first }
        self = reading.script
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// How many lines name a fault.
    public var count: Int { entries.count }

    /// What the script makes of one session; the same whenever it is asked.
    ///
    /// In the order of their starts, each once; none is empty or ends later than a tick behind the
    /// session's last sample.
    /// Spans of the same fault may overlap.
    ///
    /// - Parameter run: from the first to the last step, since the session's start.
    func spans(_ draws: Draws, run: ClosedRange<FleetDuration>) -> [FaultSpan] {
        let stream = draws.stream(.faultScript)
        let spans = entries.enumerated().flatMap { index, entry in
            // Two draws for every line, used or not: no line moves those of another.
            entry.spans(
                lane: draws.lane, run: run, meeting: stream.uniform(2 * UInt64(index)),
                time: stream.uniform(2 * UInt64(index) + 1))
        }
        return Set(spans).sorted {
            ($0.start, $0.end, $0.fault.rawValue) < ($1.start, $1.end, $1.fault.rawValue)
        }
    }
}

extension FaultScript: Equatable {
    public static func == (left: FaultScript, right: FaultScript) -> Bool {
        left.identityText == right.identityText
    }

    /// The same for equal scripts and for no others: the script's part in a fleet's identity. Empty
    /// for the empty script.
    public var identityText: String {
        let lines = entries.enumerated().map { index, entry in
            // What is drawn hangs on the line's place.
            entry.isDrawn ? "\(index): \(entry)" : "\(entry)"
        }
        return Set(lines).sorted().joined(separator: "\n")
    }
}

extension FaultScript: CustomStringConvertible {
    /// A text that reads back as the same script, a fault a line.
    public var description: String { entries.map { "\($0)\n" }.joined() }
}

/// A fault script's text, read to its end also after a line that is wrong.
public struct FaultScriptReading: Sendable {
    /// The faults of the lines that are right.
    public let script: FaultScript
    /// In the order of the lines, at most one for each.
    public let errors: [FaultScriptError]

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads UTF-8, one fault a line; a byte order mark, CRLF, empty lines and comments after `#`
    /// are accepted.
    ///
    /// - Parameter name: what the script is called in errors, usually its path.
    public init(bytes: [UInt8], name: String) {
        guard bytes.count <= FaultScript.byteLimit else {
            script = FaultScript()
            errors = [FaultScriptError(name: name, line: 1, column: 1, problem: .tooLong)]
            return
        }
        var entries: [FaultScriptEntry] = []
        var errors: [FaultScriptError] = []
        for (index, text) in Self.lines(of: bytes).enumerated() {
            do throws(FaultScriptError) {
                var line = try FaultScriptLine(text, number: index + 1, script: name)
                guard !line.isEmpty else { continue }
                // Lines that are wrong count, so that the errors of any file are few.
                let isFull = entries.count + errors.count == FaultScript.faultLimit
                if isFull { throw line.error(.tooManyFaults) }
                entries.append(try line.entry())
            } catch {
                errors.append(error)
                if errors.count + entries.count > FaultScript.faultLimit { break }
            }
        }
        script = FaultScript(entries)
        self.errors = errors
    }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        return content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
