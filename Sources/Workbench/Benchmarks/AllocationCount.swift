import Glibc
import LinuxIO

/// Counts what the process asks of the heap, by the C library's own trace of it, mtrace(3).
enum AllocationCount {
    private static let library = "libc_malloc_debug.so.0"

    /// Restarts the program with the tracing allocator, unless it runs with it already.
    ///
    /// Traps if that is not possible.
    static func prepare() {
        guard getenv("MALLOC_TRACE") == nil else { return }
        setenv("MALLOC_TRACE", "/proc/self/fd/\(traceDescriptor())", 1)
        setenv("LD_PRELOAD", library, 1)
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &arguments)
        preconditionFailure("the program cannot begin anew: \(errno)")
    }

    /// A file without a name that outlives the restart.
    private static func traceDescriptor() -> Int32 {
        var name = Array("/tmp/allocations.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        precondition(descriptor >= 0, "no file for the trace of the heap: \(errno)")
        unlink(name)
        return descriptor
    }

    /// How many times the heap is asked for memory while `body` runs, on any thread.
    static func during(_ body: () -> Void) -> Int {
        beginTrace()
        body()
        endTrace()
        return count(in: trace())
    }

    private static func trace() -> [UInt8] {
        guard let path = getenv("MALLOC_TRACE"),
            let bytes = try? FileContent.read(String(cString: path), limitBytes: 1 << 30)
        else { preconditionFailure("the trace of the heap cannot be read") }
        return bytes
    }

    /// A line names a place, then `+` for an allocation, `<` and `>` for a block that is moved.
    private static func count(in trace: [UInt8]) -> Int {
        trace.split(separator: UInt8(ascii: "\n")).count { line in
            let words = line.split(separator: UInt8(ascii: " "))
            return words.first == [UInt8(ascii: "@")][...] && words.count > 2
                && (words[2] == [UInt8(ascii: "+")][...] || words[2] == [UInt8(ascii: ">")][...])
        }
    }
}

// The module map of the C library leaves <mcheck.h> out.
@_silgen_name("mtrace") private func beginTrace()
@_silgen_name("muntrace") private func endTrace()
