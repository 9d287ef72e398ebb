import Glibc

/// What the file system knows of a name.
public struct FileStatus: Hashable, Sendable {
    /// Which file it is: the same in two statuses means one file, while that file exists.
    public struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    public let kind: FileKind
    public let identity: Identity
    /// The lower nine bits of the mode: who may read, write and execute.
    public let permissions: UInt32
    public let owner: UInt32
    public let group: UInt32
    public let sizeBytes: Int
    /// How many names the file has: more than one are hard links.
    public let links: Int

    /// The status of a path, nil when nothing has that name.
    ///
    /// A link is followed unless asked not to, stat(2) and lstat(2). Throws when a folder on the
    /// way is closed to the user.
    public static func of(
        _ path: String, followingLinks: Bool = true
    ) throws(SystemFailure) -> FileStatus? {
        var record = stat()
        let outcome = Syscall.attempt("stat") {
            followingLinks ? stat(path, &record) : lstat(path, &record)
        }
        switch outcome.code {
        case 0: return FileStatus(record)
        case ENOENT, ENOTDIR: return nil
        default: throw SystemFailure(call: "stat", code: outcome.code, path: path)
        }
    }

    /// The status of an open file, fstat(2).
    static func of(_ raw: Int32) throws(SystemFailure) -> FileStatus {
        var record = stat()
        try Syscall.check("fstat") { fstat(raw, &record) }
        return FileStatus(record)
    }

    /// The status of a name in an open folder, fstatat(2); nil when nothing has that name. A link
    /// is not followed.
    ///
    /// - Parameter path: what a failure names.
    static func of(
        _ name: String, in folder: Int32, path: String
    ) throws(SystemFailure) -> FileStatus? {
        var record = stat()
        let outcome = Syscall.attempt("fstatat") {
            fstatat(folder, name, &record, AT_SYMLINK_NOFOLLOW)
        }
        switch outcome.code {
        case 0: return FileStatus(record)
        case ENOENT: return nil
        default: throw SystemFailure(call: "fstatat", code: outcome.code, path: path)
        }
    }

    private init(_ record: stat) {
        kind = FileKind(mode: record.st_mode)
        identity = Identity(device: UInt64(record.st_dev), inode: UInt64(record.st_ino))
        permissions = record.st_mode & 0o777
        owner = record.st_uid
        group = record.st_gid
        sizeBytes = Int(record.st_size)
        links = Int(record.st_nlink)
    }
}

/// What a name in the file system stands for.
public enum FileKind: Hashable, Sendable, CustomStringConvertible {
    case regular
    case directory
    case socket
    case symbolicLink
    /// Named or not.
    case pipe
    /// A device, or a kind of file that only a later Linux has.
    case device

    init(mode: UInt32) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFSOCK: self = .socket
        case S_IFLNK: self = .symbolicLink
        case S_IFIFO: self = .pipe
        default: self = .device
        }
    }

    public var description: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .socket: "a socket"
        case .symbolicLink: "a symbolic link"
        case .pipe: "a pipe"
        case .device: "a device"
        }
    }
}
