import Glibc

/// What the process runs on.
public enum Machine {
    /// The kernel's name and release, such as `Linux 6.1.0`, uname(2).
    public static var kernel: String {
        let names = names
        return "\(text(names.sysname)) \(text(names.release))"
    }

    /// The host's name, uname(2).
    public static var host: String { text(names.nodename) }

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

/// What the machine knows of its users.
public enum UserAccount {
    /// The name of a user, getpwuid_r(3); nil where none has that number, or the lookup fails.
    ///
    /// It may ask a service on the network, and wait for it.
    public static func name(of userID: UInt32) -> String? {
        var name: String?
        _ = Accounts.lookUp("getpwuid_r") { start, bytes in
            var record = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwuid_r(userID, &record, start, bytes, &found)
            name = found.flatMap { $0.pointee.pw_name.map { String(cString: $0) } }
            return (code, found?.pointee.pw_uid)
        }
        return name
    }
}

/// Random bits from the kernel, for seeds and names; never for a signal of the simulation.
public enum SystemRandom {
    /// 64 random bits.
    ///
    /// getentropy(3), which asks getrandom(2): the Glibc module leaves out the latter. It cannot
    /// fail for eight bytes once the machine has started.
    public static func bits() -> UInt64 {
        var bits: UInt64 = 0
        precondition(
            getentropy(&bits, MemoryLayout<UInt64>.size) == 0, "the kernel gave no random bits")
        return bits
    }
}

/// The process's environment, which this program reads and otherwise leaves as it is.
public enum Environment {
    /// The value of a variable, nil when it is not set or empty, getenv(3).
    public static func value(_ name: String) -> String? {
        guard let text = getenv(name), text.pointee != 0 else { return nil }
        return String(cString: text)
    }

    /// All variables, as `NAME=value`, environ(7).
    static var all: [String] {
        // A variable of C may be changed by other threads: it is read where it lies.
        guard let place = dlsym(nil, "environ") else { return [] }
        let list = place.load(as: UnsafePointer<UnsafePointer<CChar>?>?.self)
        guard let list else { return [] }
        var texts: [String] = []
        while let text = list[texts.count] { texts.append(String(cString: text)) }
        return texts
    }

    /// Removes a variable, for this process and programs that it starts, and returns its value,
    /// unsetenv(3).
    ///
    /// Only for the start of a program: no other thread may read the environment meanwhile.
    static func remove(_ name: String) -> String? {
        let value = value(name)
        unsetenv(name)
        return value
    }
}
