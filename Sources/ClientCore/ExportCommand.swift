import ChannelPipeline
import DaemonCore
import LinuxIO
import PlainText
import Settings
import Vocabulary
import WireProtocol

/// `runway export`: whole sessions, of lap 0 unless named, to files, offline and at full speed.
enum ExportCommand {
    static let table = FlagTable(
        command: "runway export", summary: "writes whole sessions to files, without a daemon.",
        examples: [
            "runway export --format csv --seed 42 --sessions 10 --out runs",
            "runway export --format ndjson --seed 42 --kinds stat,phase --window 30s --out runs",
            "runway export --truth --seed 42 --sessions 10 --out runs",
        ],
        flags: [
            Flag(
                "--format", value: "FORMAT",
                "csv (default): the running part, a row a sample; ndjson: the daemon's lines, "
                    + "without clock fields."),
            Flag(
                "--out", value: "DIR", "The folder for the files, made if it is missing (required)."
            ),
            Flag(
                "--truth",
                "Tell what only the simulator knows, too: more columns in csv, the kind truth in "
                    + "ndjson."),
        ] + FleetFlags.all + ChannelFlags.all)

    /// 2026-01-01T00:00:00Z: an export says the same whenever it is made.
    private static let epoch: Int64 = 1_767_225_600_000_000

    static func run(_ flags: ParsedFlags) throws(StartFailure) -> ExitCode {
        let request = try ChannelFlags.request(flags, after: nil).request
        let format = try self.format(flags, request.shape)
        guard let folder = flags["--out"] else {
            throw .usage(
                UsageError("export needs a folder for its files", suggestion: "add --out DIR"))
        }
        let export = SessionExport(
            fleet: try FleetFlags.fleet(flags, defaultEpoch: epoch), format: format,
            tellsTruth: flags.has("--truth"))
        let sessions = try sessions(request, of: export.fleet)
        do throws(SystemFailure) {
            try Directory.create(folder)
            for name in sessions {
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
            "\(sessions.count) sessions of seed \(export.fleet.seed) in \(folder)\n")
        return .success
    }

    /// The sessions that the request selects: of a lane without a lap, lap 0.
    ///
    /// - Throws: what a daemon would answer: there is no such session, or no such grid.
    static func sessions(
        _ request: SubscribeRequest, of fleet: Fleet
    ) throws(StartFailure) -> [SessionName] {
        do throws(WireError) {
            try request.shape.validate(rate: fleet.rate)
            let lanes = try fleet.choices(request.selection).map(\.lane)
            guard case .some(let selected) = request.selection else {
                return lanes.map { SessionName(lane: $0, lap: 0) }
            }
            let names = selected.map { SessionName(lane: $0.lane, lap: $0.lap ?? 0) }
            return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
        } catch {
            throw .usage(UsageError(error))
        }
    }

    private static func format(
        _ flags: ParsedFlags, _ shape: ChannelShape
    ) throws(StartFailure) -> SessionExport.Format {
        switch flags["--format"] ?? "csv" {
        case "ndjson": return .ndjson(shape)
        case "csv":
            let given = ChannelFlags.all.first { flags.has($0.name) && $0.name != "--session" }
            guard let flag = given else { return .csv }
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
