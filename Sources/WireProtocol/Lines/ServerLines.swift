import Vocabulary

/// The types of the lines that a server sends, by the names that they have on the wire.
///
/// Every reader takes the names from here. The writers, which write them as a part of longer
/// literals, are held to the table by tests, and so is the load tester, whose readers compare the
/// bytes of whole fields at once.
public enum LineType: String, CaseIterable, Sendable {
    // Data: numbered and in the total order.
    case stat, sample, truth, phase, advisory, event, end
    // What a subscription is told between them.
    case snapshot, live, gap
    // What a connection is told.
    case hello, beat, warn, bye
    // Answers.
    case ok, error, help, sessions, clients, describe, status

    /// Whether lines of the type are numbered and in the total order.
    public var isData: Bool {
        switch self {
        case .stat, .sample, .truth, .phase, .advisory, .event, .end: true
        case .snapshot, .live, .gap, .hello, .beat, .warn, .bye, .ok, .error, .help, .sessions,
            .clients, .describe, .status:
            false
        }
    }
}

extension JSONValue {
    /// The type of a line; nil of one that has none, or one of a later version.
    public var type: LineType? { self["type"]?.text.flatMap(LineType.init(rawValue:)) }
}

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

/// Why the server ends a connection. The raw value is the code on the wire.
public enum ByeReason: String, CaseIterable, Sendable {
    case shutdown
    case quit
    case lineTooLong = "line_too_long"
    case tooManyClients = "too_many_clients"
    case slowConsumer = "slow_consumer"
    case stalled

    public var description: String {
        switch self {
        case .shutdown: "The server is shutting down."
        case .quit: "The client asked for it."
        case .lineTooLong: "The client sent lines that are too long."
        case .tooManyClients: "The server has all the clients that it may have."
        case .slowConsumer: "A subscription that may lose no line was read too slowly."
        case .stalled: "The client took nothing for \(ProtocolLimits.stallSeconds) s."
        }
    }
}

/// The line that answers a request.
public enum OkLine {
    /// Appends `{"type":"ok",…}` and the newline.
    ///
    /// - Parameter fields: appends further fields, each with its comma in front, as
    ///   ``LineBuffer/appendField(_:_:)-(StaticString,String?)`` does.
    public static func append(
        id: RequestID?, to buffer: inout LineBuffer, fields: (inout LineBuffer) -> Void = { _ in }
    ) {
        buffer.append("{\"type\":\"ok\"")
        buffer.appendField(id: id)
        fields(&buffer)
        buffer.append("}\n")
    }
}

/// The line that says why a request was refused.
public enum ErrorLine {
    /// Appends `{"type":"error",…}` and the newline; what is nil is left out.
    public static func append(_ error: WireError, id: RequestID?, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"error\"")
        buffer.appendField(id: id)
        buffer.appendField("code", error.code.rawValue)
        buffer.appendField("description", error.code.description)
        buffer.appendField("reason", error.reason)
        buffer.appendField("suggestion", error.suggestion)
        buffer.appendField("field", error.field)
        buffer.appendField("line", error.line)
        buffer.appendField("column", error.column)
        buffer.appendField("retryable", error.code.isRetryable)
        buffer.append("}\n")
    }
}
