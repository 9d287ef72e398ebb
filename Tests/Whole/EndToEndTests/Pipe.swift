import Glibc
import LinuxIO

/// Two ends of a pipe that no child process inherits unless it is told to.
struct Pipe: ~Copyable {
    private let reader: Descriptor
    let writer: Descriptor

    static func open() throws(SystemFailure) -> Pipe {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", code: errno) }
        let reader = Descriptor(adopting: ends[0])
        let writer = Descriptor(adopting: ends[1])
        try reader.setCloseOnExec()
        try writer.setCloseOnExec()
        return Pipe(reader: reader, writer: writer)
    }

    /// Closes the writing end and hands out the other.
    consuming func takeReader() -> Descriptor { reader }
}
