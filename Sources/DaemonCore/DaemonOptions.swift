import ChannelPipeline
import LinuxIO
import Settings
import Vocabulary

/// What a daemon is started with.
package struct DaemonOptions: Sendable {
    package var fleet: Fleet
    package var socketPath: String
    package var speed: PlaybackSpeed
    package var logLevel: LogLevel
    package var limits = DaemonLimits()

    package static let flags =
        [
            Flag(
                "--socket", value: "PATH",
                "Listen here (default: RUNWAY_SOCKET, else the runtime directory).")
        ] + FleetFlags.all + [
            speedFlag,
            Flag("--log-level", value: "LEVEL", "error, warning, info or debug (default: info)."),
            Flag("--version", "Print the version and exit."),
        ]

    package static let speedFlag = Flag(
        "--speed", value: "X",
        "Fleet time runs X times as fast, 0.1 to 3600, and then begins at the epoch (default: 1).")

    package static let table = FlagTable(
        command: "runwayd",
        summary: "streams simulated and recorded running sessions to local subscribers.",
        examples: [
            "runwayd --sessions 10 --seed 42",
            "runwayd --replay run.csv --speed 10 --socket /tmp/runway.sock",
        ], flags: flags)

    /// Reads the flags, and the recordings that they name.
    package init(_ flags: ParsedFlags) throws(StartFailure) {
        fleet = try FleetFlags.fleet(flags, defaultEpoch: WallClock.nowMicroseconds)
        socketPath =
            SocketLocation(
                flag: flags["--socket"], variable: Environment.value("RUNWAY_SOCKET"),
                runtimeDirectory: Environment.value("XDG_RUNTIME_DIR")
            ).listening
        do throws(UsageError) {
            speed = try Self.speed(flags)
            logLevel =
                try flags.value(
                    "--log-level", allowed: "error, warning, info or debug",
                    read: LogLevel.init(named:)) ?? .info
        } catch {
            throw .usage(error)
        }
    }

    private static func speed(_ flags: ParsedFlags) throws(UsageError) -> PlaybackSpeed {
        try flags.value(
            "--speed", allowed: "a number from 0.1 to 3600 with at most three decimals"
        ) { PlaybackSpeed(parsing: $0) } ?? .realTime
    }
}
