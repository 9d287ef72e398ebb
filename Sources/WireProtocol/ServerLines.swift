import Vocabulary

/// The lines that a server writes by itself, each with its newline.
///
/// Those that belong to a subscription go on behind its prefix, `{` or `{"sub":"hr",`.
extension LineBuffer {
    public mutating func appendLive(anchor: Anchor) {
        append(#""type":"live","t":"#)
        appendTime(anchor.position.instant)
        appendField("anchor", anchor.description)
        append("}\n")
    }

    /// - Parameters:
    ///   - after: asking again from here brings the lines back.
    ///   - through: the last line that is missing.
    public mutating func appendGap(after: Anchor, through: Anchor, lines: Int64) {
        append(#""type":"gap""#)
        appendField("after", after.description)
        appendField("through", through.description)
        appendName("lines")
        appendInteger(lines)
        appendField("reason", "slow_consumer")
        append("}\n")
    }

    /// What a line goes on with behind its prefix, before its type: that it replaced so many.
    public mutating func appendSkipped(_ lines: Int) {
        append(#""skipped":"#)
        appendInteger(Int64(lines))
        append(",")
    }

    /// Says to a connection how much waits for it, and what is the most that may.
    public mutating func appendWarning(
        lines: Int, lineLimit: Int, bytes: Int, byteLimit: Int
    ) {
        append(#"{"type":"warn""#)
        appendField("code", "falling_behind")
        appendField("lines", lines)
        appendField("lines_limit", lineLimit)
        appendField("bytes", bytes)
        appendField("bytes_limit", byteLimit)
        append("}\n")
    }

    public mutating func appendBye(_ reason: ByeReason, anchor: Anchor?) {
        append(#"{"type":"bye""#)
        appendField("code", reason.rawValue)
        appendField("description", reason.description)
        appendField("anchor", anchor?.description)
        append("}\n")
    }

    /// The answer to the bare word `help`, for a person at the socket.
    public mutating func appendHelp() {
        append(#"{"type":"help""#)
        appendField(
            "words",
            TypedWord.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: " "))
        appendField(
            "requests", #"one JSON object a line, such as {"id":1,"op":"describe"}"#)
        append("}\n")
    }
}
