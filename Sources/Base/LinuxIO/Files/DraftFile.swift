import Glibc

/// A file that does not have its name yet, written piece by piece.
///
/// It lies beside its final place, and takes the final name when it is whole: a reader, or a crash,
/// meets the old content or the new. A draft that is let go before is removed.
public final class DraftFile {
    private let path: String
    private let draft: String
    /// Nil once the file is whole.
    private var descriptor: Descriptor?
    private var isPublished = false

    /// Makes the draft, open(2).
    ///
    /// - Parameter mode: of the file; exact whatever the process's mask.
    public init(for path: String, mode: UInt32 = 0o644) throws(SystemFailure) {
        self.path = path
        let draft = FileContent.draft(for: path)
        self.draft = draft
        let file = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        let raw = file.raw
        descriptor = consume file
        try Syscall.check("fchmod", path: draft) { fchmod(raw, mode) }
    }

    deinit { if !isPublished { unlink(draft) } }

    /// Adds bytes at the end, write(2). Traps once the file has its name.
    public func write(_ bytes: RawSpan) throws(SystemFailure) {
        guard let raw = descriptor?.raw else { preconditionFailure("\(path) is whole already") }
        let failure = bytes.withUnsafeBytes { StreamWriter.write($0, to: raw) }
        guard let failure else { return }
        throw SystemFailure(call: failure.call, code: failure.code, path: draft)
    }

    /// Gives the file its name, rename(2); a link is replaced, not followed.
    ///
    /// - Parameter durable: also waits until file and name are on the disk, fsync(2). Without it
    ///   the machine, not the process, can lose the change by crashing.
    public func publish(durable: Bool) throws(SystemFailure) {
        guard let raw = descriptor?.raw else { preconditionFailure("\(path) is whole already") }
        if durable { try Syscall.check("fsync", path: draft) { fsync(raw) } }
        try descriptor.take()?.close()
        try Syscall.check("rename", path: path) { rename(draft, path) }
        isPublished = true
        if durable { try Directory.sync(Directory.parent(of: path)) }
    }
}
