import Glibc

/// A file without a name that lies in memory: written by its owner alone, read by whoever is given
/// a reader.
///
/// Its pages stay when new content replaces the old one: to get them from the kernel and to give
/// them back costs more than to copy into them.
public struct MemoryFile: ~Copyable {
    private let descriptor: Descriptor
    /// The bytes of the content so far.
    public private(set) var count = 0

    /// Makes an empty file, memfd_create(2).
    ///
    /// - Parameter name: under which the kernel lists it; the same for two files does no harm.
    public init(_ name: String) throws(SystemFailure) {
        // MFD_CLOEXEC of <sys/mman.h>.
        let closeOnExec: UInt32 = 1
        let raw = try Syscall.check("memfd_create", path: name) {
            LinuxCall.memoryFile(name, closeOnExec)
        }
        let made = Descriptor(adopting: raw)
        // The kernel counts the writers of a file that was opened, not of one that was only made.
        descriptor = try Self.open(made.raw, O_RDWR)
    }

    private static func open(_ raw: Int32, _ mode: Int32) throws(SystemFailure) -> Descriptor {
        try Descriptor.open("/proc/self/fd/\(raw)", mode)
    }

    /// Adds bytes to the content.
    ///
    /// - Throws: if there is no memory; the content is then of no use.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SystemFailure) {
        if case .failed(let failure) = StreamWriter.write(bytes, to: descriptor.raw) {
            throw failure
        }
        count += bytes.count
    }

    /// Ends the content: gives back what earlier content has left behind it, ftruncate(2).
    public func end() throws(SystemFailure) {
        try Syscall.check("ftruncate") { ftruncate(descriptor.raw, count) }
    }

    /// A descriptor that reads it from its beginning, and that shares its place with no other.
    public func reader() throws(SystemFailure) -> Descriptor {
        try Self.open(descriptor.raw, O_RDONLY)
    }

    /// Begins new content, unless somebody could still read the present one: has it open or mapped.
    ///
    /// - Returns: whether it has begun.
    public mutating func beginAnew() -> Bool {
        guard isUnread, lseek(descriptor.raw, 0, SEEK_SET) == 0 else { return false }
        count = 0
        return true
    }

    /// Whether nobody else has it open: only then the kernel grants a lease to write, fcntl(2)
    /// `F_SETLEASE`.
    private var isUnread: Bool {
        // F_SETLEASE of <fcntl.h>.
        let setLease: Int32 = 1024
        let raw = descriptor.raw
        guard (Syscall.once("fcntl") { fcntl(raw, setLease, Int32(F_WRLCK)) }).code == 0 else {
            return false
        }
        return (Syscall.once("fcntl") { fcntl(raw, setLease, Int32(F_UNLCK)) }).code == 0
    }
}
