import Glibc

/// The process that holds a lock on a file.
public struct LockHolder: Hashable, Sendable, CustomStringConvertible {
    /// The number of the process.
    public let process: Int32
    /// What its program calls itself.
    public let name: String

    public var description: String { "\(name) (process \(process))" }

    private static let limitBytes = 1 << 22

    /// Who holds the flock(2) on a file, proc(5) `/proc/locks`; nil where the kernel does not tell,
    /// as on file systems whose locks go by other numbers than their files.
    ///
    /// Cost: grows with all the locks of the machine.
    init?(of file: FileStatus.Identity) {
        guard
            let table = try? FileContent.read("/proc/locks", limitBytes: Self.limitBytes),
            let process = Self.process(holding: file.lockName, in: String(utf8: table)),
            let comm = try? FileContent.read("/proc/\(process)/comm", limitBytes: 64)
        else { return nil }
        self.process = process
        name = String(String(utf8: comm).prefix { $0 != "\n" })
    }

    /// The process in the row of a held lock: `1: FLOCK  ADVISORY  WRITE 4711 fe:00:12 0 EOF`.
    /// The row of one that is waited for has an arrow ahead of the kind.
    static func process(holding name: String, in table: String) -> Int32? {
        for row in table.split(separator: "\n") {
            let words = row.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5] == name else { continue }
            return Int32(words[4])
        }
        return nil
    }
}

extension FileStatus.Identity {
    /// How the table of locks names the file: its device's numbers, two hexadecimal digits at
    /// least, and its inode, makedev(3).
    var lockName: String {
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        return "\(Self.hexadecimal(major)):\(Self.hexadecimal(minor)):\(inode)"
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0\(digits)" : digits
    }
}

extension String {
    fileprivate init(utf8 bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }
}
