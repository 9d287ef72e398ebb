import Vocabulary

/// What one line of a client asks for.
public enum Request: Hashable, Sendable {
    case client(name: String)
    case subscribe(SubscribeRequest)
    /// Nil is the subscription without a name.
    case unsubscribe(sub: String?)
    /// A page of sessions, from lane `from` on, at most `limit` of them.
    case sessions(from: LaneID, limit: Int)
    /// A page of sessions, sorted.
    case sortedSessions(SortedSessionsRequest)
    case query(QueryRequest)
    case describe
    case status
    /// A page of connections, from the one numbered `from` on, at most `limit` of them.
    case clients(from: Int64, limit: Int)
    case command(CommandRequest)
    /// A bare word that a person typed.
    case typed(TypedWord)
}

/// A request, and what its answer says of it.
public struct IncomingRequest: Hashable, Sendable {
    public let answerID: AnswerID
    public let request: Request
}

/// Why a line is no request; with its id, if one could be read.
public struct RequestFailure: Error, Hashable, Sendable {
    public let answerID: AnswerID
    public let error: WireError
}

/// A client's name for its request, which the answer repeats.
public enum RequestID: Hashable, Sendable {
    /// 0...2^53.
    case number(Int64)
    /// At most 64 Unicode scalars.
    case text(String)
}

extension RequestID {
    /// Whether the id is within the limits.
    var isAllowed: Bool {
        switch self {
        case .number(let number): (0...ProtocolLimits.requestIDMaximum).contains(number)
        case .text(let text): text.unicodeScalars.count <= ProtocolLimits.requestIDCharacters
        }
    }
}

extension LineBuffer {
    /// Appends `,"id":` and the number or text; nothing for nil.
    public mutating func appendField(id: RequestID?) {
        switch id {
        case .number(let number):
            appendName("id")
            appendInteger(number)
        case .text(let text): appendField("id", text)
        case nil: break
        }
    }
}

/// What a client can ask for; one row each of the help and the self-description.
public enum Operation: String, CaseIterable, Sendable {
    case client, subscribe, unsubscribe, sessions, query, describe, status, clients, start, pause,
        resume, stop, add, remove

    /// What the operation does, as a sentence.
    public var summary: String {
        switch self {
        case .client:
            "Names the client; the answer says why its last connection was ended, if it was."
        case .subscribe: "Starts a stream of lines."
        case .unsubscribe: "Ends a subscription."
        case .sessions: "Lists what is flying, a page at a time."
        case .query: "Sums up samples and entries by hours, days or months, a page at a time."
        case .describe:
            "Lists metrics, statistics, phases, parts of a plan, faults, operations, errors, "
                + "presets and limits."
        case .status: "Says how the daemon is."
        case .clients: "Lists who is connected, a page at a time."
        case .start: "Starts a session on a lane of its own, which flies it once."
        case .pause: "Lets a session's time stand still."
        case .resume: "Lets a session go on that was paused."
        case .stop: "Ends a session; its lane stands until the next one begins."
        case .add: "Adds a sample by hand to the book of a lane."
        case .remove: "Removes a sample that was added by hand."
        }
    }
}

/// A request that a person can type as a bare word.
public enum TypedWord: String, CaseIterable, Sendable {
    case help, status, watch, quit

    /// What the word does, as a sentence.
    public var summary: String {
        switch self {
        case .help: "Lists these words and the operations."
        case .status: "Says how the daemon is."
        case .watch: "Starts an unnamed subscription to statistics of all sessions."
        case .quit: "Ends the connection."
        }
    }
}
