import ChannelPipeline
import CommandLine
import LinuxIO
import Vocabulary

/// The flags of `runwayd`: every setting that has one, and where to look for the others.
package enum DaemonFlags {
    package static let all =
        [
            Flag(
                "--config", value: "FILE",
                "Read this file, JSON5; flags outrank it (default: RUNWAY_CONFIG, else none)."),
            Flag("--check-config", "Say all that is wrong with the configuration, and exit."),
            Flag("--print-config", "Print every setting and where it comes from, and exit."),
            Flag(
                "--merge-state", value: "DIR", repeatable: true,
                "Make the new directory of --state, for --shard, out of those that daemons of "
                    + "other shards have kept and left, and exit."),
            Flag(
                "--set-clock-point", value: "now",
                "Have the fleet of --state go on from the present after a start with the machine's "
                    + "clock ahead, and exit: what was sent and commanded ahead no longer binds."),
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
            "runwayd --shard 4/8 --state 4-8 --merge-state 0-4",
        ], flags: all)
}

/// The flags that describe a fleet, the same for the daemon, its embedded form and `export`.
package enum FleetFlags {
    private static let keys: [SettingKey] = [
        .seed, .sessions, .epoch, .schedule, .timeZone, .rate, .device, .pauses, .faults,
        .region, .route, .athletes, .replay, .restingHeartRate, .maximalHeartRate,
    ]

    package static let all = SettingTable.flags(of: keys)

    /// The flags of a program whose defaults are not the daemon's.
    ///
    /// - Parameters:
    ///   - sessions: the default number without a recording; nil for the daemon's.
    ///   - epoch: the default in words; nil for the daemon's.
    ///   - schedule: the default in words; nil for the daemon's.
    package static func all(
        sessions: Int64? = nil, epoch: String? = nil, schedule: String? = nil
    ) -> [Flag] {
        var defaults = [
            SettingKey.sessions: SettingTable.sessions(sessions ?? SettingTable.defaultSessions)
        ]
        (defaults[.epoch], defaults[.schedule]) = (epoch, schedule)
        return SettingTable.flags(of: keys, defaults: defaults)
    }

    /// The flags with a fleet by the calendar, unless they say otherwise: a program that looks at
    /// days needs athletes who have days. Recordings do not fly by the calendar.
    package static func byCalendar(_ flags: ParsedFlags) -> ParsedFlags {
        var flags = flags
        if !flags.has("--replay") { flags.setDefault("--schedule", "days") }
        return flags
    }

    /// The fleet that the flags describe, with the recordings and faults that they name.
    ///
    /// - Parameters:
    ///   - defaultEpoch: microseconds since 1970; cut to a whole second.
    ///   - warn: is told what of the files was left out; by default standard error is.
    /// - Throws: if a value is refused, or a file cannot be used.
    package static func fleet(
        _ flags: ParsedFlags, defaultEpoch: Int64,
        warn: (SettingFinding) -> Void = SettingFinding.warn
    ) throws(ProgramFailure) -> Fleet {
        let settings = ChosenSettings(flags: flags)
        try settings.refuse()
        return try settings.fleet(defaultEpoch: defaultEpoch, warn: warn)
    }

    /// The value of `--epoch` for the second that lies `span` back.
    ///
    /// - Throws: when no fleet may begin at what the machine's clock says.
    package static func epoch(before span: Duration) throws(ProgramFailure) -> String {
        let wall = WallClock.nowMicroseconds
        try MachineClock.checkBeginning(wall)
        let second = (wall - span.wholeMicroseconds).dividedRoundingDown(by: 1_000_000)
        return "\(CalendarTime(microseconds: second * 1_000_000))"
    }
}
