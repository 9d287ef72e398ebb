import Glibc

/// A path that fits into a Unix socket's address.
public struct SocketPath: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of a path: `sun_path` has 108, and one ends it, unix(7).
    public static let byteLimit = 107

    public let text: String

    /// Throws when the text is empty, holds a zero byte or is longer than `byteLimit` in UTF-8.
    public init(_ text: String) throws(SocketPathFailure) {
        guard !text.isEmpty else { throw .empty }
        guard !text.utf8.contains(0) else { throw .zeroByte }
        let byteCount = text.utf8.count
        guard byteCount <= Self.byteLimit else { throw .tooLong(path: text, bytes: byteCount) }
        self.text = text
    }

    public var description: String { text }

    /// The folder that the socket lies in: `/run` for `/run/x.sock`, `.` for `x.sock`.
    public var directory: String {
        guard let slash = text.lastIndex(of: "/") else { return "." }
        return slash == text.startIndex ? "/" : String(text[..<slash])
    }

    /// Hands the address, as bind(2) and connect(2) want it, to `body`.
    func withAddress<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Why a text cannot be the path of a socket.
public enum SocketPathFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case zeroByte
    case tooLong(path: String, bytes: Int)

    public var description: String {
        switch self {
        case .empty: "the socket path is empty"
        case .zeroByte: "the socket path holds a zero byte"
        case .tooLong(let path, let bytes):
            "the socket path is \(bytes) bytes long and the system allows "
                + "\(SocketPath.byteLimit); choose a shorter one: \(path)"
        }
    }
}

/// Where a datagram goes: a socket in the file system, or one with an abstract name, unix(7).
struct DatagramAddress: Sendable {
    /// As it was given, with `@` before an abstract name.
    let text: String
    private let address: sockaddr_un
    private let length: socklen_t

    /// Reads `/path` or `@name`; nil when it is neither, holds a zero byte or is too long.
    init?(_ text: String) {
        let name = text.utf8.dropFirst()
        guard text.hasPrefix("/") || text.hasPrefix("@"), !name.isEmpty, !name.contains(0),
            text.utf8.count <= SocketPath.byteLimit
        else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text.utf8) }
        // An abstract name begins with a zero byte, and every byte up to the length is part of it;
        // a path ends with one.
        if text.hasPrefix("@") { address.sun_path.0 = 0 }
        let end = text.hasPrefix("@") ? 0 : 1
        self.text = text
        self.address = address
        length = socklen_t(MemoryLayout<sa_family_t>.size + text.utf8.count + end)
    }

    /// Hands the address, as sendto(2) wants it, to `body`.
    func withPointer<Value, Failure: Error>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafePointer(to: address) { pointer throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                pointer throws(Failure) in try body(pointer, length)
            }
        }
    }
}
