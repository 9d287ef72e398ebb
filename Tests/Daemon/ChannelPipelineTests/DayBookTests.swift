import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// The books of days: entries as they become known, beside the runs.
@Suite struct DayBookTests {
    private static let tick = FleetDuration(ticks: 1)
    private static let noon = TestFleets.midnight + .seconds(12 * 3600)

    private static func shape(
        _ kinds: Set<LineKind> = [.entry, .event, .phase],
        _ metrics: DayMetricSet = DayMetricSet(DayMetric.allCases)
    ) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = kinds
        shape.dayMetrics = metrics
        return shape
    }

    /// All lines of some lanes from one instant up to another, as a live subscriber gets them.
    private func live(
        _ fleet: Fleet, _ shape: ChannelShape, _ lanes: [LaneID], from: FleetInstant,
        to last: FleetInstant, strides: ClosedRange<Int64> = 40_000...90_000, seed: UInt64 = 1
    ) -> DrivenFleet.Subscription {
        var dice = Dice(seed: seed)
        let driven = DrivenFleet(fleet, at: from)
        let live = driven.follow(shape, lanes, from: .after(driven.present))
        driven.advance(to: last, &dice, strides: strides)
        return live
    }

    private func books(_ lines: [PipelineLine]) -> [SessionName: [PipelineLine]] {
        Dictionary(grouping: lines.filter(\.session.isBook), by: \.session)
    }

    @Test func `a book has its day's entries, numbered from midnight to its end`() throws {
        let fleet = TestFleets.midnightRuns()
        let last = Self.noon + .seconds(86_400 * 3)
        let live = live(fleet, Self.shape(), [0, 1, 4, 7], from: Self.noon, to: last)
        let books = books(live.lines)
        for lane: LaneID in [0, 1, 4, 7] {
            for lap in 1...2 {
                let session = SessionName.book(of: lane, lap: lap)
                let lines = books[session] ?? []
                let simulated = (lane.index + lap) % 5 != 0 ? 13 : 0
                let day = TestFleets.midnight + .seconds(86_400 * Int64(lap))
                let landed = live.lines.filter {
                    $0.type == "end" && !$0.session.isBook && $0.session.lane == lane
                        && (day..<day + .seconds(86_400)).contains($0.position.instant)
                }
                let count = simulated + landed.count
                #expect(lines.map(\.n) == (count > 0 ? Array(1...count + 1) : []), "\(session)")
                guard count > 0 else { continue }
                #expect(lines.dropLast().allSatisfy { $0.type == "entry" })
                #expect(lines.last?.type == "end")
                #expect(
                    lines.last?.position
                        == StreamPosition(day + .seconds(86_400), lane: lane, .dayEnd))
                #expect(lines.compactMap { $0.field("run") } == landed.map { "\($0.session)" })
            }
        }
        #expect(zip(live.lines, live.lines.dropFirst()).allSatisfy { $0.position < $1.position })
        let first = try #require(live.lines.first { $0.type == "entry" })
        #expect(first.text.contains(#","metric":"steps","value":"#))
        #expect(first.text.contains(#","source":"simulated"}"#))
    }

    @Test(arguments: 500...505 as ClosedRange<UInt64>)
    func `live in any strides, late and resumed anywhere give the same lines`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let fleet = TestFleets.midnightRuns()
        let shape = Self.shape([.entry, .event, .stat])
        let midnight = TestFleets.midnight + .seconds(86_400 * 3)
        let (opening, last) = (midnight - .seconds(1000), midnight + .seconds(1200))
        let lanes: [LaneID] = [0, 1, 4, 7, 8]
        let live = live(
            fleet, shape, lanes, from: opening, to: last, strides: 1...700, seed: seed)
        try #require(live.lines.contains { $0.session.isBook })
        let all = self.live(fleet, shape, lanes, from: opening, to: last)
        expectSame(live.lines, all.lines, "in small strides, seed \(seed)")
        for _ in 0..<25 {
            let index = Int(dice.within(0...Int64(live.lines.count - 1)))
            let driven = DrivenFleet(fleet, at: last)
            let resumed = driven.follow(
                shape, lanes, from: .after(live.lines[index].position))
            expectSame(
                resumed.lines, Array(live.lines[(index + 1)...]),
                "after \(live.lines[index].text), seed \(seed)")
        }
    }

    @Test func `a recording that landed long ago takes nobody back to it`() throws {
        let fleet = Fleet(
            seed: 1, epoch: TestFleets.epoch, simulatedLanes: 0,
            recordings: [try ReferenceRecording(seed: 1, rows: 20).recording()])
        let midnight = TestFleets.midnight + .seconds(86_400 * 10)
        let beginning = fleet.beginning(
            .sessionStarts, Self.shape(), [LaneChoice(lane: 0)], at: midnight + .seconds(600))
        #expect(beginning == .after(StreamPosition(after: midnight - Self.tick)))
    }

    @Test func `lanes that come late go on with their books`() throws {
        let fleet = TestFleets.midnightRuns()
        let shape = Self.shape([.entry, .event, .stat])
        let choices = [0, 1, 4, 7, 8].map { LaneChoice(lane: $0) }
        // An entry, or a midnight, lies between where the lanes stood and where they come.
        for (first, span) in [(-50, 100), (-50, 2000), (26_000, 600), (60, 40)] as [(Int64, Int64)]
        {
            let opened = TestFleets.midnight + .seconds(86_400 * 3 + first)
            var live = LiveFleet(fleet, at: opened)
            let channel = live.follow(shape, choices)
            let brought = live.detachment(of: choices.map(\.lane), shape).bring()
            let later = opened + .seconds(span)
            live.advance(to: later, clock: nil)
            live.land(brought.all, shape)
            live.advance(to: later + .seconds(100_000), clock: nil)
            let plain = Replay(
                of: fleet, shape: shape, choices: choices,
                start: .after(StreamPosition(after: later)), opened: later,
                includesSnapshots: false, schedule: nil)
            let wanted = bytes(of: plain, to: live.now)
            let told = live.withLines(of: channel) { $0.bytes.text }
            #expect(told == wanted && !wanted.isEmpty, "\(first) \(span)")
        }
    }

    private func bytes(of replay: Replay, to end: FleetInstant) -> String {
        var text = ""
        while true {
            let isThere = replay.advance(to: end, steps: 100_000, bytes: .max)
            replay.consumeLines { block in
                text += block.withLines { bytes, _ in String(decoding: bytes, as: UTF8.self) }
            }
            guard !isThere else { return text }
        }
    }

    @Test func `whoever joins in the day finds the book's numbers going on`() throws {
        let fleet = TestFleets.midnightRuns()
        let shape = Self.shape()
        let from = TestFleets.midnight + .seconds(86_400 * 3 + 300)
        let driven = DrivenFleet(fleet, at: from)
        let early = driven.follow(shape, [1, 2, 3], from: .after(driven.present))
        driven.advance(to: from + .seconds(8 * 3600))
        let late = driven.follow(shape, [1, 2], from: .after(driven.present))
        let open = late.snapshots.filter { $0.field("state") == "open" }
        #expect(!open.isEmpty)
        for snapshot in open {
            let lines = (early.snapshots + early.lines).filter { $0.session == snapshot.session }
            #expect(snapshot.n == lines.last?.n)
        }
        driven.advance(to: from + .seconds(30 * 3600))
        let wanted = early.lines.filter {
            $0.position > StreamPosition(after: from + .seconds(8 * 3600))
                && $0.session.flownLane != 3
        }
        expectSame(late.lines, wanted, "from the middle of the day")
        driven.leave(early)
        driven.advance(to: from + .seconds(40 * 3600))
        driven.leave(late)
        #expect(driven.laneCount == 0 && driven.channelCount == 0)
    }

    @Test func `a channel numbers the metrics that it asks for, and each run's summary`() {
        let fleet = TestFleets.midnightRuns()
        let last = Self.noon + .seconds(86_400 * 2)
        let all = live(fleet, Self.shape(), [1, 2], from: Self.noon, to: last)
        let mass = live(
            fleet, Self.shape([.entry], DayMetricSet(.bodyMass)), [1, 2], from: Self.noon, to: last)
        let wanted = all.lines.filter {
            $0.field("metric") == "body_mass_kg" || $0.field("run") != nil
        }
        let found = mass.lines.filter { $0.type == "entry" }
        #expect(found.map(\.position) == wanted.map(\.position))
        for lines in books(mass.lines).values where lines.first?.n == 1 {
            #expect(lines.compactMap(\.n) == Array(1...lines.count))
        }
    }

    @Test(arguments: 600...604 as ClosedRange<UInt64>)
    func `commands by chance give live and late the same books`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let midnight = TestFleets.midnight + .seconds(86_400 * 3)
        let stretch = FleetStretch(
            fleet: TestFleets.midnightRuns(), lanes: [0, 1, 2, 4, 5],
            opening: midnight - .seconds(110), last: midnight + .seconds(140))
        let commanded = CommandedFleet(stretch, Self.shape([.entry, .event, .sample]), &dice)
        expectSame(commanded.late?.lines ?? [], commanded.live.lines, "late, seed \(seed)")
        #expect(commanded.live.lines.contains { $0.field("run") != nil })
    }

    @Test func `in laps a book has the summaries of the day's runs`() throws {
        let fleet = TestFleets.simulated(lanes: 3)
        let shape = Self.shape([.entry])
        let live = live(
            fleet, shape, [0, 1, 2], from: TestFleets.epoch + .seconds(100),
            to: TestFleets.epoch + .seconds(5000))
        let entries = live.lines.filter { $0.type == "entry" }
        #expect(entries.count >= 3)
        for lane: LaneID in 0..<3 {
            let lines = entries.filter { $0.session == .book(of: lane, lap: 0) }
            let first = try #require(lines.first?.n)
            // Six hours of runs have landed since midnight.
            #expect((5...7).contains(first))
            #expect(lines.compactMap(\.n) == Array(first..<first + lines.count))
            let end = try #require(
                live.lines.first { $0.type == "end" && $0.session.lane == lane })
            let summary = try #require(lines.first)
            #expect(summary.position.instant == end.position.instant)
            #expect(summary.field("run") == "\(end.session)")
            for name in ["elapsed_s", "moving_s", "distance_m", "steps", "energy_kcal"] {
                #expect((summary.field(name).flatMap { Double($0) } ?? 0) > 0, "\(name)")
            }
            for name in ["heart_rate_bpm", "splits_s", "phases_s"] {
                #expect(summary.field(name) != nil)
            }
        }
    }

    @Test func `the book of a started lane ends with its summary, whoever still has the lane`()
        throws
    {
        let fleet = TestFleets.midnightRuns()
        let shape = Self.shape([.entry])
        let midnight = TestFleets.midnight + .seconds(86_400)
        let driven = DrivenFleet(fleet, at: midnight - .seconds(5000))
        let live = driven.follow(shape, [1], from: .after(driven.present))
        let start = try driven.apply(.start(StartOrder(), at: nil), followers: [live])
        let landing = start.instant + .lap
        driven.advance(to: landing + .seconds(1))
        driven.forget(start.session.lane, of: live)
        driven.advance(to: midnight + .seconds(60))
        let own = live.lines.filter { $0.session.flownLane == start.session.lane }
        #expect(own.map(\.type) == ["end", "entry"])
        #expect(own.last?.field("run") == "\(start.session)")
        let late = driven.follow(
            shape, [1, start.session.lane],
            from: .after(StreamPosition(after: midnight - .seconds(5000))))
        expectSame(late.lines, live.lines, "from before the start")
    }

    @Test func `from the start of a book that is past begins with its day`() throws {
        let fleet = TestFleets.midnightRuns()
        let now = TestFleets.midnight + .seconds(86_400 * 6 + 40_000)
        func beginning(_ books: [String]) throws -> FleetInstant {
            let selection = SessionSelection(books.compactMap { SelectedSessions(parsing: $0) })
            let start = fleet.beginning(
                .sessionStarts, Self.shape(), of: selection, try fleet.choices(selection), at: now)
            guard case .after(let position) = start else { return now }
            return position.instant + Self.tick
        }
        let day = FleetDuration.seconds(86_400)
        // Nobody is aloft at noon, and at midnight those that began before it.
        for (books, lap) in [(["d3.4"], 4), (["d3.2", "d3.4"], 2), (["d3.6"], 6), (["d3.9"], 6)]
            as [([String], Int64)]
        {
            let midnight = TestFleets.midnight + day * lap
            let first = try beginning(books)
            #expect(first <= midnight && first > midnight - .seconds(200), "\(books)")
        }
        #expect(try beginning(["s3"]) > TestFleets.midnight + day * 6 - .seconds(200))
        let driven = DrivenFleet(fleet, at: now)
        let shape = Self.shape([.entry])
        let selection = SessionSelection([try #require(SelectedSessions(parsing: "d3.4"))])
        let start = fleet.beginning(
            .sessionStarts, shape, of: selection, try fleet.choices(selection), at: now)
        let lines = driven.follow(shape, [3], from: start).lines
            .filter { $0.session == .book(of: 3, lap: 4) }
        #expect(lines.map(\.n) == Array(1...lines.count) && lines.last?.type == "end")
    }

    @Test func `one book may be selected, and comes with its lane's others`() throws {
        let fleet = TestFleets.midnightRuns()
        let book = try #require(SelectedSessions(parsing: "d4.2"))
        #expect(book.isBook && "\(book)" == "d4.2")
        #expect(SelectedSessions(parsing: "d4") == nil)
        let selection = SessionSelection([book, SelectedSessions(lane: 1)])
        #expect(try fleet.choices(selection).map(\.lane) == [1, 4])
        #expect(selection.contains(.book(of: 4, lap: 2)))
        #expect(selection.contains(.book(of: 1, lap: 9)))
        #expect(!selection.contains(.book(of: 4, lap: 1)))
        #expect(!selection.contains(SessionName(lane: 4, lap: 2)))
        #expect(throws: WireError.self) {
            try fleet.choices(SessionSelection([SelectedSessions(.book(of: 77, lap: 1))]))
        }
    }
}
