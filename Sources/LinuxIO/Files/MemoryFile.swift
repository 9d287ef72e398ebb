import Glibc

/// A file without a name that lies in memory and is never changed again.
public struct MemoryFile: ~Copyable {
    private let descriptor: Descriptor

    /// Makes the file with its content, memfd_create(2).
    ///
    /// - Parameter name: under which the kernel lists it; the same for two files does no harm.
    public init(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        descriptor = try Self.make(name, bytes)
    }

    private static func make(
        _ name: String, _ bytes: UnsafeRawBufferPointer
    ) throws(SystemFailure) -> Descriptor {
        // MFD_CLOEXEC of <sys/mman.h>.
        let closeOnExec: UInt32 = 1
        let raw = try Syscall.check("memfd_create", path: name) {
            LinuxCall.memoryFile(name, closeOnExec)
        }
        let descriptor = Descriptor(adopting: raw)
        if case .failed(let failure) = StreamWriter.write(bytes, to: raw) {
            throw SystemFailure(call: failure.call, code: failure.code, path: name)
        }
        return descriptor
    }

    /// A descriptor that reads it from its beginning, and that shares its place with no other.
    public func reader() throws(SystemFailure) -> Descriptor {
        try Descriptor.open("/proc/self/fd/\(descriptor.raw)", O_RDONLY)
    }
}
