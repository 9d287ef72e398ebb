import ChannelPipeline
import CommandLine
import Configuration
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Whatever rights clients have, and however they share channels, resume and replay: no line that
/// reaches one of them holds what it may not read.
@Suite struct AccessPropertyTests {
    private final class Reader {
        let peer: ScriptedPeer
        var rights: Rights
        var last: String?
        var subscription = 0
        /// The last query, without its last brace, and where its next page begins.
        var query = ""
        var page: String?

        init(_ peer: ScriptedPeer, _ rights: Rights) { (self.peer, self.rights) = (peer, rights) }
    }

    /// What has come by, so that a test that sees nothing fails.
    private final class Census {
        var counts: [String: Int] = [:]

        func note(_ what: String) { counts[what, default: 0] += 1 }
    }

    private static func fleet(seed: UInt64) throws -> Fleet {
        try FleetFlags.fleet(
            try DaemonFlags.table.parse([
                "--schedule", "days", "--time-zone", "Europe/Berlin", "--sessions", "5",
                "--seed", "\(seed)", "--epoch", "2026-03-02T06:00:00Z",
            ]), defaultEpoch: 0)
    }

    /// Metrics of runs and of days that share a name are one right.
    private func rights(_ dice: inout SeededGenerator) -> Rights {
        guard !dice.happens(oneIn: 6) else { return .unrestricted }
        let names = Sight.everything.metricNames.filter { _ in dice.happens(oneIn: 2) }
        var kinds = Set(LineKind.allCases.filter { _ in dice.chance(65) })
        let metrics = MetricSet(names.compactMap { Metric(named: $0) })
        if !metrics.contains(.heartRate) { kinds.remove(.truth) }
        let sight = Sight(
            metrics: metrics, dayMetrics: DayMetricSet(names.compactMap { DayMetric(named: $0) }),
            showsPhases: metrics.contains(.heartRate) || kinds.contains(.phase),
            showsAdvisories: kinds.contains(.advisory))
        return Rights(
            sight: sight, kinds: kinds, control: .none, write: [], observes: dice.happens(oneIn: 2))
    }

    private func subscription(
        _ reader: Reader, _ anchors: [String], _ dice: inout SeededGenerator
    ) -> String {
        reader.subscription += 1
        var line = "{\"op\":\"subscribe\",\"sub\":\"\(reader.subscription)\""
        let own = LineKind.allCases.filter { reader.rights.kinds.contains($0) || dice.chance(4) }
        let kinds = own.filter { _ in dice.chance(60) }
        if !kinds.isEmpty { line += ",\"kinds\":\(Self.list(kinds.map(\.rawValue)))" }
        if dice.chance(40) {
            let names = Sight.everything.metricNames.filter { _ in dice.chance(25) }
            if !names.isEmpty { line += ",\"metrics\":\(Self.list(names))" }
        }
        if dice.chance(30) { line += ",\"smooth\":{\"kind\":\"ema\",\"half_life\":\"5s\"}" }
        line += ",\"every\":\"\(dice.pick(["2s", "5s", "30s"]))\""
        switch dice.below(5) {
        case 0: line += ",\"after\":\"start\""
        case 1:
            let isLong = Set(kinds).isDisjoint(with: [.stat, .sample, .truth]) && !kinds.isEmpty
            line += ",\"after\":\"-\(dice.pick(isLong ? ["3h", "12h"] : ["1m", "10m"]))\""
        case 2 where !anchors.isEmpty: line += ",\"after\":\"\(dice.pick(anchors))\""
        default: break
        }
        return line + "}"
    }

    private static func list(_ names: [String]) -> String {
        "[\(names.map { "\"\($0)\"" }.joined(separator: ","))]"
    }

    private func look(
        _ lines: [JSONValue], _ reader: Reader, _ census: Census, seed: UInt64
    ) {
        for line in lines {
            let leaks = LineGuard(rights: reader.rights).leaks(in: line)
            #expect(leaks == [], "seed \(seed): \(line) for \(reader.rights)")
            guard let type = line.type else { continue }
            if !reader.rights.readsEverything { census.note(type.rawValue) }
            if line["denied"] != nil { census.note("denied") }
            if line["run"] != nil, !reader.rights.readsEverything { census.note("summary") }
            if type.isData || type == .live { reader.last = line["anchor"]?.text ?? reader.last }
            if type == .error { census.note(line["code"]?.text ?? "") }
            if line["source"]?.text == "manual" { census.note("manual") }
            if type == .ok, line["id"]?.text == "query" { reader.page = line["next"]?.text }
        }
    }

    private func ask(_ reader: Reader, _ dice: inout SeededGenerator) -> String {
        if dice.chance(30) { return query(reader, &dice) }
        return dice.pick([
            "status", #"{"op":"sessions"}"#, #"{"op":"describe"}"#,
            #"{"op":"sessions","sort":"heart_rate_bpm","descending":true}"#,
            #"{"op":"sessions","sort":"steps","phase":"cruise"}"#,
            #"{"op":"sessions","sort":"lane","limit":3}"#,
        ])
    }

    private func query(_ reader: Reader, _ dice: inout SeededGenerator) -> String {
        if let page = reader.page, dice.chance(80) {
            return "\(reader.query),\"page\":\"\(page)\"}"
        }
        var line = #"{"op":"query","id":"query","select":{"session":"s\#(dice.below(5))"}"#
        line += #","from":"2026-03-01","interval":"\#(dice.pick(["1d", "6h"]))","limit":2"#
        if dice.chance(50) {
            let names = Sight.everything.metricNames.filter { _ in dice.chance(40) }
            if !names.isEmpty { line += ",\"metrics\":\(Self.list(names))" }
        }
        (reader.query, reader.page) = (line, nil)
        return line + "}"
    }

    /// A sample by hand of any metric of days.
    private func entry(
        _ present: FleetInstant, _ dice: inout SeededGenerator
    ) -> String {
        let metric = dice.pick(DayMetric.ofPeople.members)
        let value =
            switch metric {
            case .bodyMass: "71.5"
            case .restingHeartRate, .heartRate, .heartRateVariability: "52"
            case .distance: "250.5"
            case .energy: "80.5"
            case .steps, .sleep: "120"
            case .latitude, .longitude, .timeInBed, .awake, .coreSleep, .deepSleep, .remSleep:
                preconditionFailure("\(metric.name) by hand")
            }
        func text(_ seconds: Int64) -> String {
            let instant = present - FleetDuration.seconds(seconds)
            return "\"\(CalendarTime(microseconds: instant.microseconds))\""
        }
        let time =
            metric.isPoint ? "\"at\":\(text(60))" : "\"start\":\(text(900)),\"end\":\(text(60))"
        return "{\"op\":\"add\",\"session\":\"s\(dice.below(5))\",\"metric\":\"\(metric.name)\","
            + "\"value\":\(value),\(time)}"
    }

    /// Gives everybody other rights, once all have read what was made for them with the old ones.
    private func change(
        _ hub: GuardedHub, _ readers: [Reader], _ census: Census, _ dice: inout SeededGenerator,
        seed: UInt64
    ) throws {
        for reader in readers {
            var lines = try hub.lines(of: reader.peer)
            while !lines.isEmpty {
                look(lines, reader, census, seed: seed)
                lines = try hub.lines(of: reader.peer)
            }
        }
        let now = rights(&dice)
        hub.change(now)
        for reader in readers { reader.rights = now }
    }

    private func scene(seed: UInt64, _ census: Census) throws {
        var dice = SeededGenerator(seed: seed)
        let fleet = try Self.fleet(seed: seed)
        let minutes = dice.pick([-5, 20, 45, 80])
        let present = try start(fleet) + FleetDuration.seconds(Int64(minutes) * 60)
        let hub = try GuardedHub(fleet, at: present)
        var (readers, anchors) = ([Reader](), [String]())
        let hand = try hub.connect(.unrestricted)
        for turn in 0..<16 {
            _ = try hub.lines(of: hand, saying: entry(hub.source.live.now, &dice))
            if turn == 12 { try change(hub, readers, census, &dice, seed: seed) }
            if readers.count < 6 || dice.happens(oneIn: 4) {
                let known = readers.isEmpty ? nil : dice.pick(readers).rights
                let rights = known.flatMap { dice.happens(oneIn: 2) ? $0 : nil } ?? rights(&dice)
                readers.append(Reader(try hub.connect(rights), rights))
            }
            for reader in readers where dice.happens(oneIn: 3) {
                let asks = reader.subscription >= 2 || dice.happens(oneIn: 4)
                let request = asks ? ask(reader, &dice) : subscription(reader, anchors, &dice)
                let lines = try hub.lines(of: reader.peer, saying: request)
                look(lines, reader, census, seed: seed)
            }
            let span = FleetDuration.seconds(Int64(dice.number(5...60)))
            try hub.advance(span, readers: readers.map(\.peer))
            for reader in readers {
                look(try hub.lines(of: reader.peer), reader, census, seed: seed)
            }
            anchors += readers.compactMap(\.last)
            if readers.count > 6 { readers.remove(at: dice.below(readers.count)) }
        }
    }

    /// When the first of its lanes begins a run.
    private func start(_ fleet: Fleet) throws -> FleetInstant {
        let starts = fleet.flownLanes.map { fleet.session(of: $0, at: fleet.epoch) }
            .flatMap { session in [session, fleet.next(after: session)].compactMap { $0 } }
            .map { fleet.start(of: $0) }.filter { $0 > fleet.epoch + .seconds(86_400 / 2) }
        return try #require(starts.min())
    }

    @Test func `no line holds what its reader may not read`() throws {
        let census = Census()
        for seed in Seeds.of(1...60, few: 12) { try scene(seed: seed, census) }
        let wanted = [
            "snapshot", "stat", "sample", "phase", "advisory", "event", "truth", "entry", "end",
            "summary", "denied", "sharing_denied", "sessions", "status", "live", "manual",
            "bucket", "ended",
        ]
        for what in wanted { #expect(census.counts[what] ?? 0 > 0, "\(what): \(census.counts)") }
    }
}
