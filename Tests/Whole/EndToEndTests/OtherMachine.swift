import Glibc
import LinuxIO

/// Programs on a machine that is not like this one.
enum OtherMachine {
    /// What a program finds changed, as commands of the shell in a mount namespace of its own.
    enum Change {
        /// Nothing is mounted on /proc.
        case withoutProc
        /// /etc/localtime is a file of its own, with the rules of a zone but not its name.
        case namelessZone(String)

        func commands(_ folder: String) -> String {
            switch self {
            case .withoutProc: "mkdir '\(folder)/void'; mount --bind '\(folder)/void' /proc"
            case .namelessZone(let name):
                "mkdir '\(folder)/etc'; cp /etc/passwd '\(folder)/etc'; "
                    + "cp -L '/usr/share/zoneinfo/\(name)' '\(folder)/etc/localtime'; "
                    + "mount --bind '\(folder)/etc' /etc"
            }
        }
    }

    /// Who is not root is root of a user namespace as well.
    private static let unshare = ["unshare", geteuid() == 0 ? "-m" : "-rm"]

    /// Whether this user may make such namespaces here.
    static let isPossible: Bool = {
        let words = unshare + ["sh", "-c", "mount --bind /tmp /proc"]
        return (try? Program.run("/usr/bin/env", words))?.end == .exited(0)
    }()

    /// - Parameter folder: is new, and holds what is changed.
    static func start(
        _ change: Change, in folder: String, _ program: String, _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> Program {
        let script = "mkdir -p '\(folder)'; \(change.commands(folder)); exec \"$@\""
        return try Program(
            "/usr/bin/env", unshare + ["sh", "-ec", script, "sh", program] + arguments,
            environment: environment)
    }
}
