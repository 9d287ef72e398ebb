import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// The truth of days: a line at the end of the books of lanes that tell it.
@Suite struct DayTruthTests {
    private static let tick = FleetDuration(ticks: 1)
    private static let lanes: [LaneID] = [0, 1, 4, 7, 8]
    private static let midnight = TestFleets.midnight + .seconds(86_400 * 3)
    /// Lanes 1, 4 and 7 tell, and no other.
    private let fleet = TestFleets.midnightRuns(tellers: [1, 4, 7])

    private static func shape(
        _ kinds: Set<LineKind> = [.entry, .truth, .event],
        _ metrics: DayMetricSet = DayMetric.defaults
    ) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = kinds
        shape.dayMetrics = metrics
        return shape
    }

    private func live(
        _ fleet: Fleet, _ shape: ChannelShape, _ lanes: [LaneID] = Self.lanes, from: FleetInstant,
        to last: FleetInstant, strides: ClosedRange<Int64> = 40_000...90_000, seed: UInt64 = 1
    ) -> [PipelineLine] {
        var dice = Dice(seed: seed)
        let driven = DrivenFleet(fleet, at: from)
        let live = driven.follow(shape, lanes, from: .after(driven.present))
        driven.advance(to: last, &dice, strides: strides)
        return live.lines
    }

    private func isDayTruth(_ line: PipelineLine) -> Bool {
        line.session.isBook && line.type == "truth"
    }

    @Test func `the line has the findings and the pace, and lies in the last tick of the day`()
        throws
    {
        let lines = live(
            fleet, Self.shape([.entry, .truth]), [1], from: Self.midnight - .seconds(86_300),
            to: Self.midnight + .seconds(3 * 86_400))
        let truths = lines.filter(isDayTruth)
        #expect(truths.map { "\($0.session)" } == ["d1.2", "d1.3", "d1.5"])
        let line = try #require(truths.dropFirst().first)
        let position = StreamPosition(
            Self.midnight + .seconds(86_400) - Self.tick, lane: 1, .dayTruth)
        #expect(line.position == position)
        let anchor = Anchor(identity: fleet.identity, position: position)
        let words = [
            #"{"type":"truth","session":"d1.3","n":15,"t":"2026-11-23T23:59:59.980000Z","#,
            #""anchor":"\#(anchor)","findings":[{"finding":"ill","source":"ordered","#,
            #""first":"day 2","last":"day 5"},{"finding":"break","source":"drawn","#,
            #""first":"day -17","last":"day 3"}],"speed_percent":-2.1}"#,
        ]
        #expect(line.text == words.joined() + "\n")
    }

    @Test(arguments: [(-0.04, "0.0"), (-0.06, "-0.1"), (2.25, "2.2"), (-31, "-31.0"), (0, "0.0")])
    func `the pace has one decimal, and zero no sign`(pace: Double, text: String) {
        var line = LineBuffer()
        let finding = DayTruth.Finding(
            name: #"a"b"#, isOrdered: false, first: "2026-03-05", last: "2026-03-08")
        line.append(DayTruth(findings: [finding], speedChange: pace))
        #expect(
            line.text == #","findings":[{"finding":"a\"b","source":"drawn","first":"2026-03-05","#
                + #""last":"2026-03-08"}],"speed_percent":\#(text)"#)
    }

    @Test func `a truth is a line of the book, which then has an end, with or without entries`() {
        // Lane 4 has no entries on day 1 and a truth, lane 1 entries and a truth, lane 0 no truth.
        let lines = live(
            fleet, Self.shape([.entry, .truth], DayMetricSet(.bodyMass)), [0, 1, 4],
            from: TestFleets.midnight + .seconds(86_400) - Self.tick,
            to: TestFleets.midnight + .seconds(2 * 86_400))
        for lane in [0, 1, 4] as [LaneID] {
            let book = lines.filter { $0.session == .book(of: lane, lap: 1) }
            #expect(book.map(\.n) == Array(1...book.count), "lane \(lane)")
            let last = lane == 0 ? ["entry", "end"] : ["truth", "end"]
            #expect(book.map(\.type).suffix(2) == last.map { $0[...] }[...], "lane \(lane)")
        }
        let quiet = TestFleets.seldom(lanes: 5, tellers: [4])
        let alone = live(
            quiet, Self.shape([.entry, .truth]), [4],
            from: TestFleets.midnight + .seconds(86_400) - Self.tick,
            to: TestFleets.midnight + .seconds(2 * 86_400))
        let empty = alone.filter { $0.session == .book(of: 4, lap: 1) }
        #expect(empty.map(\.type) == ["truth", "end"] && empty.map(\.n) == [1, 2])
    }

    @Test func `after each line, and between lines, the rest is the same`() throws {
        let (from, last) = (Self.midnight + .seconds(85_000), Self.midnight + .seconds(88_000))
        let lines = live(fleet, Self.shape(), from: from, to: last)
        let truths = lines.filter(isDayTruth)
        #expect(truths.map(\.session.flownLane) == [1, 4, 7])
        let between = truths.flatMap { truth in
            [.manual, .dayTruth, .last].map { (rank: StreamPosition.Rank) in
                StreamPosition(truth.position.instant, lane: truth.position.lane, rank)
            }
        }
        for start in lines.map(\.position) + between {
            let resumed = DrivenFleet(fleet, at: last).follow(
                Self.shape(), Self.lanes, from: .after(start))
            expectSame(
                resumed.lines, lines.filter { $0.position > start }, "after \(start.instant)")
            for open in resumed.snapshots where open.session.isBook {
                let own = lines.filter { $0.session == open.session }
                let known = own.last { $0.position <= start }?.n ?? (own.first?.n).map { $0 - 1 }
                #expect(open.n == known ?? open.n, "\(open.text)")
            }
        }
    }

    @Test(arguments: 800...803 as ClosedRange<UInt64>)
    func `live in any strides, late, and adopted beside others they are the same`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let (from, last) = (Self.midnight - .seconds(700), Self.midnight + .seconds(900))
        let all = live(fleet, Self.shape(), from: from, to: last)
        #expect(all.contains(where: isDayTruth))
        expectSame(
            live(fleet, Self.shape(), from: from, to: last, strides: 1...700, seed: seed), all,
            "in small strides, seed \(seed)")
        let driven = DrivenFleet(fleet, at: from)
        let plain = driven.follow(Self.shape([.entry]), Self.lanes, from: .after(driven.present))
        let middle = from + FleetDuration(ticks: dice.within(1...36_000))
        driven.advance(to: middle, &dice, strides: 1...9000)
        let late = driven.follow(Self.shape(), Self.lanes, from: .after(driven.present))
        driven.advance(to: last, &dice, strides: 1...9000)
        expectSame(
            late.lines, all.filter { $0.position > late.replay.beginning }, "late, seed \(seed)")
        expectSame(
            plain.lines, live(fleet, Self.shape([.entry]), from: from, to: last), "seed \(seed)")
    }

    @Test(arguments: [[.entry, .event, .stat], [.truth], [.truth, .stat]] as [Set<LineKind>])
    func `channels without both kinds have the bytes of a fleet that tells nothing`(
        kinds: Set<LineKind>
    ) {
        let silent = TestFleets.midnightRuns()
        let (from, last) = (Self.midnight - .seconds(1000), Self.midnight + .seconds(1000))
        let lines = live(fleet, Self.shape(kinds), from: from, to: last)
        expectSame(lines, live(silent, Self.shape(kinds), from: from, to: last), "\(kinds)")
        #expect(!lines.isEmpty)
    }

    @Test func `lanes that do not tell have the bytes of a fleet that tells nothing`() {
        let silent = TestFleets.midnightRuns()
        let (from, last) = (Self.midnight - .seconds(1000), Self.midnight + .seconds(90_000))
        let lines = live(fleet, Self.shape(), from: from, to: last)
        let others = lines.filter { ![1, 4, 7].contains($0.session.flownLane) }
        expectSame(others, live(silent, Self.shape(), [0, 8], from: from, to: last), "untold")
    }

    @Test func `two shards have the lines of the whole`() throws {
        let (from, last) = (Self.midnight - .seconds(1000), Self.midnight + .seconds(1000))
        let parts = try (0..<2).flatMap { index in
            let shard = try #require(FleetShard(index: index, count: 2))
            let part = TestFleets.midnightRuns(tellers: [1, 4, 7], shard: shard)
            return live(
                part, Self.shape(), Self.lanes.filter(shard.contains), from: from, to: last)
        }
        let merged = parts.sorted { $0.position < $1.position }
        expectSame(merged, live(fleet, Self.shape(), from: from, to: last), "two shards")
    }
}
