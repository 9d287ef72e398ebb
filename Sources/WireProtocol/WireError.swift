/// Why a request was refused, in the words that the client is told.
public struct WireError: Error, Hashable, Sendable {
    public let code: ErrorCode
    /// What exactly is wrong, as a sentence.
    public var reason: String
    /// What would be right, as a sentence.
    public var suggestion: String
    /// The dotted path of the field, such as `smooth.over` or `metrics.1`.
    public var field: String?
    /// Which line of the connection, from 1.
    public var line: Int?
    /// Which byte of the line, from 1.
    public var column: Int?

    public init(
        _ code: ErrorCode, reason: String, suggestion: String, field: String? = nil,
        line: Int? = nil, column: Int? = nil
    ) {
        self.code = code
        self.reason = reason
        self.suggestion = suggestion
        self.field = field
        self.line = line
        self.column = column
    }
}

extension WireError {
    /// The error of a line that a ``LineSplitter`` found too long.
    public static func lineTooLong(line: Int) -> WireError {
        WireError(
            .lineTooLong,
            reason: "A request line has at most \(ProtocolLimits.requestLineBytes) bytes.",
            suggestion: "Send shorter lines; the second one that is too long ends the connection.",
            line: line)
    }

    /// The error of a last line that has no end.
    public static func lineCut(line: Int, bytes: Int) -> WireError {
        WireError(
            .badJSON,
            reason: "The stream ends within the line, which was therefore not read.",
            suggestion: "End every request with a newline.", line: line, column: bytes + 1)
    }
}
