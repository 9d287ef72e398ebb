import CommandLine

/// The flags of `runwayd`: every setting that has one, and where to look for the others.
package enum DaemonFlags {
    package static let all =
        [
            Flag(
                "--config", value: "FILE",
                "Read this file, JSON5; flags outrank it (default: RUNWAY_CONFIG, else none)."),
            Flag("--check-config", "Say all that is wrong with the configuration, and exit."),
            Flag("--print-config", "Print every setting and where it comes from, and exit."),
        ] + SettingTable.flags(of: [.socket, .state]) + FleetFlags.all
        + SettingTable.flags(of: [.shard, .speed, .logLevel])

    package static let speed = SettingTable.flags(of: [.speed])[0]

    /// The command line of `runwayd`.
    package static let table = FlagTable(
        command: "runwayd",
        summary: "streams simulated and recorded running sessions to local subscribers.",
        examples: [
            "runwayd --sessions 10 --seed 42",
            "runwayd --replay run.csv --speed 10 --socket /tmp/runway.sock",
            "runwayd --config runwayd.json5 --check-config",
        ], flags: all)
}
