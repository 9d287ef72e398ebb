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
            Flag("--embedded", "Start a daemon inside, on a private socket, with the flags below."),
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
        guard flags.has("--embedded") else {
            try refuseFleetFlags(flags)
            var session = TailSession(tail, try DaemonLink(flags))
            return try session.run(until: interruption)
        }
        try refuseSocket(flags)
        let daemon = try await EmbeddedDaemon.start(flags)
        let result: Result<ExitCode, StartFailure>
        do throws(StartFailure) {
            var session = TailSession(tail, try DaemonLink(flags, socketPath: daemon.socketPath))
            result = .success(try session.run(until: interruption))
        } catch {
            result = .failure(error)
        }
        await daemon.stop()
        return try result.get()
    }

    private static func refuseSocket(_ flags: ParsedFlags) throws(StartFailure) {
        guard flags.has("--socket") else { return }
        throw .usage(
            UsageError(
                "--socket names a daemon, and --embedded starts one on a private socket",
                suggestion: "give one of the two"))
    }

    private static func refuseFleetFlags(_ flags: ParsedFlags) throws(StartFailure) {
        let fleet = (FleetFlags.all + [DaemonOptions.speedFlag]).map(\.name)
        guard let flag = fleet.first(where: flags.has) else { return }
        throw .usage(
            UsageError(
                "\(flag) is for a daemon that is started here",
                suggestion: "add --embedded, or give \(flag) to runwayd"))
    }
}

/// What the flags of `tail` ask for.
struct TailOptions {
    var request: String
    var lineLimit: Int?
    var milliseconds: Int?
    var isJSON: Bool
    var palette: Palette

    init(_ flags: ParsedFlags) throws(StartFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            milliseconds = try flags.value("--for", allowed: "a span such as 10s or 5m") { text in
                FleetDuration(parsing: text).map { Int($0.microseconds / 1000) }
            }
            _ = try flags.value("--color", allowed: "auto, always or never") { text in
                ["auto", "always", "never"].contains(text) ? text : nil
            }
        } catch {
            throw .usage(error)
        }
        isJSON = flags.has("--json")
        request = try ChannelFlags.request(flags, after: flags["--from"]).line
        palette = Palette(
            choice: flags["--color"], isTerminal: StandardStream.output.isTerminal,
            noColor: Environment.value("NO_COLOR"), terminalType: Environment.value("TERM"))
    }
}
