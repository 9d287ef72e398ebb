import Glibc

/// What a name in the file system stands for.
public enum FileKind: Hashable, Sendable, CustomStringConvertible {
    case regular
    case directory
    case socket
    case symbolicLink
    case other

    init(mode: UInt32) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFSOCK: self = .socket
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }

    public var description: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .socket: "a socket"
        case .symbolicLink: "a symbolic link"
        case .other: "a device or a pipe"
        }
    }
}
