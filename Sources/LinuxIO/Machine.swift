import Glibc

/// What the process runs on.
public enum Machine {
    /// The kernel's name and release, such as `Linux 6.1.0`, uname(2).
    public static var kernel: String {
        let names = names
        return "\(text(names.sysname)) \(text(names.release))"
    }

    /// The processor's kind, such as `x86_64`, uname(2).
    public static var architecture: String { text(names.machine) }

    /// Processors that are there now, sysconf(3).
    public static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// Bytes of memory that programs may take without others being swapped out, proc(5); nil where
    /// the kernel does not tell.
    public static var availableBytes: Int? {
        guard let bytes = try? FileContent.read("/proc/meminfo", limitBytes: 1 << 16) else {
            return nil
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("MemAvailable:") }
        let words = line?.split(separator: " ") ?? []
        return words.count > 1 ? Int(words[1]).map { $0 << 10 } : nil
    }

    private static var names: utsname {
        var names = utsname()
        precondition(uname(&names) == 0, "no names of this machine")
        return names
    }

    /// The text of a field that a zero byte ends.
    private static func text(_ field: some Any) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
