import CivilTime
import CommandLine
import Configuration
import FlightDisplay
import FullScreen
import LinuxIO
import Logbook
import StreamClient
import Terminal
import Vocabulary

/// `runway log`: an athlete's days as a logbook, full screen on a terminal, else as text.
enum LogCommand {
    static let table = FlagTable(
        command: "runway log",
        summary: "shows an athlete's days and runs: a logbook on a terminal, else plain text.",
        examples: [
            "runway log s1",
            "runway log s1 --day 2026-03-06",
            "runway log s1 --day -7",
            "runway log s1 --metric body_mass_kg --week-starts sunday",
            "runway log --run s1.12 | less",
            "runway log s1 --month 2026-03 --json | jq -c 'select(.run)'",
            "runway log --embedded --time-zone Europe/Berlin",
        ],
        flags: [
            Command.socketFlag, DaemonAccess.embeddedFlag, Command.timeoutFlag,
            Flag("--session", value: "SESSION", "The athlete, as SESSION without the flag."),
            Flag(
                "--day", value: "DATE",
                "The day, with --weeks or --metric the last one: \(ParsedFlags.dayForm) "
                    + "(default: today)."),
            Flag("--month", value: "MONTH", "A month as a calendar, such as 2026-03."),
            Flag("--weeks", "The weeks of half a year."),
            Flag(
                "--metric", value: "NAME", of: .queryMetrics,
                "A metric over some weeks, such as body_mass_kg, with averages and differences by "
                    + "weekday."),
            Flag(
                "--days", value: "COUNT",
                "How many days of the metric, from 2 to 366 (default: 28)."),
            Flag("--run", value: "SESSION", "A run, such as s7.12."),
            Flag(
                "--truth",
                "On the pages of a day and of a month, what is behind the days of an athlete whose "
                    + "findings are ordered."),
            Flag(
                "--week-starts", value: "DAY", of: .word(["monday", "sunday"]),
                "monday or sunday (default: monday)."),
            Flag(
                "--goal", value: "STEPS",
                "Steps of a day; it is remembered in runway/goal below XDG_CONFIG_HOME (default: "
                    + "what is remembered, else 10000)."),
            Command.unitsFlag,
            Flag(
                "--json",
                "Print the daemon's lines that the page is made of, unchanged; on a terminal "
                    + "control characters as JSON's escapes."),
            Command.symbolsFlag, Command.colorFlag,
            Flag("--for", value: "SPAN", "End the display after a time, such as 10s."),
        ] + FleetFlags.all(schedule: "days; laps with a recording") + [DaemonFlags.speed],
        operand: "[SESSION]")

    static func run(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        var options = try LogOptions(flags)
        let goal = GoalFile()
        if options.preferences.keepsGoal {
            try goal.keep(options.preferences.goal)
            options.preferences.keepsGoal = false
        } else if let kept = goal.kept {
            options.preferences.goal = kept
        }
        let chosen = options
        guard StandardStream.takesFrames, !flags.has("--json") else {
            return try await printPage(chosen, flags)
        }
        let signals = try SignalDescriptor.ofDisplays()
        return try await DaemonAccess.run(
            embedding(flags), logLevel: nil
        ) { socketPath throws(ProgramFailure) in
            var session = try DisplaySession(
                chosen.state(follows: true), lane: chosen.fleetLane, for: chosen.span,
                chosen.palette, flags, socketPath: socketPath
            ) { state in keep(&state, goal) }
            return try session.run(until: signals)
        }
    }

    private static func printPage(
        _ options: LogOptions, _ flags: ParsedFlags
    ) async throws(ProgramFailure) -> ExitCode {
        try await DaemonAccess.run(
            embedding(flags), logLevel: nil
        ) { socketPath throws(ProgramFailure) in
            var printer = try LogPrinter(
                options.state(follows: false), DaemonLink(flags, socketPath: socketPath),
                patience: try flags.patience, isJSON: flags.has("--json"))
            return try printer.run { flags.tell($0) }
        }
    }

    /// An embedded fleet flies by the calendar, unless it is told otherwise.
    static func embedding(_ flags: ParsedFlags) -> ParsedFlags {
        flags.has("--embedded") ? FleetFlags.byCalendar(flags) : flags
    }

    /// Keeps a goal that was set by key.
    private static func keep(_ state: inout LogbookState, _ file: GoalFile) {
        guard state.preferences.keepsGoal else { return }
        state.preferences.keepsGoal = false
        do throws(ProgramFailure) {
            try file.keep(state.preferences.goal)
        } catch {
            state.tell(error.description)
        }
    }
}
