import Glibc

/// The sockets that a service manager opens before it starts the process, sd_listen_fds(3).
public enum SocketActivation {
    /// The number of the first descriptor that is passed; the others follow.
    public static let firstDescriptor: Int32 = 3

    /// The socket that has been passed to this process; nil when there is none, or when the
    /// variables are meant for another process.
    ///
    /// One socket is accepted, whatever it is called. From here on it belongs to the listener.
    ///
    /// - Parameters:
    ///   - processID: the process that `LISTEN_PID` has to name.
    ///   - first: the number of the first descriptor.
    /// - Throws: if there are several sockets, or if the one cannot be used.
    public static func listener(
        _ environment: ServiceEnvironment, processID: Int32 = CurrentProcess.id,
        first: Int32 = Self.firstDescriptor
    ) throws(ActivationFailure) -> ListeningSocket? {
        guard environment.listenProcess == "\(processID)", let text = environment.listenCount
        else { return nil }
        guard let count = Int(text), count >= 0 else { throw .badCount(text) }
        switch count {
        case 0: return nil
        case 1: return try ListeningSocket.adopt(first)
        case _: throw .several(count: count, names: environment.listenNames)
        }
    }
}

extension ListeningSocket {
    /// Takes over a socket that listens already and whose name belongs to somebody else, who keeps
    /// it open and will pass it again: the name stays when this value goes.
    ///
    /// It becomes non-blocking and closed on exec. Throws unless it is a listening Unix stream
    /// socket with a path, and leaves it open: its number may be the runtime's own event poll.
    static func adopt(_ raw: Int32) throws(ActivationFailure) -> ListeningSocket {
        // Its number comes from outside, so that a bad one is no mistake of this program.
        guard Syscall.attemptUntrapped({ fcntl(raw, F_GETFD) }).code != EBADF else {
            throw .unsuitable(raw, .notOpen)
        }
        switch try ActivationFailure.of({ () throws(SystemFailure) in try Fitness(of: raw) }) {
        case .flawed(let flaw): throw .unsuitable(raw, flaw)
        case .fit(let path):
            let descriptor = Descriptor(adopting: raw)
            try ActivationFailure.of { () throws(SystemFailure) in
                try descriptor.setCloseOnExec()
                try descriptor.setNonBlocking()
            }
            return ListeningSocket(passed: descriptor, path: path)
        }
    }

    /// Whether an open descriptor can be listened on.
    private enum Fitness {
        case fit(SocketPath)
        case flawed(ActivationFailure.Flaw)

        init(of raw: Int32) throws(SystemFailure) {
            if try FileStatus.of(raw).kind != .socket {
                self = .flawed(.noSocket)
            } else if try option(SO_DOMAIN, of: raw) != AF_UNIX {
                self = .flawed(.otherFamily)
            } else if try option(SO_TYPE, of: raw) != Int32(SOCK_STREAM.rawValue) {
                self = .flawed(.otherType)
            } else if try option(SO_ACCEPTCONN, of: raw) == 0 {
                self = .flawed(.notListening)
            } else {
                self = try path(of: raw).map(Self.fit) ?? .flawed(.noPath)
            }
        }
    }

    /// getsockopt(2).
    private static func option(_ name: Int32, of raw: Int32) throws(SystemFailure) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try Syscall.check("getsockopt") { getsockopt(raw, SOL_SOCKET, name, &value, &length) }
        return value
    }

    /// The path that a socket is bound to, getsockname(2); nil of an abstract name or of none.
    private static func path(of raw: Int32) throws(SystemFailure) -> SocketPath? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = try withUnsafeMutablePointer(to: &address) { pointer throws(SystemFailure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                pointer throws(SystemFailure) in
                try Syscall.check("getsockname") { getsockname(raw, pointer, &length) }
            }
        }
        let count = max(0, Int(length) - MemoryLayout<sa_family_t>.size)
        let text = withUnsafeBytes(of: &address.sun_path) { bytes in
            String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
        }
        return try? SocketPath(text)
    }
}

/// Why the socket that a service manager has passed cannot be used.
public enum ActivationFailure: Error, Hashable, Sendable {
    /// What keeps a descriptor from being a listening Unix stream socket with a path.
    public enum Flaw: Hashable, Sendable {
        case notOpen
        case noSocket
        case otherFamily
        case otherType
        case notListening
        case noPath
    }

    /// `LISTEN_FDS` is no number.
    case badCount(String)
    /// More than one socket was passed.
    case several(count: Int, names: String?)
    case unsuitable(Int32, Flaw)
    case system(SystemFailure)
}

extension ActivationFailure: SystemFailing {}

extension ActivationFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badCount(let text): "LISTEN_FDS is \"\(text)\", which is no number of sockets"
        case .several(let count, let names):
            "the service manager has passed \(count) sockets\(names.map { " (\($0))" } ?? ""), "
                + "and one is accepted; leave one ListenStream= in the socket unit"
        case .unsuitable(let descriptor, let flaw):
            "descriptor \(descriptor) from the service manager \(flaw.description); what is "
                + "accepted comes from ListenStream=/PATH and Accept=no in the socket unit"
        case .system(let failure): failure.description
        }
    }
}

extension ActivationFailure.Flaw: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOpen: "is not open"
        case .noSocket: "is no socket"
        case .otherFamily: "is no Unix socket"
        case .otherType: "is no stream socket"
        case .notListening: "does not listen"
        case .noPath: "has no path by which clients find it"
        }
    }
}
