import CommandLine
import PlainText
import Testing
import Vocabulary

@testable import Configuration

/// What a person is told of every kind of wrong configuration: the place, the key, what is wrong,
/// what would be right.
@Suite struct WrongSettingsTests {
    private func findings(
        _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil
    ) throws -> [SettingFinding] {
        ChosenSettings(
            flags: try DaemonFlags.table.parse(arguments), environment: environment,
            file: text.map { ConfigurationFile(path: "x.json5", bytes: Array($0.utf8)) }
        ).findings
    }

    private static let whole = "a whole number from"
    private static let seeds = "give \(whole) 0 to 9007199254740991"
    private static let rates = "give one of 1, 2, 5, 10, 25, 50"
    private static let speeds =
        "give a number from 0.1 to 3600 with at most three decimals, or \"max\""
    private static let times =
        "give a moment in whole seconds from 2000 to 2200: \(Moment.form)"
    private static let lists = "give a list of paths, such as [\"run.csv\"]"
    private static let levels = "give error, warning, info or debug"
    private static let none = "there is no such key"
    private static let limits =
        "clients, user_clients, user_subscriptions, user_requests, user_replay_lines, "
        + "user_starts, outbox_lines, outbox_bytes, waiting_bytes, window_bytes, history_samples, "
        + "processor_percent, catch_up_threads"
    private static let top =
        "give any of socket, state, sessions, seed, epoch, schedule, time_zone, rate_hz, device, "
        + "pauses, faults, region, route, athletes, replay, resting_heart_rate_bpm, "
        + "maximal_heart_rate_bpm, "
        + "shard, speed, log_level, access, limits"

    private static let files: [(String, String)] = [
        (
            "",
            "1:1: an object is expected here, but the file ends; write { first; {} alone means "
                + "all defaults"
        ),
        (
            "{\n  rate_hz: 5\n  seed: 1\n}",
            "3:3: a comma or } after the value of rate_hz is expected here, not s; separate with "
                + "commas"
        ),
        ("{ seed: 1, seed: 2 }", "1:12: \"seed\" occurs twice in one object; keep one of them"),
        ("{ rate_hz: 3 }", "1:12: rate_hz: cannot be 3; \(rates)"),
        (
            "{\r\n rate_hz:\r\n  '5' }",
            "3:3: rate_hz: cannot be the text \"5\"; \(rates)"
        ),
        ("{ sessions: 1.5 }", "1:13: sessions: cannot be 1.5; give \(whole) 0 to 524288"),
        ("{ sessions: -1 }", "1:13: sessions: cannot be -1; give \(whole) 0 to 524288"),
        ("{ sessions: 1e300 }", "1:13: sessions: cannot be 1e+300; give \(whole) 0 to 524288"),
        (
            "{ device: 'Strap' }",
            "1:11: device: cannot be \"Strap\"; give mixed, strap, optical or perfect"
        ),
        ("{ device: 1 }", "1:11: device: cannot be 1; give mixed, strap, optical or perfect"),
        ("{ pauses: 'false' }", "1:11: pauses: cannot be the text \"false\"; give true or false"),
        ("{ pauses: 0 }", "1:11: pauses: cannot be 0; give true or false"),
        ("{ faults: ['a'] }", "1:11: faults: cannot be a list; give a path such as faults.txt"),
        ("{ faults: '' }", "1:11: faults: cannot be \"\"; give a path such as faults.txt"),
        ("{ sessions: true }", "1:13: sessions: cannot be true; give \(whole) 0 to 524288"),
        ("{ seed: null }", "1:9: seed: cannot be null; \(seeds)"),
        (
            "{ seed: 9007199254740992 }",
            "1:9: seed: cannot be 9007199254740992; \(seeds)"
        ),
        ("{ seed: [1] }", "1:9: seed: cannot be a list; \(seeds)"),
        (
            "{ speed: 0.0999 }",
            "1:10: speed: cannot be 0.0999; \(speeds)"
        ),
        (
            "{ speed: 1.0005 }",
            "1:10: speed: cannot be 1.0005; \(speeds)"
        ),
        (
            "{ speed: {} }",
            "1:10: speed: cannot be an object; \(speeds)"
        ),
        (
            "{ shard: '4/4' }",
            "1:10: shard: cannot be \"4/4\"; give a part and the number of parts, at most 1024, "
                + "such as 0/4"
        ),
        (
            "{ sessions: 2,\n shard: '2/3' }",
            "2:9: shard: nothing would fly: none of 2 lanes lies in shard 2/3; give a shard of at "
                + "most 2, or more sessions"
        ),
        (
            "{ log_level: 'loud' }",
            "1:14: log_level: cannot be \"loud\"; \(levels)"
        ),
        ("{ log_level: 3 }", "1:14: log_level: cannot be 3; \(levels)"),
        (
            "{ epoch: 'soon' }",
            "1:10: epoch: cannot be \"soon\"; \(times)"
        ),
        (
            "{ epoch: '1999-12-31T23:59:59Z' }",
            "1:10: epoch: cannot be \"1999-12-31T23:59:59Z\"; \(times)"
        ),
        (
            "{ epoch: '2026-01-01T00:00:00.5Z' }",
            "1:10: epoch: cannot be \"2026-01-01T00:00:00.5Z\"; \(times)"
        ),
        ("{ socket: '' }", "1:11: socket: cannot be \"\"; give a path of at most 107 bytes"),
        ("{ socket: 5 }", "1:11: socket: cannot be 5; give a path of at most 107 bytes"),
        (
            "{ replay: 'run.csv' }",
            "1:11: replay: cannot be the text \"run.csv\"; \(lists)"
        ),
        (
            "{ replay: ['a',\n 5] }",
            "2:2: replay: cannot be 5; \(lists)"
        ),
        (
            "{ replay: [''] }",
            "1:12: replay: cannot be the text \"\"; \(lists)"
        ),
        (
            "{ resting_heart_rate_bpm: 19 }",
            "1:27: resting_heart_rate_bpm: cannot be 19; give \(whole) 20 to 150"
        ),
        (
            "{ maximal_heart_rate_bpm: 251 }",
            "1:27: maximal_heart_rate_bpm: cannot be 251; give \(whole) 80 to 250"
        ),
        ("{ sede: 1 }", "1:3: sede: \(none); did you mean seed?"),
        ("{ rate: 1 }", "1:3: rate: \(none); did you mean rate_hz?"),
        ("{ logLevel: 1 }", "1:3: logLevel: \(none); did you mean log_level?"),
        ("{ '--log-level': 1 }", "1:3: --log-level: \(none); did you mean log_level?"),
        ("{ limit: {} }", "1:3: limit: \(none); did you mean limits?"),
        ("{ altitude: 1 }", "1:3: altitude: \(none); \(top)"),
        ("{ 'a\\nb': 1 }", "1:3: a\\u{a}b: \(none); \(top)"),
        ("{ 'limits.clients': 1 }", "1:3: limits.clients: \(none); \(top)"),
        ("{ clients: 1 }", "1:3: clients: \(none); clients belongs into limits"),
        (
            "{ limits: { seed: 1 } }",
            "1:13: limits.seed: \(none); seed belongs to the top"
        ),
        (
            "{ limits: { client: 1 } }",
            "1:13: limits.client: \(none); did you mean clients?"
        ),
        (
            "{ limits: { x: 1 } }",
            "1:13: limits.x: \(none); give any of \(limits)"
        ),
        (
            "{ limits: 5 }",
            "1:11: limits: cannot be 5; give an object with any of \(limits)"
        ),
        (
            "{ limits: { clients: 0 } }",
            "1:22: limits.clients: cannot be 0; give \(whole) 1 to 1000000"
        ),
        (
            "{ limits: { outbox_lines: 1023 } }",
            "1:27: limits.outbox_lines: cannot be 1023; give \(whole) 1024 to 4194304"
        ),
        (
            "{ limits: { outbox_bytes: 131071 } }",
            "1:27: limits.outbox_bytes: cannot be 131071; give \(whole) 131072 to 1073741824"
        ),
        (
            "{ limits: { waiting_bytes: 1e13 } }",
            "1:28: limits.waiting_bytes: cannot be 10000000000000; give \(whole) 131072 to "
                + "1099511627776"
        ),
        (
            "{ limits: { window_bytes: 1 } }",
            "1:27: limits.window_bytes: cannot be 1; give \(whole) 1048576 to 1099511627776"
        ),
        (
            "{ sessions: 0 }",
            "1:13: sessions: nothing would fly; give sessions of 1 or more, or a recording in "
                + "replay"
        ),
        (
            "{ maximal_heart_rate_bpm: 100, resting_heart_rate_bpm: 100 }",
            "1:56: resting_heart_rate_bpm: the resting heart rate 100 is not below the maximal "
                + "100; give a lower one, or a higher maximal heart rate"
        ),
        (
            "{ limits: { waiting_bytes: 131072 } }",
            "1:28: limits.waiting_bytes: what waits for one connection, 33554432 bytes, is more "
                + "than what waits for all, 131072; give fewer limits.outbox_bytes, or more "
                + "limits.waiting_bytes"
        ),
        (
            "{ socket: '\(String(repeating: "x", count: 108))' }",
            "1:11: socket: the socket path is 108 bytes long and the system allows 107: "
                + "\(String(repeating: "x", count: 108)); choose a shorter one"
        ),
    ]

    @Test(arguments: files)
    func `a fault of the file is told with its place`(text: String, expected: String) throws {
        let findings = try findings(file: text)
        #expect(findings.map(\.description.plain) == ["x.json5:\(expected)"])
        #expect(findings.map(\.code) == [.configuration])
    }

    @Test(arguments: [
        ("RUNWAY_RATE_HZ", "3", "RUNWAY_RATE_HZ cannot be \"3\"; \(rates)"),
        (
            "RUNWAY_SEED", "0x10",
            "RUNWAY_SEED cannot be \"0x10\"; \(seeds)"
        ),
        (
            "RUNWAY_SPEED", "fast\n",
            "RUNWAY_SPEED cannot be \"fast\\u{a}\"; \(speeds)"
        ),
        (
            "RUNWAY_LOG_LEVEL", "INFO",
            "RUNWAY_LOG_LEVEL cannot be \"INFO\"; \(levels)"
        ),
        (
            "RUNWAY_LIMITS_CLIENTS", "many",
            "RUNWAY_LIMITS_CLIENTS cannot be \"many\"; give \(whole) 1 to 1000000"
        ),
        (
            "RUNWAY_SESSIONS", "0",
            "RUNWAY_SESSIONS: nothing would fly; give sessions of 1 or more, or a recording in "
                + "replay"
        ),
    ])
    func `a fault of the environment is told with the variable`(
        variable: String, value: String, expected: String
    ) throws {
        let findings = try findings([], [variable: value])
        #expect(findings.map(\.description) == [expected])
        #expect(findings.map(\.code) == [.configuration])
    }

    @Test(arguments: [
        (["--rate", "3"], "--rate cannot be \"3\"; give one of 1, 2, 5, 10, 25, 50"),
        (["--sessions", "0"], "nothing would fly; give --sessions 1 or more, or --replay FILE"),
        (
            ["--resting-heart-rate", "150", "--maximal-heart-rate", "150"],
            "the resting heart rate 150 is not below the maximal 150; give a lower one, or a "
                + "higher maximal heart rate"
        ),
    ])
    func `a fault of the flags is one of usage`(arguments: [String], expected: String) throws {
        let findings = try findings(arguments)
        #expect(findings.map(\.description) == [expected])
        #expect(findings.map(\.code) == [.usage])
    }

    @Test func `settings that do not go together are told where they stay longest`() throws {
        let findings = try findings(
            ["--resting-heart-rate", "150"], ["RUNWAY_MAXIMAL_HEART_RATE_BPM": "90"])
        #expect(findings.first?.description.hasPrefix("RUNWAY_MAXIMAL_HEART_RATE_BPM: the") == true)
        #expect(findings.map(\.code) == [.configuration])
    }

    @Test func `all faults are told, the file's in its order, then the others`() throws {
        let text = "{\n speed: 0,\n limits: { x: 1 },\n rate_hz: 3,\n sede: 1 }"
        let findings = try findings(
            ["--rate", "4"], ["RUNWAY_RATE_HZ": "5", "RUNWAY_SEED": "x"], file: text)
        let places = findings.map { "\($0)".prefix { $0 != " " } }
        #expect(
            places == [
                "x.json5:2:9:", "x.json5:3:12:", "x.json5:4:11:", "x.json5:5:2:", "RUNWAY_SEED",
                "--rate",
            ])
    }

    @Test func `of a setting that is wrong by itself nothing more is said`() throws {
        #expect(try findings(file: "{ sessions: 0, replay: 5 }").count == 1)
        #expect(try findings(file: "{ limits: { waiting_bytes: 1 } }").count == 1)
    }

    @Test func `a value is wrong also where something outranks it`() throws {
        #expect(try findings(["--rate", "5"], ["RUNWAY_RATE_HZ": "3"]).count == 1)
        #expect(try findings(["--rate", "5"], file: "{rate_hz: 3}").count == 1)
    }
}
