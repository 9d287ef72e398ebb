import Glibc

/// A file without a name that lies in memory: content is added to it, and never changed.
///
/// Its pages are not used again for other content: splice(2) and sendfile(2) hand them on without a
/// copy, and then they are read after everybody has closed the file.
public struct MemoryFile: ~Copyable {
    private let descriptor: Descriptor

    /// Makes an empty file, memfd_create(2).
    ///
    /// - Parameter name: the name in the kernel's lists; two files may have the same.
    public init(_ name: String) throws(SystemFailure) {
        // MFD_CLOEXEC and MFD_NOEXEC_SEAL of <sys/mman.h>. A machine may allow no memory that can
        // be executed (vm.memfd_noexec); kernels before 6.3 do not know the flag.
        let (closeOnExec, noExecution): (UInt32, UInt32) = (1, 8)
        let raw = try Syscall.check("memfd_create", path: name) {
            let sealed = LinuxCall.memoryFile(name, closeOnExec | noExecution)
            return sealed >= 0 ? sealed : LinuxCall.memoryFile(name, closeOnExec)
        }
        descriptor = Descriptor(adopting: raw)
    }

    /// Adds bytes behind the content.
    ///
    /// - Throws: if there is no memory; some of the bytes may have been added.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        if let failure = StreamWriter.write(bytes, to: descriptor.raw) {
            throw failure
        }
    }

    /// A descriptor that reads the file from its beginning, with a position of its own.
    ///
    /// Where proc(5) is not mounted it reads a copy of the content as it is now.
    public func reader() throws(SystemFailure) -> Descriptor {
        do throws(SystemFailure) {
            return try Descriptor.open("/proc/self/fd/\(descriptor.raw)", O_RDONLY)
        } catch {
            // Only /proc can open again a file that has no name.
            guard error.isNotFound else { throw error }
            return try copy()
        }
    }

    /// A copy of the content in a new file, positioned at its beginning, pread(2) and lseek(2).
    func copy() throws(SystemFailure) -> Descriptor {
        let copy = try MemoryFile("runway-copy")
        let raw = descriptor.raw
        let target = copy.descriptor.raw
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var place = 0
        while true {
            let count = try Syscall.check("pread") { pread(raw, &chunk, chunk.count, place) }
            guard count > 0 else { break }
            let failure = chunk.withUnsafeBytes { bytes in
                StreamWriter.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: target)
            }
            if let failure { throw failure }
            place += count
        }
        try Syscall.check("lseek") { lseek(target, 0, SEEK_SET) }
        return copy.descriptor
    }
}
