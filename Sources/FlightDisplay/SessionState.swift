/// How a session stands, as the daemon says it.
enum SessionState: String, Sendable {
    case scheduled, flying, paused, landed
}
