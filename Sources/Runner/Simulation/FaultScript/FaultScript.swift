import Vocabulary

/// A script of the faults that a user wants in a fleet.
///
/// Two scripts are equal if their lines mean the same, however they are written. The order counts
/// only for lines of which something is drawn, because the draw depends on a line's number.
public struct FaultScript: Sendable {
    /// The most bytes of a script's text, 64 KiB: a thousand for each fault.
    public static let byteLimit = 64 << 10
    /// The most lines that name a fault; it bounds the memory of a session.
    public static let faultLimit = 64
    /// How long a satellite receiver that is back has a poor fix.
    public static let reacquisition = FleetDuration.seconds(15)

    /// The end of every fault that lasts beyond a session of 70 minutes: a tick after the last
    /// sample. A span excludes its end, and a dead battery must still be dead at the last sample.
    static let sessionEnd = FleetDuration.lap + FleetDuration(ticks: 1)

    let entries: [FaultScriptEntry]

    /// The empty script.
    public init() { self.init([]) }

    init(_ entries: [FaultScriptEntry]) { self.entries = entries }

    /// Reads a script's text; linear in its length.
    ///
    /// - Throws: the first error; ``FaultScriptReading`` collects them all.
    public init(parsing text: String, name: String = "script") throws(FaultScriptError) {
        let reading = FaultScriptReading(bytes: Array(text.utf8), name: name)
        if let first = reading.errors.first { throw first }
        self = reading.script
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// How many lines name a fault.
    public var count: Int { entries.count }

    /// The spans of one session's faults, by start, without duplicates; a pure function.
    ///
    /// No span is empty, or ends later than a tick after the session's last sample. Spans of the
    /// same fault may overlap.
    ///
    /// - Parameters:
    ///   - run: from the first step to the last, since the session's start.
    ///   - length: of the session.
    func spans(
        _ draws: Draws, run: ClosedRange<FleetDuration>, lasting length: FleetDuration = .lap
    ) -> [FaultSpan] {
        let stream = draws.stream(.faultScript)
        let spans = entries.enumerated().flatMap { index, entry in
            // Every line has two draws, used or not, so that a line changes no other's draws.
            entry.spans(
                lane: draws.lane, run: run, meeting: stream.uniform(2 * UInt64(index)),
                time: stream.uniform(2 * UInt64(index) + 1),
                before: length + FleetDuration(ticks: 1))
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

    /// The script's part in a fleet's identity: the same text for equal scripts, and for no others.
    /// Empty for the empty script.
    public var identityText: String {
        let lines = entries.enumerated().map { index, entry in
            // Draws depend on the number of the line.
            entry.isDrawn ? "\(index): \(entry)" : "\(entry)"
        }
        return Set(lines).sorted().joined(separator: "\n")
    }
}

extension FaultScript: CustomStringConvertible {
    /// A text that reads back as an equal script, one fault a line.
    public var description: String { entries.map { "\($0)\n" }.joined() }
}

/// The reading of a fault script's text. It goes on after an error, to collect the errors of all
/// lines.
public struct FaultScriptReading: Sendable {
    /// The faults of the lines without error.
    public let script: FaultScript
    /// By line, at most one for each.
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
                // Wrong lines count as well, which bounds the number of errors.
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
