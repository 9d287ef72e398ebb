import Glibc

/// The programs of this package, where the build has put them.
enum Programs {
    static let daemon = "\(folder)/runwayd"
    static let client = "\(folder)/runway"

    /// The folder of the test run's own program: the build puts all its programs there.
    private static let folder: String = {
        guard let found = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(found) }
        let path = String(cString: found)
        return path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }()
}
