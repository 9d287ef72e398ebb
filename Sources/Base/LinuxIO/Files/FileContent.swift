import Glibc

/// Whole small files.
public enum FileContent {
    private static let chunkBytes = 1 << 16
    static let draftSuffix = ".tmp"

    /// Reads a whole file, open(2) and read(2).
    ///
    /// Throws `isNotFound`, `isPermission`, and `isTooLarge` when the file holds more than
    /// `limitBytes`, of which nothing is returned.
    public static func read(
        _ path: String, limitBytes: Int
    ) throws(SystemFailure) -> [UInt8] {
        let descriptor = try Descriptor.open(path, O_RDONLY)
        return try read(descriptor.raw, path: path, limitBytes: limitBytes)
    }

    /// Reads an open file from where it stands to its end.
    ///
    /// - Parameter path: what a failure names.
    static func read(
        _ raw: Int32, path: String, limitBytes: Int
    ) throws(SystemFailure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while true {
            let count = try Syscall.check("read", path: path) {
                Glibc.read(raw, &chunk, chunkBytes)
            }
            if count == 0 { return content }
            guard content.count + count <= limitBytes else {
                throw SystemFailure(call: "read", code: EFBIG, path: path)
            }
            content.append(contentsOf: chunk[..<count])
        }
    }

    /// Replaces a file at once: a reader, or a crash, meets the old content or the new.
    ///
    /// The content goes to a ``DraftFile``; a link is replaced, not followed. After a failure the
    /// old file is untouched and the new one gone.
    ///
    /// - Parameters:
    ///   - mode: of the new file; exact whatever the process's mask.
    ///   - durable: also waits until file and name are on the disk, fsync(2). Without it the
    ///     machine, not the process, can lose the change by crashing.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644, durable: Bool = true
    ) throws(SystemFailure) {
        let draft = try DraftFile(for: path, mode: mode)
        try draft.write(bytes.span.bytes)
        try draft.publish(durable: durable)
    }

    /// A name in the same folder that no file has.
    static func draft(for path: String) -> String {
        "\(path).\(String(SystemRandom.bits(), radix: 36))\(draftSuffix)"
    }

    /// Makes a file with a content and a mode, exact whatever the process's mask.
    static func write(
        _ path: String, _ bytes: [UInt8], mode: UInt32, durable: Bool
    ) throws(SystemFailure) -> Descriptor {
        let descriptor = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        try fill(descriptor.raw, bytes, path: path, mode: mode, durable: durable)
        return descriptor
    }

    /// Gives a new file its content and its mode, exact whatever the process's mask.
    ///
    /// - Parameter path: what a failure names.
    static func fill(
        _ raw: Int32, _ bytes: [UInt8], path: String, mode: UInt32, durable: Bool
    ) throws(SystemFailure) {
        try Syscall.check("fchmod", path: path) { fchmod(raw, mode) }
        let failure = bytes.withUnsafeBytes { StreamWriter.write($0, to: raw) }
        if let failure {
            throw SystemFailure(call: failure.call, code: failure.code, path: path)
        }
        if durable { try Syscall.check("fsync", path: path) { fsync(raw) } }
    }
}
