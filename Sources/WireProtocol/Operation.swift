/// What a client can ask for; one row each of the help and the self-description.
public enum Operation: String, CaseIterable, Sendable {
    case client, subscribe, unsubscribe, sessions, describe, status, clients, start, pause, resume,
        stop

    /// What it does, as a sentence.
    public var summary: String {
        switch self {
        case .client:
            "Names the client; the answer says why its last connection was ended, if it was."
        case .subscribe: "Starts a stream of lines."
        case .unsubscribe: "Ends a subscription."
        case .sessions: "Lists what is flying, a page at a time."
        case .describe:
            "Lists metrics, statistics, phases, parts of a plan, faults, operations, errors and "
                + "limits."
        case .status: "Says how the daemon is."
        case .clients: "Lists who is connected, a page at a time."
        case .start: "Starts a session on a lane of its own, which flies it once."
        case .pause: "Lets a session's time stand still."
        case .resume: "Lets a session go on that was paused."
        case .stop: "Ends a session; its lane stands until the next one begins."
        }
    }
}
