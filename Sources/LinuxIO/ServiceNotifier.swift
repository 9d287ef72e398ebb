import Glibc

/// Tells the service manager how this process is, sd_notify(3), in datagrams to its socket.
public struct ServiceNotifier: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let address: DatagramAddress

    /// Opens a socket to tell the manager with; the manager's own is looked up with each datagram,
    /// so that a manager that starts anew goes on hearing.
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

    /// Sends all in one datagram and never waits, sendto(2).
    ///
    /// Throws `isWouldBlock` while the manager has too much to read, and what the system says when
    /// nobody is there; nothing has been told then.
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
    /// What `NOTIFY_SOCKET` says is no address.
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
