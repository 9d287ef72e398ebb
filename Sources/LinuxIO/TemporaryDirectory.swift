import Glibc

/// A private folder that is removed, with all that is in it, when its variable goes.
public struct TemporaryDirectory: ~Copyable, Sendable {
    public let path: String

    /// Makes the folder, which only this user may enter, mkdtemp(3).
    ///
    /// - Parameters:
    ///   - prefix: begins the folder's name; random letters follow.
    ///   - base: where; left out, what `TMPDIR` says, else `/tmp`.
    public init(prefix: String, in base: String? = nil) throws(SystemFailure) {
        let base = base ?? Environment.value("TMPDIR") ?? "/tmp"
        let template = "\(base)/\(prefix).XXXXXX"
        var name = Array(template.utf8CString)
        try Syscall.check("mkdtemp", path: template) { mkdtemp(&name) == nil ? -1 : Int32(0) }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? Directory.remove(path) }
}
