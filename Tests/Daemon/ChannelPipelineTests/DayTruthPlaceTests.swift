import Statistics
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// Where the truth of a day lies: beside entries by hand, on days of any length, and what it costs.
@Suite struct DayTruthPlaceTests {
    private static let tick = FleetDuration(ticks: 1)
    private static let midnight = TestFleets.midnight + .seconds(86_400 * 3)

    private static let shape: ChannelShape = {
        var shape = ChannelShape()
        shape.kinds = [.entry, .truth]
        shape.dayMetrics = DayMetric.defaults
        return shape
    }()

    @Test func `an entry by hand in the last tick comes before the truth`() throws {
        let fleet = TestFleets.midnightRuns(tellers: [1])
        let end = Self.midnight + .seconds(86_400)
        let driven = DrivenFleet(fleet, at: end - Self.tick - Self.tick)
        let live = driven.follow(Self.shape, [1], from: .after(driven.present))
        let at = end - .seconds(3600)
        let mass = try #require(ManualSample(.bodyMass, value: 713, from: at, to: at))
        let command = try driven.apply(.add(mass, lane: 1))
        #expect(command.instant == end - Self.tick)
        #expect(command.session == .book(of: 1, lap: 3))
        driven.advance(to: end)
        #expect(live.lines.map(\.type) == ["entry", "truth", "end"])
        #expect(Set(live.lines.map(\.session)).count == 1)
        #expect(zip(live.lines, live.lines.dropFirst()).allSatisfy { ($0.n ?? 0) + 1 == $1.n })
        for (index, line) in live.lines.enumerated() {
            let late = driven.follow(Self.shape, [1], from: .after(line.position))
            expectSame(late.lines, Array(live.lines[(index + 1)...]), "after \(line.text)")
        }
    }

    @Test(arguments: 620...623 as ClosedRange<UInt64>)
    func `commands and entries by chance give live and late the same truths`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var shape = Self.shape
        shape.kinds.formUnion([.event, .sample])
        let stretch = FleetStretch(
            fleet: TestFleets.midnightRuns(tellers: [0, 1, 4]), lanes: [0, 1, 2, 4, 5],
            opening: Self.midnight - .seconds(110), last: Self.midnight + .seconds(140))
        let commanded = CommandedFleet(stretch, shape, &dice, hasEntries: true)
        expectSame(commanded.late?.lines ?? [], commanded.live.lines, "late, seed \(seed)")
        let truths = commanded.live.lines.filter { $0.session.isBook && $0.type == "truth" }
        #expect(truths.count == 3)
    }

    @Test func `days of 23 and 25 hours end with their truth, and a skipped date has none`() throws
    {
        let lengths: [Int: FleetDuration] = [
            1: .seconds(23 * 3600), 2: .zero, 3: .seconds(25 * 3600),
        ]
        let fleet = TestFleets.seldom(lanes: 3, tellers: [1], lengths: lengths)
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let live = driven.follow(Self.shape, [1], from: .after(driven.present))
        driven.advance(to: TestFleets.midnight + .seconds(86_400 * 6))
        let truths = live.lines.filter { $0.type == "truth" }
        #expect(truths.map { "\($0.session)" } == ["d1.1", "d1.3", "d1.5", "d1.6"])
        for truth in truths {
            let day = try #require(fleet.dayCalendar.day(truth.session.lap))
            #expect(truth.position.instant == day.upperBound - Self.tick)
            let late = driven.follow(Self.shape, [1], from: .after(truth.position))
            expectSame(
                late.lines, live.lines.filter { $0.position > truth.position }, truth.text)
        }
    }

    @Test func `recordings and started lanes tell nothing, whatever their number`() throws {
        let calendar = ScriptedCalendar(
            midnight: TestFleets.midnight, tellers: [0, 1, LaneID.firstStarted.index],
            script: TestFleets.seldomRuns)
        let fleet = Fleet(
            seed: 42, epoch: TestFleets.epoch, schedule: .days(calendar), simulatedLanes: 2,
            recordings: [try ReferenceRecording(seed: 1, rows: 20).recording()])
        let driven = DrivenFleet(fleet, at: Self.midnight - .seconds(4200))
        let live = driven.follow(Self.shape, [0, 1], from: .after(driven.present))
        _ = try driven.apply(.start(StartOrder(), at: nil), followers: [live])
        driven.advance(to: Self.midnight + .seconds(86_400 * 3))
        let truths = live.lines.filter { $0.session.isBook && $0.type == "truth" }
        #expect(truths.map { "\($0.session)" } == ["d1.2", "d1.3", "d1.5"])
    }

    @Test func `lanes that come late go on with the truths of their books`() {
        let fleet = TestFleets.midnightRuns(tellers: [1, 4, 7])
        let choices = [0, 1, 4, 7, 8].map { LaneChoice(lane: $0) }
        let last = Self.midnight + .seconds(86_400) - Self.tick
        // The truth lies before they are brought, between, in the tick, and behind.
        for (first, span) in [(-50, 1), (-1, 2), (-1, 1), (0, 1), (-3000, 600)] as [(Int64, Int64)]
        {
            let opened = last + FleetDuration(ticks: first)
            var live = LiveFleet(fleet, at: opened)
            let channel = live.follow(Self.shape, choices)
            let brought = live.detachment(of: choices.map(\.lane), Self.shape).bring()
            let later = opened + FleetDuration(ticks: span)
            live.advance(to: later, clock: nil)
            live.land(brought.all, Self.shape)
            live.advance(to: later + .seconds(100_000), clock: nil)
            let told = live.withLines(of: channel) { PipelineLine.all(in: $0) }.filter(\.isData)
            let plain = DrivenFleet(fleet, at: live.now).follow(
                Self.shape, choices.map(\.lane), from: .after(StreamPosition(after: later)))
            expectSame(told, plain.lines, "\(first) \(span)")
        }
    }

    @Test func `only a lane that tells wakes for its truth`() {
        let fleet = TestFleets.seldom(lanes: 5, tellers: [4])
        var live = LiveFleet(fleet, at: TestFleets.midnight + .seconds(86_400 + 80_000))
        let replay = live.replay(
            Self.shape, [3, 4].map { LaneChoice(lane: $0) },
            from: .after(StreamPosition(after: live.now)), schedule: nil)
        while !replay.advance(to: live.now, steps: 10_000, bytes: .max) {}
        _ = live.join(replay, following: replay.choices)
        func wakes() -> [LaneID: FleetInstant?] {
            Dictionary(
                uniqueKeysWithValues: live.run.order.all.map {
                    (live.run.flights[$0.row].lane, live.run.dayBooks[$0.row]?.day?.next)
                })
        }
        let end = TestFleets.midnight + .seconds(2 * 86_400)
        live.advance(to: end - .seconds(60), clock: nil)
        #expect(wakes() == [3: end, 4: end - Self.tick])
        live.advance(to: end - Self.tick, clock: nil)
        #expect(wakes() == [3: end, 4: end])
    }

    @Test func `a place for the truth takes no memory of an open day`() {
        struct WithoutTruth {
            var lap = 0
            var end = FleetInstant(ticks: 0)
            var (nextEntry, nextFrequent, nextManual): (FleetInstant?, FleetInstant?, FleetInstant?)
        }
        #expect(
            MemoryLayout<LaneBook.OpenDay>.stride == MemoryLayout<WithoutTruth>.stride)
    }

    @Test func `no line has more bytes than are accounted, of lanes that tell alone`() {
        let finding = DayTruth.Finding(
            name: "overreached", isOrdered: true, first: "2026-03-05", last: "2026-03-08")
        let truth = DayTruth(
            findings: Array(repeating: finding, count: DayTruth.findingsMax), speedChange: -1000.04)
        let fleet = TestFleets.midnightRuns(tellers: [1])
        var channel = Channel(shape: Self.shape, of: fleet, after: StreamPosition(bits: 0))
        channel.parts = [
            Channel.Part(bookLines: .max / 2, series: SessionSeries(channel.plan))
        ]
        var writer = DataLineWriter(identity: fleet.identity)
        writer.clock = LineClock(
            schedule: ScheduleClock(
                fleetOrigin: TestFleets.epoch,
                monotonicOrigin: MonotonicInstant(microseconds: .max / 4), speed: .realTime),
            tickBegan: MonotonicInstant(microseconds: .max / 2))
        let line = BookLine(.truth(truth), of: 1_048_575, on: -123_456, at: TestFleets.epoch)
        channel.take(line, place: 0, into: &writer)
        #expect(writer.block.entries.count == 1)
        #expect(2 * writer.block.bytes.count <= ChannelMemoryBound.dayTruthBytes)
        #expect(2 * writer.block.bytes.count > ChannelMemoryBound.dayTruthBytes * 3 / 4)
        let memory = ChannelMemoryBound(shape: Self.shape, of: fleet)
        #expect(memory.laneBytes(1) - memory.laneBytes(2) == ChannelMemoryBound.dayTruthBytes)
        var entries = Self.shape
        entries.kinds = [.entry]
        let others = ChannelMemoryBound(shape: entries, of: fleet)
        #expect(others.laneBytes(1) == others.laneBytes(2))
    }
}
