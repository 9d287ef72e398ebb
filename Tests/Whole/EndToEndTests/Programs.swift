import Glibc
import LinuxIO

/// The programs of this package: those of the folder that `RUNWAY_TESTED_PROGRAMS` names, as the
/// gate does with what ships, else where the build of the tests has put them.
enum Programs {
    static let daemon = "\(folder)/runwayd"
    static let client = "\(folder)/runway"

    /// If no other is named, that of the test run's own program: the build puts all of them there.
    private static let folder: String = {
        if let named = Environment.value("RUNWAY_TESTED_PROGRAMS") { return named }
        guard let found = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(found) }
        let path = String(cString: found)
        return path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }()
}
