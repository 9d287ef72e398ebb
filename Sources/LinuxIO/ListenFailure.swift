/// Why the daemon cannot listen on a path.
public enum ListenFailure: Error, Hashable, Sendable {
    /// Somebody answers on this socket.
    case busy(path: String)
    /// The name is taken by something that is not ours to remove.
    case notASocket(path: String, kind: FileKind)
    /// The user may not make, replace or reach the socket.
    case permission(SystemFailure)
    /// The folder for the socket does not exist.
    case noDirectory(path: String)
    /// Another program keeps the folder locked, see `ListeningSocket.bind`.
    case locked(directory: String)
    /// Anything else that the system refuses.
    case system(SystemFailure)

    init(_ failure: SystemFailure, directory: String) {
        if failure.call == "flock" {
            self = .locked(directory: directory)
        } else if failure.isPermission {
            self = .permission(failure)
        } else if failure.isNotFound {
            self = .noDirectory(path: directory)
        } else {
            self = .system(failure)
        }
    }
}

extension ListenFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy(let path):
            "another daemon is already listening on \(path); stop it or choose another path"
        case .notASocket(let path, let kind):
            "\(path) is \(kind), not a socket; remove it or choose another path"
        case .permission(let failure): "not permitted: \(failure)"
        case .noDirectory(let path): "the folder \(path) does not exist or cannot hold a socket"
        case .locked(let directory):
            "another program keeps the folder \(directory) locked; try again or choose another path"
        case .system(let failure): failure.description
        }
    }
}
