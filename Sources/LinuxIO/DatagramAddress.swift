import Glibc

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
