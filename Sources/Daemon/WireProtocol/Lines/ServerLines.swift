import Vocabulary

/// The types of the lines that a server sends, by the names that they have on the wire.
///
/// Readers of whole lines compare with these names. Writers have them inside longer literals;
/// tests hold those of this module and the examples of the protocol's page to this table.
public enum LineType: String, CaseIterable, Sendable {
    // Data: numbered and in the total order.
    case stat, sample, truth, phase, advisory, event, entry, end
    // Sent to a subscription between its data.
    case snapshot, progress, live, gap, ended
    // Sent to a connection.
    case hello, beat, warn, bye
    // Answers.
    case ok, error, help, sessions, bucket, clients, describe, status

    /// Whether lines of the type are numbered and in the total order.
    public var isData: Bool {
        switch self {
        case .stat, .sample, .truth, .phase, .advisory, .event, .entry, .end: true
        case .snapshot, .progress, .live, .gap, .ended, .hello, .beat, .warn, .bye, .ok, .error,
            .help,
            .sessions, .bucket, .clients, .describe, .status:
            false
        }
    }
}

extension JSONValue {
    /// The type of a line; nil for a line without one, or with one of a later version.
    public var type: LineType? { self["type"]?.text.flatMap(LineType.init(rawValue:)) }
}

/// The lines that a server sends without having been asked, each with its newline.
///
/// `progress`, `live` and `gap` belong to a subscription and are appended to its prefix, `{` or
/// `{"sub":"hr",`.
extension LineBuffer {
    /// Appends how far a subscription is on its way to the present.
    public mutating func append(_ progress: CatchUpProgress) {
        append(#""type":"progress""#)
        appendField("lanes", progress.lanes - progress.lanesToCome)
        appendField("lanes_to_come", progress.lanesToCome)
        if let seconds = progress.secondsLeft {
            appendName("seconds_left")
            appendDecimal(units: Int64(min(seconds, 1e9) * 10), decimals: 1)
        }
        append("}\n")
    }

    /// Appends the line between what was replayed and what is live.
    public mutating func appendLive(anchor: Anchor) {
        append(#""type":"live","t":"#)
        appendTime(anchor.position.instant)
        appendField("anchor", anchor.description)
        append("}\n")
    }

    /// Appends the announcement of lines that a slow consumer has lost.
    ///
    /// - Parameters:
    ///   - after: subscribing again after this anchor replays the lost lines.
    ///   - through: the last lost line.
    public mutating func appendGap(after: Anchor, through: Anchor, lines: Int64) {
        append(#""type":"gap""#)
        appendField("after", after.description)
        appendField("through", through.description)
        appendName("lines")
        appendInteger(lines)
        appendField("reason", "slow_consumer")
        append("}\n")
    }

    /// Appends that the server has ended a subscription, and why.
    ///
    /// - Parameters:
    ///   - name: the name of the subscription; nil for the subscription without a name.
    ///   - anchor: where another subscription can go on; nil if this one had not caught up.
    public mutating func appendEnded(_ name: String?, _ code: ErrorCode, anchor: Anchor?) {
        append(#"{"type":"ended""#)
        appendField("sub", name)
        appendField("code", code.rawValue)
        appendField("description", code.description)
        appendField("anchor", anchor?.description)
        append("}\n")
    }

    /// Appends how many older lines a line has replaced: the field between its prefix and its type.
    public mutating func appendSkipped(_ lines: Int) {
        append(#""skipped":"#)
        appendInteger(Int64(lines))
        append(",")
    }

    /// Appends the warning that a connection falls behind: how much waits for it, and the limits.
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

    /// Appends the last line of a connection.
    ///
    /// - Parameter anchor: where its client can resume.
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

/// How far a subscription is on its way to the present.
public struct CatchUpProgress: Hashable, Sendable {
    /// The lanes that it follows.
    public var lanes: Int
    /// The lanes that have not come to where its lines begin.
    public var lanesToCome: Int
    /// About how long until all have come; nil while that is not known.
    public var secondsLeft: Double?

    public init(lanes: Int, lanesToCome: Int, secondsLeft: Double? = nil) {
        (self.lanes, self.lanesToCome, self.secondsLeft) = (lanes, lanesToCome, secondsLeft)
    }

    /// Nil unless the line is one of progress.
    public init?(_ line: JSONValue) {
        guard line.type == .progress, let lanes = line["lanes"]?.integer,
            let lanesToCome = line["lanes_to_come"]?.integer, lanes >= 0, lanesToCome >= 0
        else { return nil }
        let seconds = line["seconds_left"]?.double.map { min(max($0, 0), 1e9) }
        let (sum, isTooLarge) = lanes.addingReportingOverflow(lanesToCome)
        guard !isTooLarge else { return nil }
        self.init(lanes: sum, lanesToCome: lanesToCome, secondsLeft: seconds)
    }

    /// For people: `1,200 of 100,000 sessions here, about 32 s left`; nil once all are here.
    public var text: String? {
        guard lanesToCome > 0 else { return nil }
        let left = secondsLeft.map { ", about \(Int($0.rounded(.up))) s left" } ?? ""
        return "\(lanes - lanesToCome) of \(lanes) sessions here\(left)"
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
    case silent

    public var description: String {
        switch self {
        case .shutdown: "The server is shutting down."
        case .quit: "The client asked for it."
        case .lineTooLong: "The client sent lines that are too long."
        case .tooManyClients: "There are as many clients as there may be, in all or of one user."
        case .slowConsumer: "A subscription that may lose no line was read too slowly."
        case .stalled: "The client took nothing for \(ProtocolLimits.stallSeconds) s."
        case .silent: "The client asked for nothing, and places are short."
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
        id: AnswerID?, to buffer: inout LineBuffer, fields: (inout LineBuffer) -> Void = { _ in }
    ) {
        buffer.append("{\"type\":\"ok\"")
        buffer.appendField(id: id)
        fields(&buffer)
        buffer.append("}\n")
    }
}

/// The line that says why a request was refused.
public enum ErrorLine {
    /// Appends `{"type":"error",…}` and the newline; nil fields are left out.
    public static func append(_ error: WireError, id: AnswerID?, to buffer: inout LineBuffer) {
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
