import ChannelPipeline
import CommandLine
import Simulation
import Testing
import Vocabulary

@testable import Configuration

@Suite struct ChosenSettingsTests {
    private func origin(_ settings: ChosenSettings, _ key: SettingKey) -> String? {
        settings[key].map { "\($0.origin)" }
    }

    /// A way of setting a key to something that is not its default, in every place.
    private static let samples: [SettingKey: (text: String, json5: String)] = [
        .socket: ("/a.sock", "'/a.sock'"), .state: ("/a", "'/a'"),
        .sessions: ("7", "7"), .seed: ("8", "0x8"),
        .epoch: ("2026-01-01T00:00:00Z", "'2026-01-01T01:00:00+01:00'"), .rate: ("5", "5.0"),
        .schedule: ("days", "'days'"), .timeZone: ("UTC", "'UTC'"),
        .device: ("perfect", "'perfect'"), .pauses: ("false", "false"),
        .faults: ("/a.txt", "'/a.txt'"),
        .region: ("-33.9,151.2,10.0", "'-33.90,151.2,10'"), .route: ("/a.gpx", "['/a.gpx']"),
        .athletes: ("/a.json5", "'/a.json5'"),
        .replay: ("/a.csv", "['/a.csv',]"), .restingHeartRate: ("50", "50"),
        .maximalHeartRate: ("180", "+180"), .speed: ("max", "'max'"),
        .shard: ("1/3", "'1/3'"), .logLevel: ("debug", "\"debug\""),
        .clients: ("9", "9"), .userClients: ("8", "8"), .userSubscriptions: ("30", "3e1"),
        .userRequests: ("7", "+7"), .userReplayLines: ("5000", "5e3"),
        .userStarts: ("64", "64"),
        .outboxLines: ("2000", "2e3"), .outboxBytes: ("200000", "200000"),
        .waitingBytes: ("300000000", "3e8"), .windowBytes: ("2000000", "2000000"),
        .historySamples: ("9000", "9e3"), .processorPercent: ("50", "50"),
        .catchUpThreads: ("3", "3"),
    ]

    private func file(_ key: SettingKey, _ value: String) -> String {
        key.group.map { "{\n  \($0): { \(key.name): \(value) } }" }
            ?? "{\n  \(key.name): \(value) }"
    }

    private static func arguments(_ flag: Setting.FlagForm, _ text: String) -> [String] {
        flag.value == nil ? [flag.name] : [flag.name, text]
    }

    /// All but what only a file sets.
    private static let keys = SettingKey.allCases.filter { $0.variable != nil }

    @Test(arguments: keys)
    func `every setting can be set in the file, by its variable and by its flag, with one meaning`(
        key: SettingKey
    ) throws {
        let sample = try #require(Self.samples[key])
        let variable = try #require(key.variable)
        let none = try settings()
        let fromFile = try settings(file: file(key, sample.json5))
        let fromVariable = try settings([], [variable: sample.text])
        #expect(fromFile.findings == [] && fromVariable.findings == [])
        #expect(fromFile[key]?.value != none[key]?.value)
        #expect(fromFile[key]?.value == fromVariable[key]?.value)
        #expect(origin(fromFile, key) == "etc/x.json5:2")
        #expect(origin(fromVariable, key) == "environment \(variable)")
        guard let flag = SettingTable.row(key).flagForm else { return }
        let fromFlag = try settings(Self.arguments(flag, sample.text))
        #expect(fromFlag[key]?.value == fromFile[key]?.value)
        #expect(origin(fromFlag, key) == "flag \(flag.name)")
    }

    @Test(arguments: keys)
    func `a flag outranks the environment, which outranks the file, which outranks the default`(
        key: SettingKey
    ) throws {
        let sample = try #require(Self.samples[key])
        let variable = try #require(key.variable)
        let both = try settings([], [variable: sample.text], file: file(key, sample.json5))
        #expect(origin(both, key) == "environment \(variable)")
        guard let flag = SettingTable.row(key).flagForm else { return }
        let all = try settings(
            Self.arguments(flag, sample.text), [variable: sample.text],
            file: file(key, sample.json5))
        #expect(origin(all, key) == "flag \(flag.name)")
    }

    @Test func `an empty variable is not set, and other variables are not read`() throws {
        let settings = try settings(
            [], ["RUNWAY_SESSIONS": "", "SESSIONS": "x", "RUNWAY_RATE": "x"])
        #expect(settings.findings == [])
        #expect(settings.integer(.sessions) == 3)
    }

    @Test func `seed and epoch stay open, the number of sessions depends on recordings`() throws {
        let none = try settings()
        #expect(none[.seed] == nil && none[.epoch] == nil)
        #expect(none.integer(.sessions) == 3)
        #expect(try settings(["--replay", "a"]).integer(.sessions) == 0)
        #expect(try settings(file: "{replay:['a']}").integer(.sessions) == 0)
        #expect(try settings(["--replay", "a"], file: "{sessions: 2}").integer(.sessions) == 2)
    }

    @Test func `the socket is in the user's runtime directory unless it is named`() throws {
        let user = try settings([], ["XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(user.text(.socket) == "/run/user/7/runway/runwayd.sock")
        #expect(origin(user, .socket) == "default, from XDG_RUNTIME_DIR")
        #expect(try settings().text(.socket) == SocketLocation.system)
    }

    @Test(arguments: [
        ("x.json5", "a.csv"), ("./x.json5", "./a.csv"),
        ("/etc/runway/x.json5", "/etc/runway/a.csv"),
        ("conf/x.json5", "conf/a.csv"), ("/x.json5", "/a.csv"),
    ])
    func `relative paths of a file begin at its folder`(path: String, expected: String) throws {
        let text = "{replay: ['a.csv', '/b.csv'], socket: 'a.csv', faults: 'a.csv'}"
        let settings = try settings(file: text, at: path)
        #expect(settings.texts(.replay) == [expected, "/b.csv"])
        #expect(settings.text(.socket) == expected)
        #expect(settings.text(.faults) == expected)
    }

    @Test func `relative paths of a flag or a variable begin where the daemon is started`() throws {
        let given = try settings(["--socket", "x"], ["RUNWAY_REPLAY": "a.csv:b/c.csv"], file: "{}")
        #expect(given.text(.socket) == "x")
        #expect(given.texts(.replay) == ["a.csv", "b/c.csv"])
    }

    @Test func `the recordings of a flag replace those of the file`() throws {
        let arguments = ["--replay", "a:b", "--replay", "c"]
        let settings = try settings(arguments, ["RUNWAY_REPLAY": "d"], file: "{replay:['e']}")
        #expect(settings.texts(.replay) == ["a:b", "c"])
    }

    @Test func `an unknown key is told, but no reason not to start`() throws {
        let settings = try settings(file: "{ sead: 1, seed: 2 }")
        #expect(settings.findings.map(\.isWarning) == [true])
        #expect(try fleet(of: settings).seed == 2)
    }

    @Test func `a refused start names the first fault and counts the others`() throws {
        let two = try settings([], ["RUNWAY_SPEED": "x"], file: "{ sead: 1, rate_hz: 3 }")
        let error = #expect(throws: ProgramFailure.self) { try two.refuse() }
        #expect(error?.code == .configuration)
        #expect(
            error?.description == "etc/x.json5:1:21: rate_hz: cannot be 3; "
                + "give one of 1, 2, 5, 10, 25, 50 (and 1 more: see --check-config)")
        let flags = try settings(["--rate", "3", "--speed", "x"])
        let usage = #expect(throws: ProgramFailure.self) { try flags.refuse() }
        #expect(usage?.code == .usage)
        #expect(usage?.description == "--rate cannot be \"3\"; give one of 1, 2, 5, 10, 25, 50")
    }
}
