import Glibc

/// The two ends of one connection.
///
/// Frozen, so that other modules may move the two ends to variables of their own.
@frozen
public struct SocketPair: ~Copyable, Sendable {
    public let first: Descriptor
    public let second: Descriptor

    /// Makes two sockets connected to each other, closed on exec, socketpair(2).
    public init(nonBlocking: Bool = true) throws(SystemFailure) {
        var raws: (Int32, Int32) = (-1, -1)
        let type = StreamSocket.type(nonBlocking: nonBlocking)
        try withUnsafeMutableBytes(of: &raws) { bytes throws(SystemFailure) in
            let pointer = bytes.assumingMemoryBound(to: Int32.self).baseAddress
            try Syscall.check("socketpair") { socketpair(AF_UNIX, type, 0, pointer) }
        }
        first = Descriptor(adopting: raws.0)
        second = Descriptor(adopting: raws.1)
    }
}
