import LinuxIO

/// What can go wrong between a client and its daemon, in the user's words.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens on any of the sockets that were tried.
    case noDaemon(tried: [String])
    case permission(SystemFailure)
    case badPath(SocketPathFailure)
    /// The connection ended without a farewell.
    case linkLost
    /// Who listens does not take the connection, or does not greet.
    case silent
    /// The descriptor that was watched beside the socket can be read.
    case interrupted
    /// The daemon sent what it must not.
    case protocolViolation(String)
    /// The daemon answered with an error: its code on the wire, its reason, and whether the same
    /// may succeed later.
    case refused(code: String, String, mayPass: Bool)
    /// The daemon said goodbye instead of an answer, and why.
    case dismissed(String)
    /// The answer to a request did not come in the time that it was waited for.
    case unanswered(request: String, milliseconds: Int64)
    case system(SystemFailure)

    package var description: String {
        switch self {
        case .noDaemon(let tried):
            "no daemon answers at \(tried.joined(separator: " or ")); start runwayd, "
                + "name its socket with --socket, or try runway live --embedded"
        case .permission(let failure):
            "not permitted to use the socket: \(failure); ask for membership of its group"
        case .badPath(let failure): failure.description
        case .linkLost: "the daemon ended the connection without a farewell"
        case .silent:
            "the daemon does not greet; it may be stopped or overloaded, or this is not runwayd's "
                + "socket"
        case .interrupted: "something else came first"
        case .protocolViolation(let what): "the daemon broke the protocol: \(what)"
        case .refused(_, let why, _): "the daemon refused: \(why)"
        case .dismissed(let why): "the daemon ended the connection before it answered: \(why)"
        case .unanswered(let request, let milliseconds):
            "the daemon has not answered \(request) in \(Self.seconds(milliseconds)) s; it may be "
                + "stopped or overloaded: look at its process and its log, or wait longer with "
                + "--timeout"
        case .system(let failure): failure.description
        }
    }

    /// Whether trying again may help: a daemon that starts, ends or is full can be met in any of
    /// these states.
    package var mayPass: Bool {
        switch self {
        case .noDaemon, .permission, .linkLost, .silent, .interrupted, .refused, .dismissed,
            .unanswered, .system:
            true
        case .badPath, .protocolViolation: false
        }
    }

    /// `10`, `0.25`.
    private static func seconds(_ milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(whole)" : "\(Double(milliseconds) / 1000)"
    }
}
