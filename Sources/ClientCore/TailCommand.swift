import DaemonCore
import LinuxIO
import Settings
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// `runway tail`: follows sessions, line by line.
enum TailCommand {
    static let table = FlagTable(
        command: "runway tail", summary: "follows sessions, one line for each statistic or event.",
        examples: [
            "runway tail --embedded",
            "runway tail --session s0 --kinds stat,phase --window 30s --smooth ema:5s",
            "runway tail --json --from start -n 1000 > lines.ndjson",
        ],
        flags: [
            Command.socketFlag,
            DaemonAccess.embeddedFlag,
            Command.jsonFlag,
            Flag("-n", value: "COUNT", "End after so many lines."),
            Flag("--for", value: "SPAN", "End after a time, such as 10s."),
            Flag(
                "--from", value: "WHERE",
                "start: from the start of what flies now; an anchor: strictly after it."),
            Flag("--color", value: "WHEN", "auto, always or never (default: auto)."),
        ] + ChannelFlags.all + FleetFlags.all + [DaemonOptions.speedFlag])

    static func run(_ flags: ParsedFlags) async throws(StartFailure) -> ExitCode {
        let tail = try TailOptions(flags)
        let interruption = try Interruption()
        return try await DaemonAccess.run(flags) { socketPath throws(StartFailure) in
            var session = TailSession(tail, try DaemonLink(flags, socketPath: socketPath))
            return try session.run(until: interruption)
        }
    }
}

/// What the flags of `tail` ask for.
struct TailOptions {
    /// The command that reads it, for its errors.
    let command: String
    var request: String
    var lineLimit: Int?
    var milliseconds: Int?
    var isJSON: Bool
    var palette: Palette

    init(_ flags: ParsedFlags) throws(StartFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            milliseconds = try flags.milliseconds("--for")
            palette = try flags.palette()
        } catch {
            throw .usage(error)
        }
        command = flags.command
        isJSON = flags.has("--json")
        request = try ChannelFlags.request(flags, after: flags["--from"]).line
    }
}
