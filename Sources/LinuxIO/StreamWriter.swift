import Glibc

/// Writes to a pipe, file or terminal until everything is written.
enum StreamWriter {
    /// A stream shared with a program that made it non-blocking is waited for all the same.
    static func write(_ bytes: UnsafeRawBufferPointer, to raw: Int32) -> WriteOutcome {
        var rest = bytes
        while !rest.isEmpty {
            // A process may be started with a standard stream closed or open for reading only,
            // which is its starter's doing and no reason to trap.
            let outcome = Syscall.attemptUntrapped {
                Glibc.write(raw, rest.baseAddress, rest.count)
            }
            switch outcome.code {
            case 0: rest = UnsafeRawBufferPointer(rebasing: rest[outcome.value...])
            case EAGAIN: Poll.waitUntilWritable(raw)
            case EPIPE: return .closed
            default: return .failed(SystemFailure(call: "write", code: outcome.code))
            }
        }
        return .written
    }
}
