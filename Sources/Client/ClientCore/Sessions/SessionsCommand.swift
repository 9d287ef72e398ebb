import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Readout
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// `runway sessions`: lists the sessions that fly now.
enum SessionsCommand {
    static let table = FlagTable(
        command: "runway sessions", summary: "lists what is flying now.",
        examples: [
            "runway sessions", "runway sessions s0 s7",
            "runway sessions --sort heart_rate_bpm --descending --top 10",
            "runway sessions --json | jq .sessions", "runway sessions --forecast",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag] + SessionsQuestion.flags
            + [SessionsForecast.flag, Command.unitsFlag, Command.jsonFlag],
        operand: "[SESSION...]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        if flags.has(SessionsForecast.flag.name) { return try forecast(flags) }
        return try SessionsQuestion.print(flags) { text($0, $1, $2) }
    }

    private static func forecast(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        let forecast = try SessionsForecast(try DaemonLink(flags).greeting)
        let hasBlocks = Symbols() != .ascii
        let text = flags.has("--json") ? forecast.json : forecast.text(hasBlocks: hasBlocks)
        try StandardStream.output.print(ShownText(lines: text))
        return .success
    }

    static func text(
        _ sessions: [JSONValue], _ units: Units = .metric,
        _ rights: GreetedRights = GreetedRights(nil)
    ) -> ShownText {
        let shown: [Metric] = [.heartRate, .speed, .distance]
        let head: [(String, TextAlignment)] =
            ["SESSION", "STATE", "PHASE", "PLAN"].map { ($0, .left) }
            + shown.map { ($0.shown.label, .right) } + [("LIMITS", .right), ("ATHLETE", .left)]
        var table = TextTable(head)
        for session in sessions { table.add(row(session, units, rights)) }
        return ShownText(lines: table.lines.joined(separator: "\n") + "\n")
    }

    private static func row(
        _ session: JSONValue, _ units: Units, _ rights: GreetedRights
    ) -> [String] {
        let latest = session["latest"]
        func cell(_ metric: Metric) -> String {
            guard rights.reads(metric.name) else { return GreetedRights.mark }
            return latest?[metric.name].map { MetricText(metric, units).text($0) } ?? "-"
        }
        func text(_ name: String) -> String { session[name]?.text ?? "-" }
        let phase = rights.readsPhases ? text("phase") : GreetedRights.mark
        return [
            text("session"), text("state"), next(session) ?? phase, plan(session),
            cell(.heartRate), cell(.speed), cell(.distance), limits(session, rights),
            SessionCard.runner(session) ?? "-",
        ]
    }

    private static func limits(_ session: JSONValue, _ rights: GreetedRights) -> String {
        let limits = [
            ("resting_heart_rate_bpm", DayMetric.restingHeartRate.name),
            ("maximal_heart_rate_bpm", Metric.heartRate.name),
        ]
        guard limits.contains(where: { rights.reads($0.1) }) else { return GreetedRights.mark }
        return limits.map { session[$0.0]?.integer.map { "\($0)" } ?? "?" }.joined(separator: "-")
    }

    /// When a lane that rests flies next, to the minute: `from 2026-11-24T06:30Z`.
    private static func next(_ session: JSONValue) -> String? {
        session["next"]?.text.map { "from \($0.prefix(16))Z" }
    }

    private static func plan(_ session: JSONValue) -> String {
        let name = session["plan"]?.text ?? "-"
        guard let metres = session["mission"]?["target_distance_m"]?.integer else { return name }
        return "\(name) \(metres / 1000) km"
    }
}
