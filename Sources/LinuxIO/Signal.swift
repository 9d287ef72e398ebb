import Glibc

/// A signal that a program may want to hear of.
public enum Signal: Int32, Hashable, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    /// Ctrl-\ on a terminal.
    case quit = 3
    case user1 = 10
    case user2 = 12
    case terminate = 15
    /// The process runs again after a stop of whatever kind.
    case `continue` = 18
    /// Ctrl-Z on a terminal: the wish that the process stops itself.
    case suspend = 20
    case windowChange = 28

    /// Makes a write to a closed pipe an error instead of the end of the process.
    public static func ignoreBrokenPipe() {
        // SIGPIPE can be ignored, so that the call has no way to fail.
        _ = signal(SIGPIPE, SIG_IGN)
    }
}

extension Signal: CustomStringConvertible {
    /// The name of the signal as kill(1) prints it.
    public var description: String {
        switch self {
        case .hangUp: "HUP"
        case .interrupt: "INT"
        case .quit: "QUIT"
        case .user1: "USR1"
        case .user2: "USR2"
        case .terminate: "TERM"
        case .continue: "CONT"
        case .suspend: "TSTP"
        case .windowChange: "WINCH"
        }
    }
}
