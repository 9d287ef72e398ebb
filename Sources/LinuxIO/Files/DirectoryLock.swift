import Glibc

/// An exclusive lock on a folder, held while this value lives, flock(2).
///
/// The lock sits on the folder's own descriptor: it makes no file, and the kernel lifts it when the
/// holder dies. It binds only programs that take it too.
struct DirectoryLock: ~Copyable {
    private let descriptor: Descriptor

    private static let pauseMilliseconds = 10

    /// Waits for the lock up to `patienceMilliseconds`, then throws `EAGAIN`.
    ///
    /// A file system that knows no locks, as some network ones, is used without.
    init(_ path: String, patienceMilliseconds: Int) throws(SystemFailure) {
        let descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        var waited = 0
        while Self.isHeldElsewhere(descriptor.raw) {
            guard waited < patienceMilliseconds else {
                throw SystemFailure(call: "flock", code: EAGAIN, path: path)
            }
            var pause = timespec(tv_sec: 0, tv_nsec: Self.pauseMilliseconds * 1_000_000)
            nanosleep(&pause, nil)
            waited += Self.pauseMilliseconds
        }
        self.descriptor = descriptor
    }

    /// Lifts the lock. Naming the moment keeps the compiler from choosing an earlier one.
    consuming func release() {}

    private static func isHeldElsewhere(_ raw: Int32) -> Bool {
        // NFS answers EBADF to a lock on what is open for reading only, so this one call must not
        // trap on it; only "would block" matters.
        Syscall.onceUntrapped { flock(raw, LOCK_EX | LOCK_NB) }.code == EAGAIN
    }
}
