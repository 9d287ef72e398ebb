import Glibc

/// A small file that one process at a time keeps: locked while this value lives, flock(2), and
/// replaced as a whole.
///
/// The lock sits on the file itself: it makes no other file, and the kernel lifts it when the
/// holder dies. A replacement is locked before it takes the name, so that the name is never without
/// the lock. It binds only programs that take it too. A file that was made here and never replaced
/// is removed when this value goes.
public struct LockedFile: ~Copyable {
    /// Where the file lies; a link there stays a link.
    private let path: String
    private var descriptor: Descriptor
    /// Whether the file was made here and has not been replaced.
    private var isBlank: Bool

    private init(_ path: String, _ descriptor: consuming Descriptor, isBlank: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.isBlank = isBlank
    }

    deinit {
        let raw = descriptor.raw
        if isBlank, Self.hasName(path, raw) { unlink(path) }
        // Closing would not lift the lock while a process that is being started shares the file.
        _ = Syscall.onceUntrapped { flock(raw, LOCK_UN) }
    }

    /// Reads the whole file, read(2).
    ///
    /// Throws `isTooLarge` when it holds more than `limitBytes`.
    public func read(limitBytes: Int) throws(SystemFailure) -> [UInt8] {
        try FileContent.read(descriptor.raw, path: path, limitBytes: limitBytes)
    }

    /// Replaces the file at once, as ``FileContent/replace(_:with:mode:durable:)`` does, and keeps
    /// its mode and, where the user may, its owner and group. Throws `isWouldBlock` when the name
    /// was given to another file meanwhile and another process keeps that one.
    ///
    /// - Parameter durable: also waits until file and name are on the disk, fsync(2).
    public mutating func replace(
        with bytes: [UInt8], durable: Bool = false
    ) throws(SystemFailure) {
        try checkName()
        let old = try FileStatus.of(descriptor.raw)
        let draft = FileContent.draft(for: path)
        do throws(SystemFailure) {
            let new = try FileContent.write(
                draft, bytes, mode: old.permissions, durable: durable)
            Self.give(new.raw, owner: old)
            Self.lock(new.raw)
            try Syscall.check("rename", path: path) { rename(draft, path) }
            descriptor = new
            isBlank = false
        } catch {
            unlink(draft)
            throw error
        }
        if durable { try Directory.sync(Directory.parent(of: path)) }
    }

    private func checkName() throws(SystemFailure) {
        guard !Self.hasName(path, descriptor.raw),
            let other = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK),
            !Self.lock(other.raw)
        else { return }
        throw SystemFailure(call: "flock", code: EAGAIN, path: path)
    }
}

extension LockedFile {
    private static let mode: UInt32 = 0o600

    /// Opens a regular file, or makes an empty one, for its owner alone: others lose the right to
    /// read it, lest they hold the lock.
    ///
    /// Throws `held` when another process keeps it. A file system that knows no locks, as some
    /// network ones, is used without.
    public static func open(_ path: String) throws(LockedFileFailure) -> LockedFile {
        let target = try LockedFileFailure.of { () throws(SystemFailure) in
            try SymbolicLink.target(of: path)
        }
        while true {
            if let file = try attempt(target) { return file }
        }
    }

    /// Nil if the name went to another file before the lock was taken.
    private static func attempt(_ path: String) throws(LockedFileFailure) -> LockedFile? {
        let status = try LockedFileFailure.of { () throws(SystemFailure) in
            try FileStatus.of(path)
        }
        if let status, status.kind != .regular { throw .notRegular(status.kind) }
        let opened = try LockedFileFailure.of { () throws(SystemFailure) in
            try open(path, making: status == nil)
        }
        guard let descriptor = opened else { return nil }
        RegularFile.close(descriptor.raw)
        let isLocked = lock(descriptor.raw)
        let holder = isLocked ? nil : holder(of: descriptor.raw)
        guard hasName(path, descriptor.raw) else { return nil }
        guard isLocked else { throw .held(holder) }
        return LockedFile(path, descriptor, isBlank: status == nil)
    }

    /// Nil if the name has come or gone meanwhile.
    private static func open(
        _ path: String, making: Bool
    ) throws(SystemFailure) -> Descriptor? {
        do throws(SystemFailure) {
            return making
                ? try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: mode)
                : try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        } catch {
            if making ? error.isAlreadyExists : error.isNotFound { return nil }
            throw error
        }
    }

    /// False if another process holds the lock; true on a file system without locks.
    @discardableResult
    private static func lock(_ raw: Int32) -> Bool {
        // NFS answers EBADF to a lock on a file open for reading only, so this one call must not
        // trap on it; only "would block" matters.
        Syscall.onceUntrapped { flock(raw, LOCK_EX | LOCK_NB) }.code != EAGAIN
    }

    private static func holder(of raw: Int32) -> LockHolder? {
        (try? FileStatus.of(raw)).flatMap { LockHolder(of: $0.identity) }
    }

    /// Whether an open file is the one that a path names.
    private static func hasName(_ path: String, _ raw: Int32) -> Bool {
        guard let named = try? FileStatus.of(path), let opened = try? FileStatus.of(raw) else {
            return false
        }
        return named.identity == opened.identity
    }

    /// Gives a file the owner and the group of another as far as the user may, fchown(2).
    private static func give(_ raw: Int32, owner other: FileStatus) {
        let unchanged = uid_t.max
        if Syscall.once("fchown", { fchown(raw, other.owner, other.group) }).code != 0 {
            _ = Syscall.once("fchown") { fchown(raw, unchanged, other.group) }
        }
    }
}

/// Why a file cannot be opened or locked.
public enum LockedFileFailure: Error, Hashable, Sendable {
    /// Another process has locked it; nil where the kernel does not tell which.
    case held(LockHolder?)
    /// The name stands for something else than a regular file.
    case notRegular(FileKind)
    case system(SystemFailure)
}

extension LockedFileFailure: SystemFailing {}
