/// Why a file that a person has named cannot be read.
public enum NamedFileFailure: Error, Hashable, Sendable {
    /// Neither a regular file nor a pipe.
    case kind(path: String, FileKind)
    /// A pipe that did not come to its end in time.
    case silent(path: String)
    /// A file that waits for more instead of coming to an end.
    case endless(path: String)
    case system(SystemFailure)
}

extension NamedFileFailure {
    /// The user may not read it.
    public var isPermission: Bool {
        switch self {
        case .system(let failure): failure.isPermission
        case .kind, .silent, .endless: false
        }
    }
}

extension NamedFileFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .kind(let path, let kind): "\(path) is \(kind), not a file"
        case .silent(let path):
            "the pipe \(path) did not end within \(NamedFile.patienceMilliseconds / 1000) s; "
                + "write what comes through it to a file first"
        case .endless(let path): "\(path) has no end, and is no ordinary file"
        case .system(let failure): failure.description
        }
    }
}
