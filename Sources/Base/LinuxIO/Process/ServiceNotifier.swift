import Glibc
import Vocabulary

/// Tells the service manager the state of this process, sd_notify(3), in datagrams to its socket.
public struct ServiceNotifier: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let address: DatagramAddress

    /// Opens a socket for messages to the manager, whose own socket is looked up with each
    /// datagram, so that a manager that starts anew hears them too.
    ///
    /// - Parameter name: the value of `NOTIFY_SOCKET`.
    public init(to name: String) throws(ServiceNotifierFailure) {
        guard let address = DatagramAddress(name) else { throw .badAddress(name) }
        let type = Int32(bitPattern: SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let raw: Int32
        do throws(SystemFailure) {
            raw = try Syscall.check("socket") { socket(AF_UNIX, type, 0) }
        } catch {
            throw .system(error)
        }
        descriptor = Descriptor(adopting: raw)
        self.address = address
    }

    /// Sends all states in one datagram and never waits, sendto(2).
    ///
    /// Throws `isWouldBlock` while the manager's queue is full, and the system's failure when
    /// nobody listens; nothing has been told then.
    public func tell(_ states: [ServiceState]) throws(SystemFailure) {
        let raw = descriptor.raw
        let text = Array(states.map(\.assignment).joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        _ = try address.withPointer { pointer, length throws(SystemFailure) in
            try Syscall.check("sendto", path: address.text) {
                sendto(raw, text, text.count, flags, pointer, length)
            }
        }
    }
}

/// Why the service manager cannot be told anything.
public enum ServiceNotifierFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `NOTIFY_SOCKET` is no address.
    case badAddress(String)
    case system(SystemFailure)

    public var description: String {
        switch self {
        case .badAddress(let text):
            "NOTIFY_SOCKET is \"\(text)\"; what can be used is a path of at most "
                + "\(SocketPath.byteLimit) bytes from / on, or @ and an abstract name as short"
        case .system(let failure): failure.description
        }
    }
}

/// What a service manager has put into the environment of a process that it starts.
///
/// The variables of sd_notify(3), sd_watchdog_enabled(3) and sd_listen_fds(3), as they stand there.
public struct ServiceEnvironment: Hashable, Sendable {
    /// `NOTIFY_SOCKET`: where the manager wants to hear how the process is.
    public var notifySocket: String?
    /// `WATCHDOG_USEC`: microseconds without a sign of life after which the process is ended.
    public var watchdogPeriod: String?
    /// `WATCHDOG_PID`: the process that must give the sign; left out, any that has the variables.
    public var watchdogProcess: String?
    /// `LISTEN_PID`: the process that the sockets are for.
    public var listenProcess: String?
    /// `LISTEN_FDS`: how many sockets are passed.
    public var listenCount: String?
    /// `LISTEN_FDNAMES`: what they are called, with colons between.
    public var listenNames: String?

    /// The environment of a process that no manager has started.
    public init() {}

    /// Removes the variables from the process's environment, so that no program that it starts
    /// mistakes them for its own. Call it once, before anything else runs.
    public static func consume() -> ServiceEnvironment {
        var environment = ServiceEnvironment()
        environment.notifySocket = Environment.remove("NOTIFY_SOCKET")
        environment.watchdogPeriod = Environment.remove("WATCHDOG_USEC")
        environment.watchdogProcess = Environment.remove("WATCHDOG_PID")
        environment.listenProcess = Environment.remove("LISTEN_PID")
        environment.listenCount = Environment.remove("LISTEN_FDS")
        environment.listenNames = Environment.remove("LISTEN_FDNAMES")
        return environment
    }

    /// How long the manager waits for a sign of life, at least a microsecond; nil when it does not
    /// wait for one of this process.
    public func watchdogTimeout(processID: Int32 = CurrentProcess.id) -> Duration? {
        guard watchdogProcess == nil || watchdogProcess == "\(processID)",
            let period = watchdogPeriod.flatMap({ Int64($0) }), period > 0
        else { return nil }
        return .microseconds(period)
    }
}

/// What a process tells its service manager, sd_notify(3).
public enum ServiceState: Hashable, Sendable {
    /// It has started and serves.
    case ready
    /// It begins to read its configuration again; *ready* follows.
    case reloading(MonotonicInstant)
    /// It begins to end.
    case stopping
    /// It lives: a sign for the watchdog, to be repeated.
    case watchdog
    /// How it is, for people, in one line.
    case status(String)

    /// The assignment that the manager reads.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        case .reloading(let instant):
            "RELOADING=1\nMONOTONIC_USEC=\(instant.microseconds)"
        case .stopping: "STOPPING=1"
        case .watchdog: "WATCHDOG=1"
        // A second line would be an assignment of its own.
        case .status(let text): "STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))"
        }
    }
}
