import Glibc

/// An open file that grows at its end and nowhere else, until this value goes.
public final class AppendedFile: Sendable {
    public let path: String
    private let descriptor: Descriptor

    /// Opens a file that exists, open(2) `O_APPEND`.
    public init(_ path: String) throws(SystemFailure) {
        self.path = path
        descriptor = try Descriptor.open(path, O_WRONLY | O_APPEND)
    }

    /// Opens a regular file, for reading too, or makes an empty one, open(2), and then waits until
    /// its name is on the disk. No link is followed, and no pipe or device is waited for.
    public init(making path: String) throws(LockedFileFailure) {
        self.path = path
        let isNew = try LockedFileFailure.of { () throws(SystemFailure) in
            try FileStatus.of(path, followingLinks: false) == nil
        }
        descriptor = try RegularFile.open(path, O_RDWR | O_APPEND | O_CREAT, mode: 0o644)
        guard isNew else { return }
        try LockedFileFailure.of { () throws(SystemFailure) in
            try Directory.sync(Directory.parent(of: path))
        }
    }

    /// Takes over a file that is open for appending.
    init(_ descriptor: consuming Descriptor, path: String) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Which file it is, fstat(2).
    var identity: FileStatus.Identity {
        get throws(SystemFailure) { try FileStatus.of(descriptor.raw).identity }
    }

    /// Adds bytes at the end, write(2). After a failure some of them may be there.
    public func write(_ bytes: [UInt8]) throws(SystemFailure) {
        let raw = descriptor.raw
        let failure = bytes.withUnsafeBytes { StreamWriter.write($0, to: raw) }
        guard let failure else { return }
        throw SystemFailure(call: failure.call, code: failure.code, path: path)
    }

    /// Waits until all that was written is on the disk, fsync(2).
    ///
    /// After a failure the kernel may have dropped what it could not write, and a second call does
    /// not say so again.
    public func sync() throws(SystemFailure) {
        let raw = descriptor.raw
        try Syscall.check("fsync", path: path) { fsync(raw) }
    }

    /// Cuts off the bytes beyond the first `count`, ftruncate(2).
    public func truncate(toBytes count: Int) throws(SystemFailure) {
        let raw = descriptor.raw
        try Syscall.check("ftruncate", path: path) { ftruncate(raw, off_t(count)) }
    }
}

extension AppendedFile {
    /// The number of its bytes, fstat(2).
    public var size: Int {
        get throws(SystemFailure) { try FileStatus.of(descriptor.raw).sizeBytes }
    }

    /// The file's last bytes, at most `limit`, pread(2); the file must be open for reading.
    public func tail(atMost limit: Int) throws(SystemFailure) -> [UInt8] {
        let size = try size
        var bytes = [UInt8](repeating: 0, count: min(limit, size))
        var count = 0
        let raw = descriptor.raw
        while count < bytes.count {
            let start = off_t(size - bytes.count + count)
            let outcome = bytes.withUnsafeMutableBytes { buffer in
                let rest = buffer[count...]
                return Syscall.attempt("pread") {
                    pread(
                        raw, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                        start)
                }
            }
            guard outcome.code == 0 else {
                throw SystemFailure(call: "pread", code: outcome.code, path: path)
            }
            guard outcome.value > 0 else { break }
            count += outcome.value
        }
        return Array(bytes[..<count])
    }
}
