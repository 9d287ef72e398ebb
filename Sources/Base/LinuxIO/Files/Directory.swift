import Glibc

/// Folders.
public enum Directory {
    /// Makes a folder and those above it that are missing, mkdir(2). One that exists is left alone.
    ///
    /// - Parameters:
    ///   - mode: of every folder made here, narrowed by the process's mask.
    ///   - durable: also waits until the names of those made here are on the disk, fsync(2).
    public static func create(
        _ path: String, mode: UInt32 = 0o755, durable: Bool = false
    ) throws(SystemFailure) {
        var code = make(path, mode: mode)
        if code == ENOENT, parent(of: path) != path {
            try create(parent(of: path), mode: mode, durable: durable)
            code = make(path, mode: mode)
        }
        guard code != 0 else {
            if durable { try sync(parent(of: path)) }
            return
        }
        // On a read-only file system even a folder that exists is refused as read-only.
        if try FileStatus.of(path)?.kind == .directory { return }
        throw SystemFailure(call: "mkdir", code: code, path: path)
    }

    /// Waits until the names in a folder are on the disk, fsync(2).
    static func sync(_ path: String) throws(SystemFailure) {
        let descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        try sync(descriptor.raw, path: path)
    }

    /// Waits until the names in an open folder are on the disk, fsync(2).
    ///
    /// - Parameter path: what a failure names.
    static func sync(_ raw: Int32, path: String) throws(SystemFailure) {
        let outcome = Syscall.attempt("fsync") { fsync(raw) }
        // Some file systems cannot sync a folder and say that the call does not apply.
        guard outcome.code == 0 || outcome.code == EINVAL else {
            throw SystemFailure(call: "fsync", code: outcome.code, path: path)
        }
    }

    /// Removes a folder with all that is in it; links are removed, not followed.
    static func remove(_ path: String) throws(SystemFailure) {
        for name in try names(in: path) {
            let child = "\(path)/\(name)"
            if try FileStatus.of(child, followingLinks: false)?.kind == .directory {
                try remove(child)
            } else {
                try Syscall.check("unlink", path: child) { unlink(child) }
            }
        }
        try Syscall.check("rmdir", path: path) { rmdir(path) }
    }

    /// Removes a folder if it is empty; leaves one with files in it, or one that is not there.
    public static func removeEmpty(_ path: String) {
        // The system itself refuses to remove a folder with files.
        _ = rmdir(path)
    }

    /// The folder that a path lies in: `/a` for `/a/b` and for `/a/b/`, `.` for `b`, `/` for `/`.
    public static func parent(of path: String) -> String {
        var text = path[...]
        while text.count > 1, text.last == "/" { text.removeLast() }
        guard let slash = text.lastIndex(of: "/") else { return "." }
        text = text[..<slash]
        while text.count > 1, text.last == "/" { text.removeLast() }
        return text.isEmpty ? "/" : String(text)
    }

    private static func make(_ path: String, mode: UInt32) -> Int32 {
        Syscall.attempt("mkdir") { mkdir(path, mode) }.code
    }

    /// The names in a folder without `.` and `..`, in no order, readdir(3).
    public static func names(in path: String) throws(SystemFailure) -> [String] {
        try names(in: try Descriptor.open(path, O_RDONLY | O_DIRECTORY), path: path)
    }

    /// The names in an open folder without `.` and `..`, fdopendir(3).
    ///
    /// - Parameters:
    ///   - folder: read from its present position.
    ///   - path: what a failure names.
    static func names(
        in folder: consuming Descriptor, path: String
    ) throws(SystemFailure) -> [String] {
        let raw = folder.release()
        var stream: OpaquePointer?
        let outcome = Syscall.attempt("fdopendir") { () -> Int32 in
            stream = fdopendir(raw)
            return stream == nil ? -1 : 0
        }
        guard let stream else {
            _ = Descriptor(adopting: raw)
            throw SystemFailure(call: "fdopendir", code: outcome.code, path: path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

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

/// The folder in which relative paths of this process begin.
public enum WorkingDirectory {
    /// Its absolute path, nil when it has been removed or cannot be told, getcwd(3).
    public static var path: String? {
        guard let text = getcwd(nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// The path from the root on, without `.`, `..` and slashes that say nothing, as it is written:
    /// links are not looked at. In a folder that has been removed it begins at the root.
    public static func absolute(_ text: String) -> String {
        let whole = text.hasPrefix("/") ? text : "\(path ?? "")/\(text)"
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

/// Names that stand for other names.
public enum SymbolicLink {
    /// The most links of a chain: as many as the kernel follows, path_resolution(7).
    private static let longestChain = 40

    /// The path that a name stands for in the end, whether or not something is there, readlink(2).
    /// Links in the folders on the way stay as they are. Throws `ELOOP` where links go in a circle.
    static func target(of path: String) throws(SystemFailure) -> String {
        var target = path
        for _ in 0...longestChain {
            let status = try FileStatus.of(target, followingLinks: false)
            guard status?.kind == .symbolicLink else { return target }
            let content = try content(of: target)
            let isAbsolute = content.hasPrefix("/")
            target = isAbsolute ? content : "\(Directory.parent(of: target))/\(content)"
        }
        throw SystemFailure(call: "readlink", code: ELOOP, path: path)
    }

    /// The path that a link holds, one step and not to the end, readlink(2). Throws `EINVAL` where
    /// the name is no link, and `isNotFound`.
    public static func content(of path: String) throws(SystemFailure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = try Syscall.check("readlink", path: path) {
            readlink(path, &buffer, buffer.count)
        }
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
