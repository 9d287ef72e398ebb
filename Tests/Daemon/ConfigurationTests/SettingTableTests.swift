import ChannelPipeline
import CommandLine
import JSON
import Testing
import Vocabulary
import WireProtocol

@testable import Configuration

@Suite struct SettingTableTests {
    @Test func `every key has one row`() {
        #expect(SettingTable.rows.map(\.key).count == SettingKey.allCases.count)
        #expect(Set(SettingTable.rows.map(\.key)) == Set(SettingKey.allCases))
    }

    @Test func `groups stand together`() {
        let groups = SettingTable.rows.map { $0.key.group ?? "" }
        let runs = zip(groups, groups.dropFirst()).count { $0 != $1 } + 1
        #expect(runs == Set(groups).count)
    }

    @Test func `names, flags and variables are those that scripts know`() {
        let names: [SettingKey: (flag: String?, variable: String?)] = [
            .socket: ("--socket", "RUNWAY_SOCKET"), .state: ("--state", "RUNWAY_STATE"),
            .sessions: ("--sessions", "RUNWAY_SESSIONS"), .seed: ("--seed", "RUNWAY_SEED"),
            .epoch: ("--epoch", "RUNWAY_EPOCH"),
            .schedule: ("--schedule", "RUNWAY_SCHEDULE"),
            .timeZone: ("--time-zone", "RUNWAY_TIME_ZONE"), .rate: ("--rate", "RUNWAY_RATE_HZ"),
            .device: ("--device", "RUNWAY_DEVICE"), .pauses: ("--without-pauses", "RUNWAY_PAUSES"),
            .faults: ("--faults", "RUNWAY_FAULTS"),
            .region: ("--region", "RUNWAY_REGION"), .route: ("--route", "RUNWAY_ROUTE"),
            .athletes: ("--athletes", "RUNWAY_ATHLETES"),
            .replay: ("--replay", "RUNWAY_REPLAY"),
            .restingHeartRate: ("--resting-heart-rate", "RUNWAY_RESTING_HEART_RATE_BPM"),
            .maximalHeartRate: ("--maximal-heart-rate", "RUNWAY_MAXIMAL_HEART_RATE_BPM"),
            .shard: ("--shard", "RUNWAY_SHARD"),
            .speed: ("--speed", "RUNWAY_SPEED"), .logLevel: ("--log-level", "RUNWAY_LOG_LEVEL"),
            .access: (nil, nil), .clients: (nil, "RUNWAY_LIMITS_CLIENTS"),
            .userClients: (nil, "RUNWAY_LIMITS_USER_CLIENTS"),
            .userSubscriptions: (nil, "RUNWAY_LIMITS_USER_SUBSCRIPTIONS"),
            .userRequests: (nil, "RUNWAY_LIMITS_USER_REQUESTS"),
            .userReplayLines: (nil, "RUNWAY_LIMITS_USER_REPLAY_LINES"),
            .userStarts: (nil, "RUNWAY_LIMITS_USER_STARTS"),
            .outboxLines: (nil, "RUNWAY_LIMITS_OUTBOX_LINES"),
            .outboxBytes: (nil, "RUNWAY_LIMITS_OUTBOX_BYTES"),
            .waitingBytes: (nil, "RUNWAY_LIMITS_WAITING_BYTES"),
            .windowBytes: (nil, "RUNWAY_LIMITS_WINDOW_BYTES"),
            .historySamples: (nil, "RUNWAY_LIMITS_HISTORY_SAMPLES"),
            .processorPercent: (nil, "RUNWAY_LIMITS_PROCESSOR_PERCENT"),
            .catchUpThreads: (nil, "RUNWAY_LIMITS_CATCH_UP_THREADS"),
        ]
        for row in SettingTable.rows {
            #expect(row.flagForm?.name == names[row.key]?.flag, "\(row.key)")
            #expect(row.key.variable == names[row.key]?.variable, "\(row.key)")
        }
    }

    @Test(arguments: SettingTable.rows)
    func `defaults and examples are allowed, and written as they are read`(row: Setting) throws {
        var values = [row.example]
        if case .value(let value) = row.default { values.append(value) }
        for value in values {
            let text = "{a: \(value.json5)}"
            let fields = try PlacedJSON.configuration(Array(text.utf8)).fields
            #expect(fields.first.flatMap { row.domain.value(of: $0.value) } == value)
        }
    }

    @Test func `the defaults of the limits are those that the protocol's page announces`() {
        let names: [SettingKey: String] = [
            .clients: "clients", .userClients: "user_clients",
            .userSubscriptions: "user_subscriptions", .userRequests: "user_requests",
            .userReplayLines: "user_replay_lines", .userStarts: "user_starts",
            .outboxLines: "outbox_lines", .outboxBytes: "outbox_bytes",
            .waitingBytes: "waiting_bytes", .windowBytes: "window_bytes",
            .historySamples: "history_samples", .processorPercent: "processor_percent",
            .catchUpThreads: "catch_up_threads",
        ]
        #expect(DaemonLimits().table == ProtocolLimits.all)
        for (key, name) in names {
            #expect(key.name == name)
            #expect(ProtocolLimits.all.contains { $0.name == name })
        }
    }

    @Test(arguments: SettingKey.allCases.filter { $0.group == "limits" })
    func `a limit that is set is told by its name`(key: SettingKey) {
        let limits = DaemonLimits { $0 == key ? 12_345 : 54_321 }
        #expect(limits.table.filter { $0.value == 12_345 }.map(\.name) == [key.name])
    }

    @Test func `without settings the daemon flies what a fleet of defaults flies`() throws {
        let settings = ChosenSettings(flags: try DaemonFlags.table.parse([]))
        let fleet = try settings.fleet(
            defaultEpoch: 1_795_154_400_000_000,
            kept: KeptDraws(seed: 42, epoch: FleetInstant(ticks: 0)))
        let plain = Fleet(seed: 42, epoch: FleetInstant(ticks: 0), simulatedLanes: 3)
        #expect(fleet.identity == plain.identity)
        #expect(fleet.rate == plain.rate)
        #expect(fleet.equipment == plain.equipment)
        #expect(fleet.recordingLimits == plain.recordingLimits)
        #expect(fleet.shard == plain.shard)
        #expect(settings.playbackSpeed == .realTime)
        #expect(settings.limits == DaemonLimits())
    }

    @Test func `the help has every flag with what is allowed`() throws {
        let words = DaemonFlags.table.help.split { " \n".contains($0) }
        let help = words.joined(separator: " ")
        for row in SettingTable.rows {
            guard let form = row.flagForm else { continue }
            let words = form.value.map { "\($0) \(row.summary)" } ?? form.alone?.help
            #expect(help.contains("\(form.name) \(try #require(words))"))
            #expect(
                form.value == nil || form.isRepeatable || help.contains(row.domain.allowed),
                "\(row.key)")
        }
        #expect(help.contains("(default: info)"))
    }
}
