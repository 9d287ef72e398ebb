import PlainText

/// Why a request was refused, in the words of the error line.
public struct WireError: Error, Hashable, Sendable {
    public let code: ErrorCode
    /// What exactly is wrong, as a sentence.
    public var reason: String
    /// What would be right, as a sentence.
    public var suggestion: String
    /// The dotted path of the field, such as `smooth.over` or `metrics.1`.
    public var field: String?
    /// The number of the line in its connection, from 1.
    public var line: Int?
    /// The number of the byte in the line, from 1.
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

/// The stable codes of errors, a part of the protocol.
public enum ErrorCode: String, CaseIterable, Sendable {
    case badJSON = "bad_json"
    case lineTooLong = "line_too_long"
    case unknownOperation = "unknown_op"
    case badField = "bad_field"
    case badWindow = "bad_window"
    case badEvery = "bad_every"
    case badStatistic = "bad_statistic"
    case badSmoothing = "bad_smoothing"
    case unknownMetric = "unknown_metric"
    case unknownSession = "unknown_session"
    case noData = "no_data"
    case noEntry = "no_entry"
    case authorizationNotDetermined = "authorization_not_determined"
    case sharingDenied = "sharing_denied"
    case unableToComplete = "unable_to_complete"
    case wrongState = "wrong_state"
    case duplicateSubscription = "duplicate_sub"
    case unknownSubscription = "unknown_sub"
    case tooManySubscriptions = "too_many_subs"
    case tooManyClients = "too_many_clients"
    case rateLimited = "rate_limited"
    case noRoom = "no_room"
    case anchorInvalid = "anchor_invalid"
    case anchorForeign = "anchor_foreign"
    case anchorExpired = "anchor_expired"
    case historyBudget = "history_budget"
    case anchorAhead = "anchor_ahead"
    case clockBehind = "clock_behind"
    case diskFull = "disk_full"
    case shuttingDown = "shutting_down"
    case `internal` = "internal"

    /// Whether the request was refused for want of a right.
    public var isOfRights: Bool {
        self == .authorizationNotDetermined || self == .sharingDenied
    }

    /// What went wrong, always the same sentence for a code.
    public var description: String {
        switch self {
        case .badJSON: "The line is not a request."
        case .lineTooLong: "The line is too long."
        case .unknownOperation: "There is no such operation."
        case .badField: "A field of the request cannot be used."
        case .badWindow: "The window cannot be used."
        case .badEvery: "The interval between statistics cannot be used."
        case .badStatistic: "The statistics cannot be used."
        case .badSmoothing: "The smoothing cannot be used."
        case .unknownMetric: "There is no such metric."
        case .unknownSession: "There is no such session."
        case .noData: "There is nothing on that day."
        case .noEntry: "There is no such entry."
        case .authorizationNotDetermined: "Nobody has said what this client may do."
        case .sharingDenied: "The client has no right to that."
        case .unableToComplete: "The answer was begun and cannot be completed."
        case .wrongState: "The session is in no state for that."
        case .duplicateSubscription: "There is a subscription of this name already."
        case .unknownSubscription: "There is no subscription of this name."
        case .tooManySubscriptions: "The connection has all the subscriptions that it may have."
        case .tooManyClients: "There are as many clients as there may be, in all or of one user."
        case .rateLimited: "The user asks too often."
        case .noRoom: "The server has no room for it."
        case .anchorInvalid: "The anchor is damaged or mistyped."
        case .anchorForeign: "The anchor belongs to another fleet."
        case .anchorExpired: "The anchor is older than what can be computed again."
        case .historyBudget: "That is more of the past than is computed for one request."
        case .anchorAhead: "The anchor lies ahead of the fleet's present."
        case .clockBehind: "The machine's clock is behind lines that may have been sent."
        case .diskFull: "The disk of the state directory is full."
        case .shuttingDown: "The server is shutting down."
        case .internal: "The server made a mistake."
        }
    }

    /// Whether the same request may succeed later, without a change.
    public var isRetryable: Bool {
        switch self {
        case .unableToComplete, .tooManyClients, .rateLimited, .noRoom, .anchorAhead, .clockBehind,
            .diskFull, .shuttingDown, .internal:
            true
        case .badJSON, .lineTooLong, .unknownOperation, .badField, .badWindow, .badEvery,
            .badStatistic, .badSmoothing, .unknownMetric, .unknownSession, .noData, .noEntry,
            .authorizationNotDetermined, .sharingDenied, .wrongState, .duplicateSubscription,
            .unknownSubscription, .tooManySubscriptions,
            .anchorInvalid, .anchorForeign, .anchorExpired, .historyBudget:
            false
        }
    }
}

/// How text from outside is shown inside a sentence of the wire.
enum Excerpt {
    static let characterLimit = 40

    /// The text in quotes, cut when it is long, with `?` for what is not plain and for any space
    /// but the common one.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var start = String.UnicodeScalarView()
        for scalar in scalars.prefix(characterLimit) {
            start.append(isShown(scalar) ? scalar : "?")
        }
        let isCut = scalars.dropFirst(characterLimit).first != nil
        return "\"\(String(start))\(isCut ? "…" : "")\""
    }

    /// The text, cut when it is long, with escapes such as `\u{1b}` for what is not plain and for
    /// any space but the common one, so that names which look alike can be told apart.
    static func escaped(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let piece =
                isShown(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            guard shown.count + piece.unicodeScalars.count <= characterLimit else {
                return String(shown) + "…"
            }
            shown.append(contentsOf: piece.unicodeScalars)
        }
        return String(shown)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        let isOtherSpace =
            scalar != " " && scalar.properties.generalCategory == .spaceSeparator
        return scalar.isPlain && !isOtherSpace
    }

    /// `a, b or c`.
    static func choice(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
