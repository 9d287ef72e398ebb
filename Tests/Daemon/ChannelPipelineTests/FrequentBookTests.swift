import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// Positions of home and heart rates in the books of days: they come to who names them, and cost
/// nobody else.
@Suite struct FrequentBookTests {
    private static let lanes: [LaneID] = [0, 1, 4, 7, 8]
    private static let midnight = TestFleets.midnight + .seconds(86_400 * 3)
    private let fleet = TestFleets.midnightRuns(frequent: DayMetric.frequent)

    private static func shape(_ metrics: DayMetricSet) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = [.entry, .event, .stat]
        shape.metrics = [MetricSet(.latitude), MetricSet(.longitude)]
        shape.statistics = [.latest]
        shape.every = .seconds(20)
        shape.dayMetrics = metrics
        return shape
    }

    private func live(
        _ fleet: Fleet, _ shape: ChannelShape, from: FleetInstant, to last: FleetInstant,
        strides: ClosedRange<Int64> = 40_000...90_000, seed: UInt64 = 1
    ) -> [PipelineLine] {
        var dice = Dice(seed: seed)
        let driven = DrivenFleet(fleet, at: from)
        let lanes = Self.lanes.filter(fleet.shard.contains)
        let live = driven.follow(shape, lanes, from: .after(driven.present))
        driven.advance(to: last, &dice, strides: strides)
        return live.lines
    }

    @Test(arguments: [DayMetric.positions, DayMetricSet(.heartRate), DayMetric.frequent])
    func `who does not name them has the bytes of a fleet without them`(named: DayMetricSet) {
        let plain = TestFleets.midnightRuns()
        let (from, last) = (Self.midnight - .seconds(3000), Self.midnight + .seconds(90_000))
        let shape = Self.shape(DayMetric.defaults)
        let lines = live(fleet, shape, from: from, to: last)
        expectSame(lines, live(plain, shape, from: from, to: last), "without frequent entries")
        let all = live(fleet, Self.shape(shape.dayMetrics.union(named)), from: from, to: last)
        let names = Set(named.members.map(\.name))
        #expect(Set(all.compactMap { $0.field("metric").map { "\($0)" } }).isSuperset(of: names))
        // They stand between the others, and move none of them.
        func others(_ lines: [PipelineLine]) -> [StreamPosition] {
            // A book of nothing else has an end for the sake of its frequent entries.
            lines.filter { line in
                line.field("metric").map { !names.contains("\($0)") } ?? (line.type != "end")
            }.map(\.position)
        }
        #expect(others(all) == others(lines))
    }

    @Test(arguments: 700...703 as ClosedRange<UInt64>)
    func `live in any strides, resumed anywhere, and beside others they are the same`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let (from, last) = (Self.midnight - .seconds(1000), Self.midnight + .seconds(1200))
        for metrics in [DayMetric.positions, DayMetricSet(.heartRate), .all] {
            let shape = Self.shape(metrics)
            let all = live(fleet, shape, from: from, to: last)
            let strided = live(fleet, shape, from: from, to: last, strides: 1...700, seed: seed)
            expectSame(strided, all, "in small strides, seed \(seed)")
            // A late one, one after the other, beside a channel without frequent entries.
            let driven = DrivenFleet(fleet, at: from)
            let plain = driven.follow(
                Self.shape(DayMetric.defaults), Self.lanes, from: .after(driven.present))
            driven.advance(
                to: from + FleetDuration(ticks: dice.within(1...50_000)), &dice,
                strides: 1...9000)
            let index = Int(dice.within(0...Int64(all.count - 1)))
            let start = all[index].position
            let late = driven.follow(
                shape, Self.lanes, from: .after(min(start, driven.present)))
            driven.advance(to: last, &dice, strides: 1...9000)
            let wanted = all.filter { $0.position > late.replay.beginning }
            expectSame(
                late.lines, wanted, "late after \(late.replay.beginning.instant), seed \(seed)")
            expectSame(
                plain.lines,
                live(fleet, Self.shape(DayMetric.defaults), from: from, to: last),
                "beside, seed \(seed)")
        }
    }

    @Test func `two shards have the lines of the whole`() throws {
        let (from, last) = (Self.midnight - .seconds(1000), Self.midnight + .seconds(3000))
        let shape = Self.shape(.all)
        let parts = try (0..<2).flatMap { index in
            let shard = try #require(FleetShard(index: index, count: 2))
            let part = TestFleets.midnightRuns(frequent: DayMetric.frequent, shard: shard)
            return live(part, shape, from: from, to: last)
        }
        let merged = parts.sorted { $0.position < $1.position }
        expectSame(merged, live(fleet, shape, from: from, to: last), "two shards")
    }

    @Test func `a lane of which nobody wants frequent entries sleeps on`() {
        var live = LiveFleet(fleet, at: Self.midnight + .seconds(3600))
        func join(_ metrics: DayMetricSet, _ lanes: [LaneID]) -> ChannelID {
            let replay = live.replay(
                Self.shape(metrics), lanes.map { LaneChoice(lane: $0) },
                from: .after(StreamPosition(after: live.now)), schedule: nil)
            while !replay.advance(to: live.now, steps: 10_000, bytes: .max) {}
            return live.join(replay, following: replay.choices)
        }
        func waking() -> [LaneID] {
            live.run.order.all.filter { live.run.dayBooks[$0.row]?.day?.nextFrequent != nil }
                .map { live.run.flights[$0.row].lane }
        }
        _ = join(DayMetric.defaults, [0, 1, 4])
        #expect(waking() == [])
        for metrics in [DayMetric.positions, DayMetricSet(.heartRate)] {
            let channel = join(metrics, [1, 7])
            #expect(waking() == [1, 7])
            live.leave(channel, [1, 7].map { LaneChoice(lane: $0) })
            live.advance(to: live.now + .seconds(3000), clock: nil)
            #expect(waking() == [])
        }
    }
}
