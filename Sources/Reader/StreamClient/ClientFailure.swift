import LinuxIO
import Vocabulary

/// What can go wrong between a client and its daemon, described for users.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens on any of the sockets that were tried.
    case noDaemon(tried: [String])
    case permission(SystemFailure)
    case badPath(SocketPathFailure)
    /// The connection ended without a `bye`.
    case linkLost
    /// The listener does not accept the connection, or does not greet.
    case silent
    /// The descriptor that was watched beside the socket became readable.
    case interrupted
    /// The daemon sent what the protocol does not allow.
    case protocolViolation(String)
    /// The daemon answered with an error: its code on the wire, its reason, and whether the same
    /// request may succeed later.
    case refused(code: String, String, mayPass: Bool)
    /// The daemon sent a `bye` instead of an answer, with its reason.
    case dismissed(String)
    /// No answer to a request arrived in time.
    case unanswered(request: String, waited: Duration)
    case system(SystemFailure)

    package var description: String {
        switch self {
        case .noDaemon(let tried):
            "no daemon answers at \(tried.joined(separator: " or ")); start runwayd, "
                + "name its socket with --socket, or try runway live --embedded"
        case .permission(let failure):
            ClosedDoor().words(for: failure, SocketDoor(of: failure.path ?? ""))
        case .badPath(let failure): failure.description
        case .linkLost: "the daemon ended the connection without a farewell"
        case .silent:
            "the daemon does not greet; it may be stopped or overloaded, or this is not runwayd's "
                + "socket"
        case .interrupted: "something else came first"
        case .protocolViolation(let what): "the daemon broke the protocol: \(what)"
        case .refused(_, let why, _): "the daemon refused: \(why)"
        case .dismissed(let why): "the daemon ended the connection before it answered: \(why)"
        case .unanswered(let request, let waited):
            "the daemon has not answered \(request) in \(Self.seconds(waited)) s; it may be "
                + "stopped or overloaded: look at its process and its log, or wait longer with "
                + "--timeout"
        case .system(let failure): failure.description
        }
    }

    /// Whether another attempt may succeed: a daemon that is starting, ending or full causes any of
    /// these.
    package var mayPass: Bool {
        switch self {
        case .noDaemon, .permission, .linkLost, .silent, .interrupted, .refused, .dismissed,
            .unanswered, .system:
            true
        case .badPath, .protocolViolation: false
        }
    }

    /// `10`, `0.25`.
    private static func seconds(_ span: Duration) -> String {
        let milliseconds = span.wholeMilliseconds
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(whole)" : "\(Double(milliseconds) / 1000)"
    }
}
