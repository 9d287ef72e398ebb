import CivilTime
import CommandLine
import Configuration
import FlightDisplay
import FullScreen
import LinuxIO
import Readout
import StreamClient
import Terminal
import Vocabulary
import ZoneFiles

/// `runway live`: the flight display, or plain lines where no terminal is.
enum LiveCommand {
    static let table = FlagTable(
        command: "runway live",
        summary: "shows a session as a flight, full screen, or the fleet as a table.",
        examples: [
            "runway live --embedded",
            "runway live s1 --window 30s --smooth ema:5s",
            "runway live --embedded --speed 60 --view fleet",
        ],
        flags: [
            Command.socketFlag,
            DaemonAccess.embeddedFlag,
            Flag(
                "--session", value: "LANE",
                "The lane to show first, such as s7 (default: one in flight)."),
            Flag(
                "--view", value: "VIEW", of: .word(["flight", "fleet"]),
                "flight or fleet (default: flight)."),
            Flag(
                "--units", value: "UNITS", of: Command.units,
                "metric or imperial (default: the locale's)."),
            Command.symbolsFlag, Command.colorFlag,
            Flag("--for", value: "SPAN", "End after a time, such as 10s."),
        ] + [ChannelFlags.windowFlag, ChannelFlags.smoothingFlag]
            + FleetFlags.all(
                sessions: sessions,
                epoch: "\(flownMinutes) minutes before the start, so that the first is in "
                    + "mid-flight; with --speed or --replay the second of the start")
            + [DaemonFlags.speed], operand: "[SESSION]", operandFlag: "--session")

    /// The size of the embedded fleet: a dozen athletes, the first of them in mid-flight.
    private static let sessions: Int64 = 12
    private static let flownMinutes: Int64 = 15

    static func run(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        let options = try LiveOptions(flags)
        guard StandardStream.takesFrames else { return try await tail(flags) }
        let signals = try SignalDescriptor.ofDisplays()
        return try await DaemonAccess.run(
            try embedding(flags), logLevel: nil
        ) { socketPath throws(ProgramFailure) in
            var session = try DisplaySession(
                DisplayState(options.preferences, lane: options.lane) {
                    try? TimeZoneRules.named($0)
                }, lane: options.lane, for: options.span, options.palette, flags,
                socketPath: socketPath)
            return try session.run(until: signals)
        }
    }

    /// The flags with the defaults for an embedded daemon, where the user gave none.
    private static func embedding(
        _ flags: ParsedFlags
    ) throws(ProgramFailure) -> ParsedFlags {
        guard flags.has("--embedded") else { return flags }
        var flags = flags
        if !flags.has("--replay") { flags.setDefault("--sessions", "\(sessions)") }
        if !["--epoch", "--speed", "--replay"].contains(where: { flags.has($0) }) {
            flags.setDefault("--epoch", try FleetFlags.epoch(before: .seconds(flownMinutes * 60)))
        }
        return flags
    }

    /// Without a terminal: the same sessions as the lines of `tail`.
    private static func tail(_ flags: ParsedFlags) async throws(ProgramFailure) -> ExitCode {
        var flags = try embedding(flags)
        flags.setDefault("--kinds", "stat,phase,advisory,event")
        return try await TailCommand.run(flags)
    }
}

/// What the flags of `live` ask for.
struct LiveOptions {
    let preferences: Preferences
    /// The lane to begin with; nil chooses one in mid-flight.
    let lane: LaneID?
    /// When the display ends by itself, counted from its start; nil for never.
    let span: Duration?
    let palette: Palette

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        // Reports a mistake in window or smoothing before anything is started.
        _ = try ChannelFlags.request(flags, after: nil)
        span = try flags.span("--for")
        lane = try flags.value("--session", allowed: "one lane, such as s7") {
            $0.contains(".") ? nil : LaneName.lane(of: $0)
        }
        preferences = try Self.preferences(flags)
        palette = try flags.palette()
    }

    private static func preferences(_ flags: ParsedFlags) throws(ProgramFailure) -> Preferences {
        let measures = ["LC_ALL", "LC_MEASUREMENT", "LANG"].map(Environment.value)
        try flags.check("--units", isOneOf: Units.allCases.map(\.rawValue))
        try flags.check("--symbols", isOneOf: Symbols.allCases.map(\.rawValue))
        try flags.check("--view", isOneOf: ["flight", "fleet"])
        var preferences = Preferences(
            units: Units(choice: flags["--units"], locale: measures),
            symbols: Symbols(choice: flags["--symbols"]))
        preferences.window = flags["--window"] ?? preferences.window
        preferences.smoothing = flags["--smooth"] ?? preferences.smoothing
        if flags["--view"] == "fleet" { preferences.view = .fleet }
        return preferences
    }
}
