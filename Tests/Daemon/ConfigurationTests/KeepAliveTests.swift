import ChannelPipeline
import CommandLine
import Configuration
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Date and position every five minutes, for days: of the run where there is one, else of home.
@Suite struct KeepAliveTests {
    private static let lanes: [LaneID] = [0, 1, 2, 3, 4, 5]
    private static let slot = FleetDuration.seconds(300)

    private func fleet(_ seed: UInt64, _ zone: String) throws -> Fleet {
        try FleetFlags.fleet(
            try DaemonFlags.table.parse([
                "--schedule", "days", "--time-zone", zone, "--sessions", "6", "--seed", "\(seed)",
                "--epoch", "2026-03-27T12:00:00Z", "--device", "perfect",
            ]), defaultEpoch: 0)
    }

    private static var shape: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = [.stat, .entry]
        shape.metrics = [MetricSet(.latitude), MetricSet(.longitude)]
        shape.dayMetrics = DayMetric.positions
        shape.statistics = [.latest]
        (shape.every, shape.window, shape.alignment) = (slot, .span(slot), .clock)
        return shape
    }

    /// Lines up to `end` of a recorder that is killed again and again, and goes on after the last.
    private func record(
        _ fleet: () throws -> Fleet, from begin: FleetInstant, to end: FleetInstant,
        _ dice: inout SeededGenerator
    ) throws -> [String] {
        var lines: [String] = []
        var last = StreamPosition(after: begin)
        var now = begin
        while now < end {
            now = min(end, now + FleetDuration(ticks: Int64(dice.number(1...2_000_000))))
            let replay = LiveFleet(try fleet(), at: now).replay(
                Self.shape, Self.lanes.map { LaneChoice(lane: $0) }, from: .after(last),
                schedule: nil)
            while true {
                let isThere = replay.advance(to: now, steps: 10_000, bytes: 1 << 16)
                replay.consumeLines { block in
                    for index in block.entries.indices where block.entries[index].isData {
                        last = block.entries[index].position
                        lines.append(
                            String(decoding: block.bytes[block.range(of: index)], as: UTF8.self))
                    }
                }
                if isThere || dice.chance(1) { break }
            }
        }
        return lines
    }

    private static func instant(_ line: JSONValue, _ name: String) throws -> FleetInstant {
        let text = try #require(line[name]?.text)
        return FleetInstant(
            ticks: try #require(CalendarTime(rfc3339: text)).microseconds / 20_000)
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `each five minutes of three days have each athlete's position once`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let zone = dice.pick(["Europe/Berlin", "UTC", "Australia/Lord_Howe"])
        let begin = try fleet(seed, zone).epoch
        let end = begin + .seconds(3 * 86_400)
        // Home becomes known up to a minute later.
        let lines = try record(
            { try fleet(seed, zone) }, from: begin + .seconds(120), to: end + .seconds(120), &dice)
        var positions: [Fix: Int] = [:]
        for text in lines {
            let line = try #require(JSONValue(line: text.utf8))
            for fix in try Self.fixes(of: line) { positions[fix, default: 0] += 1 }
        }
        #expect(lines.contains { $0.contains(#""type":"stat""#) }, "seed \(seed)")
        #expect(positions.allSatisfy { $0.value == 1 }, "doubled, seed \(seed)")
        for lane in Self.lanes {
            var time = FleetInstant(ticks: (begin.ticks / Self.slot.ticks + 1) * Self.slot.ticks)
            while time < end {
                for metric in DayMetric.positions.members {
                    let fix = Fix(lane: lane, metric: metric, time: time)
                    #expect(positions[fix] == 1, "\(fix), seed \(seed)")
                }
                time = time + Self.slot
            }
        }
    }

    private struct Fix: Hashable {
        let lane: LaneID
        let metric: DayMetric
        let time: FleetInstant
    }

    /// What a line says of where an athlete was at a multiple of five minutes. The last statistics
    /// of a run, which come at its end, speak of another time.
    private static func fixes(of line: JSONValue) throws -> [Fix] {
        let session = try #require(line["session"]?.text.flatMap(SelectedSessions.init))
        let isRun = line.type == .stat
        guard isRun || line["metric"] != nil else { return [] }
        let time = try instant(line, isRun ? "t" : "start")
        let metrics = DayMetric.positions.members.filter {
            isRun ? line[$0.name]?["latest"] != nil : line["metric"]?.text == $0.name
        }
        guard time.ticks % slot.ticks == 0 else {
            #expect(isRun && line["phase"]?.text == "touchdown")
            return []
        }
        return metrics.map { Fix(lane: session.flownLane, metric: $0, time: time) }
    }
}
