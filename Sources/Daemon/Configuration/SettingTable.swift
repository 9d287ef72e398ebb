import CommandLine
import Simulation
import Vocabulary
import WireProtocol

/// Every setting of the daemon: flags, variables, the configuration file with its comments, what is
/// allowed and the defaults come from these rows.
///
/// The default of a setting is changed here, that of a limit in `ProtocolLimits`. A comment above
/// the rows says where the same number stands a second time; a test holds both equal.
package enum SettingTable {
    /// The largest seed: every JSON reader can hold it exactly.
    static let largestSeed: UInt64 = 1 << 53 - 1
    /// Epochs from 2000 to 2200, so that a position in the stream can express every instant within
    /// millennia of laps.
    package static let epochs: ClosedRange<Int64> = 946_684_800_000_000...7_258_118_400_000_000
    /// How many simulated athletes fly where neither sessions nor a recording is set.
    static let defaultSessions: Int64 = 3

    /// The rows in the order of the configuration file.
    static let rows = pathRows + fleetRows + recordingRows + runRows + [accessRow] + limitRows

    /// The row of a key.
    package static func row(_ key: SettingKey) -> Setting {
        guard let row = rows.first(where: { $0.key == key }) else {
            preconditionFailure("\(key) is in no row of the table of settings")
        }
        return row
    }

    /// The flags of some settings; those without one are left out.
    ///
    /// - Parameter defaults: defaults in words, for a program whose defaults are not the daemon's.
    package static func flags(
        of keys: [SettingKey], defaults: [SettingKey: String] = [:]
    ) -> [Flag] {
        keys.compactMap { row($0).flag(default: defaults[$0]) }
    }

    /// The default number of simulated athletes, in words.
    static func sessions(_ number: Int64) -> String { "\(number); 0 with a recording" }

    private static let pathRows = [
        Setting(
            // SocketLocation.swift in CommandLine has both paths: the client looks there too.
            .socket, .path,
            default: .found(
                "runway/runwayd.sock in XDG_RUNTIME_DIR, else \(SocketLocation.system)"),
            example: .text(SocketLocation.system),
            flag: .init(name: "--socket", value: "PATH"), "Where the daemon listens",
            remark: "A relative path begins at this file's folder."),
        Setting(
            .state, .file("/var/lib/runway"),
            default: .found("the first of STATE_DIRECTORY, else nothing is kept"),
            example: .text("/var/lib/runway"), flag: .init(name: "--state", value: "DIR"),
            "Folder that keeps the fleet over restarts",
            remark: "A relative path begins at this file's folder. It holds the clock, live "
                + "commands, and all settings that describe the fleet, which need not be given "
                + "again. Nobody but the daemon's user may write it."),
    ]

    // Fleet.init has the same rate, device and pauses, for programs without settings.
    private static let fleetRows = [
        Setting(
            .sessions, .integer(0...Int64(LaneID.limit / 2)),
            default: .found(sessions(defaultSessions)), example: .integer(defaultSessions),
            flag: .init(name: "--sessions", value: "N"),
            "Simulated athletes, one session after another"),
        Setting(
            .seed, .integer(0...Int64(largestSeed)),
            default: .found("random, drawn and told at start"), example: .integer(42),
            flag: .init(name: "--seed", value: "S"),
            "Seed of everything that is drawn"),
        Setting(
            .epoch, .time(epochs), default: .found("the second of the start"),
            example: .time(CalendarTime(microseconds: 1_795_154_400_000_000)),
            flag: .init(name: "--epoch", value: "MOMENT"), "When lap 0 begins",
            remark: "A state folder keeps what a word, a time of day or a span has meant at its "
                + "first start."),
        Setting(
            .schedule, .word(["laps", "days"]), default: .value(.text("laps")),
            example: .text("laps"), flag: .init(name: "--schedule", value: "SCHEDULE"),
            "When the simulated athletes run",
            remark: "With laps one session after the other, each on a lap of 70 minutes; with days "
                + "by the calendar, some days of the week."),
        Setting(
            .timeZone, .zone, default: .found("UTC with laps, the machine's with days"),
            example: .text("Europe/Berlin"), flag: .init(name: "--time-zone", value: "NAME"),
            "Time zone of the athletes' days",
            remark: "Its rules are a part of the fleet's identity; a state folder keeps those that "
                + "it began with."),
        Setting(
            .rate, .choice(SampleRate.allowed), default: .value(.integer(1)),
            example: .integer(1), unit: "Hz",
            flag: .init(name: "--rate", value: "HZ"), "Samples a second"),
        Setting(
            .device, .word(Equipment.Device.allCases.map(\.rawValue)),
            default: .value(.text("mixed")), example: .text("mixed"),
            flag: .init(name: "--device", value: "DEVICE"),
            "What measures the simulated athletes' heart rate",
            remark: "With mixed each athlete has a strap or an optical sensor; with perfect every "
                + "metric is as the body gives it."),
        Setting(
            .pauses, .boolean, default: .value(.boolean(true)), example: .boolean(true),
            flag: .init(
                name: "--without-pauses",
                alone: ("false", "No simulated athlete pauses the recording by hand")),
            "Whether the simulated athletes pause their recordings by hand",
            remark: "The device perfect never pauses."),
        Setting(
            .faults, .file("faults.txt"), default: .found("none"),
            example: .text("/etc/runway/faults.txt"),
            flag: .init(name: "--faults", value: "FILE"),
            "What goes wrong with the simulated athletes' devices, a script",
            remark: "A relative path begins at this file's folder. One fault a line, such as: "
                + "\(faultExample)"),
        Setting(
            .region, .region, default: .found("the foothills of the Alps"),
            example: .text("\(Region.standard)"),
            flag: .init(name: "--region", value: "LAT,LON,KM"),
            "Where the simulated athletes live: the middle, and the kilometres around it",
            remark: "The ground is invented, at 650 m above the sea. It is a part of the fleet's "
                + "identity where it is given."),
        Setting(
            .route, .paths(ofLanes: true), default: .value(.texts([])),
            example: .texts(["park.gpx", "s3=hill.gpx"]),
            flag: .init(name: "--route", value: "FILE", isRepeatable: true),
            "A route that the simulated athletes run, a GPX, FIT or TCX file; s3=FILE for one lane",
            remark: "Each run is once from its start to its end, at an easy pace and over its "
                + "heights, where it has any. Relative paths begin at this file's folder."),
        Setting(
            .athletes, .athletes, default: .found("all are drawn"),
            example: .text("/etc/runway/athletes.json5"),
            flag: .init(name: "--athletes", value: "FILE"),
            "Who flies the first lanes, a JSON5 list; what it leaves out is drawn",
            remark: "Here or in a file, such as [{name: \"Ada\", best: \"5 km in 24:30\"}, "
                + "{like: \"mock-week\"}]. It is a part of the fleet's identity where it stands, "
                + "and stays as it was while the fleet lives."),
    ]

    /// A line of a fault script.
    private static let faultExample = "gps lost 30 s at 12:00 then reacquire in 0.3 of sessions."

    // HeartRateLimits.standard has the same heart rates, for programs without settings.
    private static let recordingRows = [
        Setting(
            .replay, .paths(), default: .value(.texts([])), example: .texts(["run.csv"]),
            flag: .init(name: "--replay", value: "FILE", isRepeatable: true),
            "Recorded runs to fly, CSV, FIT, TCX or GPX files, each once, from the epoch on",
            remark: "Of a file with several sessions, run.fit#2 is the second alone. Relative "
                + "paths begin at this file's folder; the variable has colons between the paths."),
        heartRate(
            .restingHeartRate, 20...150, default: 60, flag: "--resting-heart-rate",
            "Heart rate at rest of who flew the recordings",
            remark: "It must be below \(SettingKey.maximalHeartRate.rawValue)."),
        heartRate(
            .maximalHeartRate, 80...250, default: 190, flag: "--maximal-heart-rate",
            "Maximal heart rate of who flew the recordings"),
    ]

    private static func heartRate(
        _ key: SettingKey, _ range: ClosedRange<Int64>, default number: Int64, flag: String,
        _ summary: String, remark: String? = nil
    ) -> Setting {
        Setting(
            key, .integer(range), default: .value(.integer(number)), example: .integer(number),
            unit: "bpm", flag: .init(name: flag, value: "BPM"), summary, remark: remark)
    }

    private static let runRows = [
        Setting(
            .shard, .shard, default: .value(.text("0/1")), example: .text("0/1"),
            flag: .init(name: "--shard", value: "A/B"),
            "Which lanes are flown here: those whose remainder by B is A",
            remark: "The fleet, with its seed, epoch and number of sessions, is the same for all "
                + "shards."),
        Setting(
            .speed, .speed, default: .value(.speed(.realTime)), example: .speed(.realTime),
            flag: .init(name: "--speed", value: "X"),
            "How many times as fast as real time fleet time runs; if not 1, it begins at the epoch",
            remark: "At \"max\" no clock paces it: it goes on as fast as lines are computed and, "
                + "if all subscriptions ask for it, read."),
        Setting(
            .logLevel, .word(LogLevel.allCases.map(\.name)), default: .value(.text("info")),
            example: .text("info"), flag: .init(name: "--log-level", value: "LEVEL"),
            "The least important lines of the log"),
    ]

    private static let accessRow = Setting(
        .access, .access, default: .value(.access(AccessRule.usual)),
        example: .access(AccessRule.usual),
        "Who may do what; of these rules the first that is about a peer holds",
        remark: "A rule is about a user (user: name, uid: number, or daemon: true for the daemon's "
            + "own), a group (group, gid), both, or everybody. It gives read (metrics), kinds (of "
            + "lines; if left out all that read allows, but not truth), control (true, or \"own\" "
            + "for sessions that the user has started), write (metrics of days) and observe "
            + "(status and clients). \"*\" stands for all; what is left out is not given. The "
            + "kind phase needs heart_rate_bpm, advisory needs speed_mps and distance_m, unless "
            + "the rule names the kind. Only who may read everything is told the seed, from which "
            + "everything can be computed.")
}
