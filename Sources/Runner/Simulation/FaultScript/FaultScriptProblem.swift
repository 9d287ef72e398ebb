import Vocabulary

/// An error in a fault script, with its line and column.
public typealias FaultScriptError = InputError<FaultScriptProblem>

/// What can be wrong with a fault script. Texts are quoted from it, and are empty where a line ends
/// too early.
public enum FaultScriptProblem: InputProblem {
    case tooLong
    case tooManyFaults
    case notText
    case unknownFault(String)
    case unknownWord(String)
    case unexpected(String, expected: String)
    case repeated(String)
    case notDuration(String)
    case endless(ScriptedFault)
    case notTime(String)
    case timeOutside(String)
    case notReacquired(ScriptedFault)
    case notShare(String)
    case notLane(String)
}

extension FaultScriptProblem {
    public var reason: String {
        switch self {
        case .tooLong: "the script has more than \(FaultScript.byteLimit >> 10) KiB"
        case .tooManyFaults: "there are more than \(FaultScript.faultLimit) faults"
        case .notText: "the line is not UTF-8 text"
        case .unknownFault(let text): "\(Self.shown(text)) is not a fault"
        case .unknownWord(let text): "\(Self.shown(text)) is not expected here"
        case .unexpected(let text, let expected):
            "\"\(expected)\" is expected here, not \(Self.shown(text))"
        case .repeated(let clause): "the line has a second \(clause)"
        case .notDuration(let text): "\(Self.shown(text)) is not a duration"
        case .endless(let fault): "\(fault.rawValue) takes no duration"
        case .notTime(let text): "\(Self.shown(text)) is not a time"
        case .timeOutside(let text): "\(Self.shown(text)) lies outside the session"
        case .notReacquired(let fault): "\(fault.rawValue) has nothing to reacquire"
        case .notShare(let text): "\(Self.shown(text)) is not a share"
        case .notLane(let text): "\(Self.shown(text)) is not a lane"
        }
    }

    public var suggestion: String {
        switch self {
        case .tooLong, .tooManyFaults: "remove what is not needed"
        case .notText: "save the file as plain text in UTF-8"
        case .unknownFault:
            "a line begins with its fault: "
                + ScriptedFault.allCases.map(\.rawValue).joined(separator: ", ")
        case .unknownWord:
            "a fault may be followed by a duration such as 40 s, at 12:00, then reacquire, "
                + "in 0.3 of sessions and on s7"
        case .unexpected(_, let expected):
            "write \(expected == "reacquire" ? "then reacquire" : "in 0.3 of sessions")"
        case .repeated: "give each at most once"
        case .notDuration:
            "write seconds, minutes or both, such as 40 s, 1.5 min or 0:40, above 0 and at most "
                + "\(Self.sessionMinutes) min, in steps of 20 ms"
        case .endless: "it lasts to the end of the session"
        case .notTime, .timeOutside:
            "give the time since the session's start, m:ss or h:mm:ss, from 0:00 to "
                + "\(Self.sessionMinutes - 1):59"
        case .notReacquired: "only \(ScriptedFault.gpsLost.rawValue) can end with then reacquire"
        case .notShare:
            "give a number above 0 and at most 1, such as 0.3, or a percentage, such as 30 %"
        case .notLane:
            "give lanes from s0 to s\(LaneID.limit - 1), with commas between them"
        }
    }

    private static var sessionMinutes: Int64 {
        FleetDuration.lap.ticks / FleetDuration.seconds(60).ticks
    }

    /// In quotes, cut when it is long.
    private static func shown(_ text: String) -> String {
        guard !text.isEmpty else { return "the end of the line" }
        return text.count > 24 ? "\"\(text.prefix(24))…\"" : "\"\(text)\""
    }
}
