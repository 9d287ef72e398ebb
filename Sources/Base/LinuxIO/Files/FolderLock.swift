import Glibc
import Vocabulary

/// An exclusive lock on a folder and on a file in it, held while this value lives, flock(2).
///
/// Nobody can delete the folder's own lock. The file's lock keeps out programs that know only the
/// file, and is the only one where folders cannot be locked, as on NFS. The file holds the number
/// of the process that has locked it last. The kernel lifts both locks when the holder dies.
public struct FolderLock: ~Copyable, Sendable {
    private let folder: PrivateFolder
    private let name: String
    private let file: Descriptor

    /// Why a folder cannot be locked.
    public enum Failure: Error, Hashable, Sendable {
        /// Another open file has the lock; its process, if it is known.
        case held(processID: Int32?)
        /// The file is not its user's alone.
        case fault(path: String, PrivacyFault)
        /// Any other failure, also that the file system has no locks.
        case system(SystemFailure)
    }

    private static let mode: UInt32 = 0o600
    /// The most bytes read: more digits than any process number has.
    private static let limitBytes = 32
    /// How often the name may go to another file while the lock is being acquired.
    private static let attempts = 10

    private init(_ folder: PrivateFolder, _ name: String, _ file: consuming Descriptor) {
        self.folder = folder
        self.name = name
        self.file = file
    }

    /// Acquires the lock without waiting for it; makes the file if it is missing.
    public static func acquire(
        _ folder: PrivateFolder, _ name: String
    ) throws(Failure) -> FolderLock {
        // A file system that cannot lock folders answers with one of many errors: none counts but
        // "would block".
        let outcome = Syscall.onceUntrapped { flock(folder.descriptor.raw, LOCK_EX | LOCK_NB) }
        guard outcome.code != EAGAIN else {
            throw held(folder, name, locked: folder.descriptor.raw)
        }
        do throws(Failure) {
            let file = try lockedFile(folder, name)
            sign(file.raw)
            return FolderLock(folder, name, file)
        } catch {
            _ = Syscall.onceUntrapped { flock(folder.descriptor.raw, LOCK_UN) }
            throw error
        }
    }

    /// Closing alone would leave the lock to a process that is just being started and still shares
    /// the open files.
    deinit {
        _ = Syscall.attempt("flock") { flock(file.raw, LOCK_UN) }
        _ = Syscall.onceUntrapped { flock(folder.descriptor.raw, LOCK_UN) }
    }

    /// Whether the file that is locked still has its name.
    public var isInPlace: Bool { Self.isInPlace(file.raw, folder, name) }

    private static func isInPlace(_ raw: Int32, _ folder: PrivateFolder, _ name: String) -> Bool {
        guard let status = try? FileStatus.of(raw) else { return false }
        return folder.holds(status.identity, as: name)
    }

    /// Opens and locks the file. A lock on a file that has lost its name keeps nobody out, so that
    /// the file is opened again.
    private static func lockedFile(
        _ folder: PrivateFolder, _ name: String
    ) throws(Failure) -> Descriptor {
        for _ in 0..<attempts {
            guard let file = try openOrMake(folder, name) else { continue }
            let raw = file.raw
            let outcome = Syscall.attempt("flock") { flock(raw, LOCK_EX | LOCK_NB) }
            guard outcome.code != EAGAIN else { throw held(folder, name, locked: raw) }
            guard outcome.code == 0 else {
                let path = folder.path(of: name)
                throw .system(SystemFailure(call: "flock", code: outcome.code, path: path))
            }
            if isInPlace(raw, folder, name) { return file }
        }
        throw .held(processID: nil)
    }

    /// Opens or makes the file; nil if another process has made it in between.
    private static func openOrMake(
        _ folder: PrivateFolder, _ name: String
    ) throws(Failure) -> Descriptor? {
        do throws(PrivateFolder.Failure) {
            if let file = try folder.open(name, O_RDWR) { return file }
        } catch {
            switch error {
            case .fault(let path, let fault): throw .fault(path: path, fault)
            case .system(let failure): throw .system(failure)
            }
        }
        do throws(SystemFailure) {
            return try folder.make(name, O_RDWR, mode: mode)
        } catch {
            if error.isAlreadyExists { return nil }
            throw .system(error)
        }
    }

    /// Writes this process's number into the file. On a full disk the file stays empty, and
    /// ``held(_:_:locked:)`` asks the kernel.
    private static func sign(_ raw: Int32) {
        guard Syscall.attempt("ftruncate", { ftruncate(raw, 0) }).code == 0 else { return }
        let text = Array("\(CurrentProcess.id)\n".utf8)
        _ = text.withUnsafeBytes { StreamWriter.write($0, to: raw) }
    }

    /// The process that the holder has written, else the one that the kernel names.
    ///
    /// - Parameter locked: the folder or the file, whose lock another open file has.
    private static func held(
        _ folder: PrivateFolder, _ name: String, locked: Int32
    ) -> Failure {
        let written = (try? folder.read(name, limitBytes: limitBytes)).flatMap { $0 }
        let line = (written ?? []).prefix { $0 != UInt8(ascii: "\n") }
        let status = try? FileStatus.of(locked)
        return .held(
            processID: Int32(String(decoding: line, as: UTF8.self))
                ?? status.flatMap { LockHolder(of: $0.identity)?.process })
    }
}

/// An exclusive lock on a folder, held while this value lives, flock(2).
///
/// The lock sits on the folder's own descriptor: it makes no file, and the kernel lifts it when the
/// holder dies. It binds only programs that take it too.
struct DirectoryLock: ~Copyable {
    private let descriptor: Descriptor

    private static let pause = Duration.milliseconds(10)

    /// Waits for the lock up to `patience`, then throws `EAGAIN`.
    ///
    /// A file system that knows no locks, as some network ones, is used without.
    init(_ path: String, patience: Duration) throws(SystemFailure) {
        let descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        let deadline = MonotonicClock.now + patience
        while Self.isHeldElsewhere(descriptor.raw) {
            guard MonotonicClock.now < deadline else {
                throw SystemFailure(call: "flock", code: EAGAIN, path: path)
            }
            usleep(UInt32(Self.pause.wholeMicroseconds))
        }
        self.descriptor = descriptor
    }

    /// Lifts the lock. The explicit call keeps the compiler from ending the value earlier.
    consuming func release() {}

    private static func isHeldElsewhere(_ raw: Int32) -> Bool {
        // NFS answers EBADF to a lock on a folder open for reading only, so this one call must not
        // trap on it; only "would block" matters.
        Syscall.onceUntrapped { flock(raw, LOCK_EX | LOCK_NB) }.code == EAGAIN
    }
}
