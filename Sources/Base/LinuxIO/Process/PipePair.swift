import Glibc

/// The two ends of a pipe, closed on exec, pipe2(2).
///
/// Frozen, so that other modules may move the two ends to variables of their own.
@frozen
public struct PipePair: ~Copyable, Sendable {
    public let reader: Descriptor
    public let writer: Descriptor

    public init() throws(SystemFailure) {
        var raws: [Int32] = [-1, -1]
        let flags = Int32(O_CLOEXEC)
        try Syscall.check("pipe2") { LinuxCall.pipe(&raws, flags) }
        reader = Descriptor(adopting: raws[0])
        writer = Descriptor(adopting: raws[1])
    }
}

/// The calls on the ends of pipes.
public enum PipeEnd {
    /// Writes from the front of `bytes` without waiting, write(2), on a descriptor that does not
    /// block. Call `Signal.ignoreBrokenPipe()` once before.
    public static func write(_ bytes: UnsafeRawBufferPointer, to raw: Int32) -> SendOutcome {
        let outcome = Syscall.attempt("write") { Glibc.write(raw, bytes.baseAddress, bytes.count) }
        switch outcome.code {
        case 0: return .sent(outcome.value)
        case EAGAIN: return .wouldBlock
        default: return .closed(SystemFailure(call: "write", code: outcome.code))
        }
    }

    /// Reads into the front of `buffer`, read(2). Traps on an empty one.
    public static func read(
        from raw: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> ReceiveOutcome {
        precondition(!buffer.isEmpty, "reading into an empty buffer")
        let outcome = Syscall.attempt("read") { Glibc.read(raw, buffer.baseAddress, buffer.count) }
        switch outcome.code {
        case 0: return outcome.value == 0 ? .endOfStream : .received(outcome.value)
        case EAGAIN: return .wouldBlock
        default: return .failed(SystemFailure(call: "read", code: outcome.code))
        }
    }
}
