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
