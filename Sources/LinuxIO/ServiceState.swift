/// What a process tells its service manager, sd_notify(3).
public enum ServiceState: Hashable, Sendable {
    /// It has started and serves.
    case ready
    /// It begins to end.
    case stopping
    /// It lives; to be told again and again while the watchdog waits.
    case watchdog
    /// How it is, for people, in one line.
    case status(String)

    /// The assignment that the manager reads.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        // A second line would be an assignment of its own.
        case .status(let text): "STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))"
        }
    }
}
