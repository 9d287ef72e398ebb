import Glibc

/// A lock on a file, flock(2), shared with programs to which its descriptor is handed: it is free
/// once this process and all of those programs are gone.
///
/// The file stays, empty.
public struct InheritedLock: ~Copyable {
    private let descriptor: Descriptor

    /// The number that the descriptor has in a program that holds the lock too: one that shells do
    /// not use themselves.
    public static let number: Int32 = 100

    /// Opens the file, or makes it, for its owner alone, and does not take the lock yet. A link is
    /// not followed.
    public init(_ path: String) throws(LockedFileFailure) {
        descriptor = try RegularFile.open(path, O_RDWR | O_CREAT, mode: 0o600)
        RegularFile.close(descriptor.raw)
    }

    /// Who has the lock; nil where the kernel does not tell.
    public var holder: LockHolder? {
        (try? FileStatus.of(descriptor.raw)).flatMap { LockHolder(of: $0.identity) }
    }

    /// The descriptor, to be handed to a program.
    public var raw: Int32 { descriptor.raw }

    /// Takes the lock; false if somebody else has it. A file system that knows no locks is used
    /// without.
    public func take() -> Bool {
        let raw = descriptor.raw
        return Syscall.once("flock") { flock(raw, LOCK_EX | LOCK_NB) }.code != EAGAIN
    }

    /// Ends the programs to which this process or an earlier one has handed the descriptor, and the
    /// programs that these have started, kill(2) `SIGKILL`; found in proc(5). Cost: a look at every
    /// process of the machine.
    ///
    /// - Returns: whether it could look; false where /proc is not mounted.
    public func endHolders() -> Bool {
        let processes = ((try? Directory.names(in: "/proc")) ?? []).compactMap { Int32($0) }
        // This process is among them wherever there is a /proc.
        guard !processes.isEmpty else { return false }
        guard let own = try? FileStatus.of(descriptor.raw).identity else { return true }
        for process in processes {
            let held = try? FileStatus.of("/proc/\(process)/fd/\(Self.number)")
            if held?.identity == own { kill(process, SIGKILL) }
        }
        return true
    }
}
