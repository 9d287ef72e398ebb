import Glibc

/// An exclusive lock on a file, held while this value lives, flock(2).
///
/// The kernel lifts it when the holder dies, however it dies. The file holds the number of the
/// process that has locked it last.
public struct FileLock: ~Copyable, Sendable {
    private let descriptor: Descriptor

    /// Why a file cannot be locked.
    public enum Failure: Error, Hashable, Sendable {
        /// Another open file has the lock; the process that said so in the file, if it has.
        case held(processID: Int32?)
        /// Also of a file system that knows no locks.
        case system(SystemFailure)
    }

    private static let mode: UInt32 = 0o600
    /// More digits than any process number has.
    private static let limitBytes = 32

    /// Takes the lock without waiting for it; the file is made if it is missing.
    public init(_ path: String) throws(Failure) {
        let descriptor: Descriptor
        do throws(SystemFailure) {
            descriptor = try Descriptor.open(path, O_RDWR | O_CREAT, mode: Self.mode)
        } catch {
            throw .system(error)
        }
        let raw = descriptor.raw
        let outcome = Syscall.attempt("flock") { flock(raw, LOCK_EX | LOCK_NB) }
        guard outcome.code != EAGAIN else { throw .held(processID: Self.holder(path)) }
        guard outcome.code == 0 else {
            throw .system(SystemFailure(call: "flock", code: outcome.code, path: path))
        }
        Self.sign(raw)
        self.descriptor = descriptor
    }

    /// Closing alone would leave the lock to a process that is just being started and still shares
    /// the open file.
    deinit { _ = Syscall.attempt("flock") { flock(descriptor.raw, LOCK_UN) } }

    /// On a full disk the file stays empty, and a second process learns no number.
    private static func sign(_ raw: Int32) {
        guard Syscall.attempt("ftruncate", { ftruncate(raw, 0) }).code == 0 else { return }
        let text = Array("\(CurrentProcess.id)\n".utf8)
        _ = text.withUnsafeBytes { StreamWriter.write($0, to: raw) }
    }

    private static func holder(_ path: String) -> Int32? {
        guard let bytes = try? FileContent.read(path, limitBytes: limitBytes) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
