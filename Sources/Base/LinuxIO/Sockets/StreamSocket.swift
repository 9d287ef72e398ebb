import Glibc

/// What became of a send.
public enum SendOutcome: Hashable, Sendable {
    /// The kernel took this many bytes, perhaps fewer than were offered.
    case sent(Int)
    /// The kernel's buffer is full: ask for writability.
    case wouldBlock
    /// Nothing can be sent on this connection any more.
    case closed(SystemFailure)
}

/// What became of a receive.
public enum ReceiveOutcome: Hashable, Sendable {
    /// This many bytes arrived, at least one.
    case received(Int)
    /// Nothing has arrived yet: ask for readability.
    case wouldBlock
    /// The other end has closed and everything has been read.
    case endOfStream
    /// Nothing can be received on this connection any more.
    case failed(SystemFailure)
}

/// The calls on connected Unix stream sockets. Sending and receiving allocate nothing.
public enum StreamSocket {
    /// Sends from the front of `bytes` without raising SIGPIPE, send(2).
    @inline(__always)
    public static func send(to raw: Int32, _ bytes: UnsafeRawBufferPointer) -> SendOutcome {
        let outcome = once(raw, bytes)
        guard outcome.code != 0 else { return .sent(outcome.value) }
        return unsent(outcome.code, raw, bytes)
    }

    @inline(__always)
    private static func once(
        _ raw: Int32, _ bytes: UnsafeRawBufferPointer
    ) -> Syscall.Outcome<Int> {
        Syscall.once("send") {
            Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Tries again if a signal came in between.
    // Apart from `send`, which runs for every line and every subscriber and needs fewer registers
    // without it.
    @inline(never)
    private static func unsent(
        _ code: Int32, _ raw: Int32, _ bytes: UnsafeRawBufferPointer
    ) -> SendOutcome {
        var outcome = Syscall.Outcome(value: -1, code: code)
        while outcome.code == EINTR { outcome = once(raw, bytes) }
        switch outcome.code {
        case 0: return .sent(outcome.value)
        case EAGAIN: return .wouldBlock
        default: return .closed(SystemFailure(call: "send", code: outcome.code))
        }
    }

    /// Sends from the front of `bytes` without raising SIGPIPE, send(2).
    public static func send(to raw: Int32, _ bytes: RawSpan) -> SendOutcome {
        bytes.withUnsafeBytes { send(to: raw, $0) }
    }

    /// Receives into the front of `buffer`, recv(2). Traps on an empty one, whose answer would look
    /// like the end of the stream.
    public static func receive(
        from raw: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> ReceiveOutcome {
        precondition(!buffer.isEmpty, "receiving into an empty buffer")
        let outcome = Syscall.attempt("recv") {
            recv(raw, buffer.baseAddress, buffer.count, 0)
        }
        switch outcome.code {
        case 0: return outcome.value == 0 ? .endOfStream : .received(outcome.value)
        case EAGAIN: return .wouldBlock
        default: return .failed(SystemFailure(call: "recv", code: outcome.code))
        }
    }

    /// Receives into the front of `buffer`, recv(2). Traps on an empty one.
    public static func receive(
        from raw: Int32, into buffer: inout MutableRawSpan
    ) -> ReceiveOutcome {
        buffer.withUnsafeMutableBytes { receive(from: raw, into: $0) }
    }
}

extension StreamSocket {
    /// Connects to a listening socket, waiting while its queue is full, connect(2).
    ///
    /// The descriptor is closed on exec. Throws `isNotFound` where there is no socket,
    /// `isConnectionRefused` where nobody listens any more, `isPermission` where the user may not;
    /// with `nonBlocking`, `isWouldBlock` when the queue is full.
    public static func connect(
        to path: SocketPath, nonBlocking: Bool = false
    ) throws(SystemFailure) -> Descriptor {
        let descriptor = try make(nonBlocking: nonBlocking)
        let raw = descriptor.raw
        let outcome = path.withAddress { address, length in
            Syscall.attempt("connect") { Glibc.connect(raw, address, length) }
        }
        guard outcome.code == 0 else {
            throw SystemFailure(call: "connect", code: outcome.code, path: path.text)
        }
        return descriptor
    }

    /// Sets how much the kernel holds for a reader that lags, setsockopt(2) `SO_SNDBUF`.
    ///
    /// The kernel doubles the number for its own bookkeeping, charges each write a fixed overhead,
    /// and has a floor and a ceiling.
    public static func setSendBuffer(
        bytes: Int, on raw: Int32
    ) throws(SystemFailure) {
        var value = Int32(clamping: bytes)
        let length = socklen_t(MemoryLayout<Int32>.size)
        try Syscall.check("setsockopt") { setsockopt(raw, SOL_SOCKET, SO_SNDBUF, &value, length) }
    }

    /// The kernel's charge, in bytes, for what was sent here and the other end has not read,
    /// ioctl(2) `SIOCOUTQ`: at least the number of unread bytes, some hundred more for each write,
    /// and 0 once all have been read. Nil where it does not tell.
    public static func unreadBytes(sentOn raw: Int32) -> Int? {
        var value: Int32 = 0
        // Sockets and terminals share the number.
        let outcome = Syscall.attempt("ioctl") { ioctl(raw, UInt(TIOCOUTQ), &value) }
        return outcome.code == 0 ? Int(value) : nil
    }

    /// An unconnected socket, socket(2).
    static func make(nonBlocking: Bool) throws(SystemFailure) -> Descriptor {
        let type = type(nonBlocking: nonBlocking)
        return Descriptor(adopting: try Syscall.check("socket") { socket(AF_UNIX, type, 0) })
    }

    static func type(nonBlocking: Bool) -> Int32 {
        var bits = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        if nonBlocking { bits |= SOCK_NONBLOCK.rawValue }
        return Int32(bitPattern: bits)
    }
}

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
