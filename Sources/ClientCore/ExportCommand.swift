import ChannelPipeline
import DaemonCore
import LinuxIO
import Settings
import Vocabulary
import WireProtocol

/// `runway export`: whole sessions of lap 0 to files, offline and at full speed.
enum ExportCommand {
    static let table = FlagTable(
        command: "runway export", summary: "writes whole sessions to files, without a daemon.",
        examples: [
            "runway export --format csv --seed 42 --sessions 10 --out runs",
            "runway export --format ndjson --seed 42 --kinds stat,phase --window 30s --out runs",
        ],
        flags: [
            Flag(
                "--format", value: "FORMAT",
                "csv: the running part, a row a sample; ndjson: the daemon's lines without clock "
                    + "fields."),
            Flag("--out", value: "DIR", "The folder for the files; made if it is missing."),
        ] + FleetFlags.all + ChannelFlags.all)

    /// 2026-01-01T00:00:00Z: an export says the same whenever it is made.
    private static let epoch: Int64 = 1_767_225_600_000_000

    static func run(_ flags: ParsedFlags) throws(StartFailure) -> ExitCode {
        let format = try self.format(flags)
        guard let folder = flags["--out"] else {
            throw .usage(
                UsageError("export needs a folder for its files", suggestion: "add --out DIR"))
        }
        let export = SessionExport(
            fleet: try FleetFlags.fleet(flags, defaultEpoch: epoch), format: format)
        do throws(SystemFailure) {
            try Directory.create(folder)
            for lane in 0..<export.fleet.laneCount {
                let name = SessionName(lane: lane, lap: 0)
                try FileContent.replace(
                    "\(folder)/\(name).\(format.fileExtension)", with: export.bytes(of: name),
                    durable: false)
            }
        } catch {
            throw StartFailure(
                error.isPermission ? .permission : .output,
                "cannot write the files: \(error); choose another folder with --out")
        }
        _ = StandardStream.error.write(
            "\(export.fleet.laneCount) sessions of seed \(export.fleet.seed) in \(folder)\n")
        return .success
    }

    private static func format(_ flags: ParsedFlags) throws(StartFailure) -> SessionExport.Format {
        let request = try ChannelFlags.request(flags, after: nil).request
        switch flags["--format"] ?? "csv" {
        case "ndjson": return .ndjson(request.shape)
        case "csv":
            guard let flag = ChannelFlags.all.first(where: { flags.has($0.name) }) else {
                return .csv
            }
            throw .usage(
                UsageError(
                    "\(flag.name) has no meaning for csv, whose columns are fixed",
                    suggestion: "add --format ndjson"))
        case let other:
            throw .usage(
                UsageError("--format cannot be \"\(other)\"", suggestion: "give csv or ndjson"))
        }
    }
}
