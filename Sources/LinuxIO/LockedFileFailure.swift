/// Why a file cannot be locked.
public enum LockedFileFailure: Error, Hashable, Sendable {
    /// Another process has locked it; nil where the kernel does not tell which.
    case held(LockHolder?)
    /// The name stands for something else than a regular file.
    case notRegular(FileKind)
    case system(SystemFailure)
}
