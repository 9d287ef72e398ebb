import Glibc

/// A Unix stream socket that waits for peers, and owns its name in the file system unless it was
/// passed by somebody who does.
///
/// When the value goes, its own name is removed if it is still this socket's, then the descriptor
/// is closed. In this order nobody can find the name without a listener, take it for stale and
/// replace it in between. The open socket keeps its file alive, so that no other file can have the
/// same number meanwhile.
public struct ListeningSocket: ~Copyable, Sendable {
    public let path: SocketPath
    /// The identity of its own name; nil when the name belongs to somebody else.
    private let identity: FileStatus.Identity?
    private let descriptor: Descriptor

    /// How long to wait for another daemon that starts in the same folder at the same moment.
    public static let lockPatience = Duration.seconds(2)

    private init(_ path: SocketPath, _ descriptor: consuming Descriptor) throws(SystemFailure) {
        guard let status = try FileStatus.of(path.text, followingLinks: false) else {
            throw SystemFailure(call: "bind", code: ENOENT, path: path.text)
        }
        self.path = path
        self.identity = status.identity
        self.descriptor = descriptor
    }

    /// A socket that listens already, under a name that belongs to somebody else.
    init(passed descriptor: consuming Descriptor, path: SocketPath) {
        self.path = path
        identity = nil
        self.descriptor = descriptor
    }

    deinit {
        guard let identity else { return }
        let status = try? FileStatus.of(path.text, followingLinks: false)
        guard let status, status.identity == identity else { return }
        unlink(path.text)
    }

    /// Removes the name and closes the socket; nothing can be done about a failure here.
    public consuming func close() {}

    /// Whether the name belongs to somebody else, such as the service manager.
    public var isPassed: Bool { identity == nil }

    /// The descriptor's number, to wait for peers with `EventPoll` or `Poll`.
    public var raw: Int32 { descriptor.raw }

    /// The next peer, non-blocking and closed on exec, or nil when none waits, accept4(2).
    ///
    /// A peer that has given up meanwhile is passed over. Throws when no descriptor is left
    /// (`EMFILE`, `ENFILE`); the peer then still waits and the socket stays readable, so stop
    /// watching it until a connection has been closed.
    public func accept() throws(SystemFailure) -> Descriptor? {
        let raw = raw
        let flags = Int32(bitPattern: SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        while true {
            let outcome = Syscall.attempt("accept4") { LinuxCall.accept(raw, nil, nil, flags) }
            switch outcome.code {
            case 0: return Descriptor(adopting: outcome.value)
            case EAGAIN: return nil
            case ECONNABORTED: continue
            default: throw SystemFailure(call: "accept4", code: outcome.code, path: path.text)
            }
        }
    }
}

extension ListeningSocket {
    /// Makes the socket at `path` and listens on it: non-blocking, closed on exec.
    ///
    /// A name that is taken is tried: if somebody answers, this fails as busy; if it is a socket
    /// that nobody listens on any more, it is removed and the name bound once more; anything else
    /// is left alone. A lock on the folder keeps a second daemon, started at the same moment, from
    /// taking a socket that is bound but does not listen yet for a stale one; the lock leaves no
    /// file behind.
    ///
    /// - Parameters:
    ///   - path: a relative one means the folder that the process works in now and must stay in.
    ///   - mode: who may connect; exact whatever the process's mask, and set before anybody can.
    ///   - backlog: how many peers may wait to be accepted; the system caps it.
    public static func bind(
        path: SocketPath, mode: UInt32 = usualMode, backlog: Int32 = 128,
        lockPatience: Duration = Self.lockPatience
    ) throws(ListenFailure) -> ListeningSocket {
        precondition(mode & ~0o777 == 0, "mode \(mode) of a socket has more than nine bits")
        let refusal: ListenFailure
        do throws(SystemFailure) {
            let lock = try DirectoryLock(
                path.directory, patience: lockPatience)
            let descriptor = try StreamSocket.make(nonBlocking: true)
            switch try claim(path, for: descriptor.raw, mode: mode) {
            case .bound:
                let socket = try ListeningSocket(path, descriptor)
                try socket.listen(mode: mode, backlog: backlog)
                lock.release()
                return socket
            case .busy: refusal = .busy(path: path.text)
            case .notASocket(let kind): refusal = .notASocket(path: path.text, kind: kind)
            }
        } catch {
            refusal = ListenFailure(error, directory: path.directory)
        }
        throw refusal
    }

    /// The owner and the group may connect.
    public static let usualMode: UInt32 = 0o660

    private enum Claim {
        case bound
        case busy
        case notASocket(FileKind)
    }

    private static func claim(
        _ path: SocketPath, for raw: Int32, mode: UInt32
    ) throws(SystemFailure) -> Claim {
        // Linux makes the file with the socket's own mode, narrowed by the mask: from its first
        // moment on it is never wider than asked.
        try Syscall.check("fchmod") { fchmod(raw, mode) }
        if try give(raw, name: path) { return .bound }
        switch try NameHolder(of: path) {
        case .nobody: break
        case .listener: return .busy
        case .other(let kind): return .notASocket(kind)
        case .staleSocket: try Syscall.check("unlink", path: path.text) { unlink(path.text) }
        }
        return try give(raw, name: path) ? .bound : .busy
    }

    /// Whether the name was free, bind(2).
    private static func give(_ raw: Int32, name path: SocketPath) throws(SystemFailure) -> Bool {
        let outcome = path.withAddress { address, length in
            Syscall.attempt("bind") { Glibc.bind(raw, address, length) }
        }
        switch outcome.code {
        case 0: return true
        case EADDRINUSE: return false
        default: throw SystemFailure(call: "bind", code: outcome.code, path: path.text)
        }
    }

    private func listen(mode: UInt32, backlog: Int32) throws(SystemFailure) {
        let (raw, path) = (raw, path.text)
        if try FileStatus.of(path, followingLinks: false)?.permissions != mode {
            try SocketMode.set(mode, of: path)
        }
        try Syscall.check("listen", path: path) { Glibc.listen(raw, backlog) }
    }
}

/// The mode of a name that is no link.
enum SocketMode {
    private static let call: StaticString = "fchmodat"

    /// Sets the mode, fchmodat(2). The C library goes by way of /proc, the kernel does without.
    ///
    /// - Throws: ``SystemFailure/isUnsupported`` without /proc where Linux is older than 6.6.
    static func set(_ mode: UInt32, of path: String) throws(SystemFailure) {
        do throws(SystemFailure) {
            try Syscall.check(call, path: path) {
                fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            guard error.isUnsupported else { throw error }
            try setByKernel(mode, of: path)
        }
    }

    /// Sets the mode without /proc, fchmodat2(2).
    static func setByKernel(_ mode: UInt32, of path: String) throws(SystemFailure) {
        let outcome = Syscall.attempt(call) {
            LinuxCall.pathSystem(
                LinuxCall.changeModeAt, AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW)
        }
        guard outcome.code != 0 else { return }
        // An older kernel does not know the call, and some containers forbid what they do not know.
        let isUnknown = outcome.code == ENOSYS || outcome.code == EPERM
        throw SystemFailure(
            call: call.description, code: isUnknown ? EOPNOTSUPP : outcome.code, path: path)
    }
}

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
    /// The mask has narrowed the socket's mode, which cannot be set without /proc here.
    case narrowed(path: String)
    /// Anything else that the system refuses.
    case system(SystemFailure)

    init(_ failure: SystemFailure, directory: String) {
        if failure.call == "flock" {
            self = .locked(directory: directory)
        } else if failure.isUnsupported, let path = failure.path {
            self = .narrowed(path: path)
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
        case .narrowed(let path):
            "cannot set the mode of \(path) without /proc before Linux 6.6; mount /proc, or start "
                + "with a mask that lets its users in (umask 0)"
        case .system(let failure): failure.description
        }
    }
}
