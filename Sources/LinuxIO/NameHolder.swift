import Glibc

/// Who holds the name that a new socket wants.
enum NameHolder: Hashable {
    /// The name has become free meanwhile.
    case nobody
    /// A socket on which somebody answers.
    case listener
    /// A socket file left behind: the kernel refuses to connect to it.
    case staleSocket
    /// Something else, which is not ours to remove.
    case other(FileKind)

    /// Looks at the name, then tries to connect, which never waits.
    ///
    /// The look comes first because the kernel refuses a connection to a regular file with the same
    /// error as one to a stale socket.
    init(of path: SocketPath) throws(SystemFailure) {
        guard let status = try FileStatus.of(path.text, followingLinks: false) else {
            self = .nobody
            return
        }
        guard status.kind == .socket else {
            self = .other(status.kind)
            return
        }
        do throws(SystemFailure) {
            _ = try StreamSocket.connect(to: path, nonBlocking: true)
            self = .listener
        } catch {
            switch error.code {
            case ECONNREFUSED: self = .staleSocket
            case ENOENT: self = .nobody
            // Its queue is full, or it speaks in another kind of socket: somebody is there.
            case EAGAIN, EPROTOTYPE: self = .listener
            default: throw error
            }
        }
    }
}
