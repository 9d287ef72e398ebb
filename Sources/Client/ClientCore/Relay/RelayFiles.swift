import CommandLine
import LinuxIO
import Relay
import StreamClient
import Vocabulary

/// The files of a relay: its anchor, its status, its metrics, and the lock that its commands share.
struct RelayFiles: ~Copyable {
    struct Paths: Equatable {
        let anchor: String
        var status: String { "\(anchor).status" }
        var lock: String { "\(anchor).lock" }
        /// The metrics file for node_exporter; nil without one.
        let metrics: String?

        /// Paths that the flags name, else in the state folder of the service or of the user.
        init(_ flags: ParsedFlags, name: String) throws(ProgramFailure) {
            metrics = flags["--metrics-file"]
            if let path = flags[AnchorFile.flag] {
                anchor = path
                return
            }
            let home = Environment.value("HOME").map { "\($0)/.local/state" }
            let user = (Environment.value("XDG_STATE_HOME") ?? home).map { "\($0)/runway" }
            let service = Environment.value("STATE_DIRECTORY")?.split(separator: ":").first
            guard let folder = service.map(String.init) ?? user else {
                throw .usage(
                    "there is no place for the anchor: neither STATE_DIRECTORY nor "
                        + "XDG_STATE_HOME nor HOME is set",
                    suggestion: "name a file with --anchor-file")
            }
            anchor = "\(folder)/relay-\(name).anchor"
        }

        /// Makes the folder of the anchor if it is missing.
        func makeFolder() throws(ProgramFailure) {
            let folder = Directory.parent(of: anchor)
            do throws(SystemFailure) {
                try Directory.create(folder, durable: true)
            } catch {
                throw .unwritten(
                    error,
                    "cannot make the folder of the anchor: \(error); name another place with "
                        + AnchorFile.flag)
            }
        }
    }

    let paths: Paths
    let lock: InheritedLock
    /// When the status must be written next.
    private(set) var due = MonotonicInstant.zero
    private var isFailing = false

    /// How often the status is written.
    private static let interval = Duration.seconds(2)

    init(_ paths: Paths) throws(ProgramFailure) {
        self.paths = paths
        do throws(LockedFileFailure) {
            lock = try InheritedLock(paths.lock)
        } catch {
            throw Self.failure(error, paths.lock)
        }
    }

    private static func failure(_ failure: LockedFileFailure, _ path: String) -> ProgramFailure {
        let remedy = "choose another place with \(AnchorFile.flag)"
        return switch failure {
        case .held(let holder): held(path, by: holder)
        case .notRegular(let kind):
            ProgramFailure(
                .output, "\(path) is \(kind), not a regular file; remove it, or \(remedy)")
        case .system(let failure):
            .unwritten(failure, "cannot lock \(path): \(failure.reason); \(remedy)")
        }
    }

    /// The failure for a lock whose holder does not give it up.
    static func held(_ path: String, by holder: LockHolder?) -> ProgramFailure {
        ProgramFailure(
            .temporaryFailure,
            "\(path) is held by \(holder?.description ?? "another process"); end that, or choose "
                + "another place with \(AnchorFile.flag)")
    }

    /// Replaces the status and the metrics file, each in one step and independently of the other.
    ///
    /// - Returns: the reason of a failure; nil after the first of several failures in a row.
    mutating func write(_ report: RelayReport, at now: MonotonicInstant) -> SystemFailure? {
        due = now + Self.interval
        let wasFailing = isFailing
        let failures = [
            Self.replace(paths.status, with: report.json + "\n"),
            paths.metrics.flatMap { Self.replace($0, with: report.metrics) },
        ]
        let failure = failures.compactMap(\.self).first
        isFailing = failure != nil
        return wasFailing ? nil : failure
    }

    private static func replace(_ path: String, with text: String) -> SystemFailure? {
        do throws(SystemFailure) {
            try FileContent.replace(path, with: Array(text.utf8), durable: false)
            return nil
        } catch {
            return error
        }
    }
}
