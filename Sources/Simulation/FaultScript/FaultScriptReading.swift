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
