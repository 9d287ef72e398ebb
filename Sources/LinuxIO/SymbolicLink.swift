import Glibc

/// Names that stand for other names.
enum SymbolicLink {
    /// As many as the kernel follows, path_resolution(7).
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

    private static func content(of path: String) throws(SystemFailure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = try Syscall.check("readlink", path: path) {
            readlink(path, &buffer, buffer.count)
        }
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
