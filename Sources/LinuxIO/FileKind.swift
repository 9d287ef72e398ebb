import Glibc

/// What a name in the file system stands for.
public enum FileKind: Hashable, Sendable, CustomStringConvertible {
    case regular
    case directory
    case socket
    case symbolicLink
    /// Named or not.
    case pipe
    /// A device, and whatever else Linux comes to know.
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
