import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Entries by hand among the lines, live and computed again.
@Suite struct ManualEntryLineTests {
    private static let tick = FleetDuration(ticks: 1)

    private static func shape(
        _ kinds: Set<LineKind> = [.entry, .event, .stat], _ metrics: DayMetricSet = .all
    ) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = kinds
        shape.dayMetrics = metrics
        return shape
    }

    private static func mass(_ value: Int64 = 713, at instant: FleetInstant) throws -> ManualSample
    {
        try #require(ManualSample(.bodyMass, value: value, from: instant, to: instant))
    }

    private func isManual(_ line: PipelineLine) -> Bool { line.field("source") == "manual" }

    /// Three nights of runs, a lap's end, two recordings beyond their landing.
    private static func stretch(_ seed: UInt64) throws -> FleetStretch {
        let midnight = TestFleets.midnight + .seconds(86_400 * 3)
        switch seed % 3 {
        case 0: return try .recordings(seed: seed, rows: 60)
        case 1: return .laps()
        default:
            return FleetStretch(
                fleet: TestFleets.midnightRuns(), lanes: [0, 1, 2, 4, 5],
                opening: midnight - .seconds(110), last: midnight + .seconds(140))
        }
    }

    @Test(arguments: 700...711 as ClosedRange<UInt64>)
    func `whoever is live, late or resumed anywhere gets each entry once`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let stretch = try Self.stretch(seed)
        let shape = Self.shape()
        let story = CommandedFleet(stretch, shape, &dice, hasEntries: true)
        let lines = story.live.lines
        let context = "seed \(seed)"
        expectSame(try #require(story.late).lines, lines, "late, \(context)")
        let entries = story.live.lanes.flatMap { story.driven.fleet.manualEntries(of: $0) }
        let seen = lines.filter(isManual)
        let due = entries.filter { $0.instant <= stretch.last }
        #expect(Set(seen.map(\.position.instant)) == Set(due.map(\.instant)), "\(context)")
        #expect(seen.count == due.count, "\(context)")
        #expect(seen.contains { $0.field("removes") != nil }, "\(context)")
        checkNumbers(lines, context)
        for _ in 0..<12 {
            let index = Int(dice.within(0...Int64(lines.count - 1)))
            let driven = DrivenFleet(story.driven.fleet, at: stretch.last)
            let resumed = driven.follow(
                shape, story.live.lanes, from: .after(lines[index].position))
            expectSame(
                resumed.lines, Array(lines[(index + 1)...]), "after \(lines[index]), \(context)")
            let last = lines[...index].last { $0.session.isBook && $0.type != "end" }
            guard let last,
                let open = resumed.snapshots.first(where: { $0.session == last.session })
            else { continue }
            #expect(open.n == last.n, "after \(lines[index]), \(context)")
        }
    }

    /// Positions rise, and the numbers of a session or book have no hole.
    private func checkNumbers(_ lines: [PipelineLine], _ context: String) {
        var last: [SessionName: Int] = [:]
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.position < next.position, "\(next.text) \(context)")
        }
        for line in lines {
            if let before = last[line.session] {
                #expect(line.n == before + 1, "\(line.text) \(context)")
            }
            last[line.session] = line.n
        }
    }

    @Test func `a line says what was added, and what was removed`() throws {
        let driven = DrivenFleet(TestFleets.simulated(lanes: 3), at: TestFleets.epoch)
        let all = driven.follow(Self.shape([.entry]), [1], from: .after(driven.present))
        let steps = driven.follow(
            Self.shape([.entry], DayMetricSet(.steps)), [1], from: .after(driven.present))
        let at = try Self.mass(at: TestFleets.epoch - .seconds(86_400))
        let added = try driven.apply(.add(at, lane: 1))
        let name = EntryName(lane: 1, instant: added.instant)
        let removed = try driven.apply(.remove(name))
        driven.advance(to: driven.now + .seconds(1))
        #expect(steps.lines.isEmpty)
        #expect(all.lines.map(\.session) == [added.session, removed.session])
        #expect(all.lines.map(\.position.rank) == [13, 13])
        let time = "2026-11-19T06:00:00.000000Z"
        let common = #""metric":"body_mass_kg","value":71.3,"start":"\#(time)","end":"\#(time)""#
        #expect(
            all.lines.map { $0.text.dropFirst(offset(of: ",\"entry\"", in: $0.text)) } == [
                ",\"entry\":\"\(name)\",\(common),\"source\":\"manual\"}\n",
                ",\"entry\":\"e1.\(removed.instant.ticks)\",\"removes\":\"\(name)\",\(common),"
                    + "\"source\":\"manual\"}\n",
            ])
    }

    private func offset(of part: String, in text: String) -> Int {
        let bytes = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: part.utf8) } ?? 0
    }

    @Test func `an entry of midnight comes behind the end of the day, as the first of the next`()
        throws
    {
        let midnight = TestFleets.midnight + .seconds(86_400 * 4)
        for ahead in Int64(1)...3 {
            let driven = DrivenFleet(TestFleets.midnightRuns(), at: midnight - .seconds(3600))
            let live = driven.follow(Self.shape([.entry]), [1], from: .after(driven.present))
            driven.advance(to: midnight - Self.tick * ahead)
            for _ in 0..<4 { try driven.apply(.add(try Self.mass(at: driven.now), lane: 1)) }
            driven.advance(to: midnight + .seconds(1))
            let last = Int(ahead) - 1
            let book = live.lines.filter { $0.session == .book(of: 1, lap: 3) }
            #expect(book.filter(isManual).count == last)
            #expect(book.map(\.type).last == (book.isEmpty ? nil : "end"))
            let next = live.lines.filter { $0.session == .book(of: 1, lap: 4) }
            #expect(next.filter(isManual).map(\.n) == Array(1...4 - last))
            #expect(next.first?.position.instant == midnight)
            let again = DrivenFleet(driven.fleet, at: driven.now)
            let late = again.follow(
                Self.shape([.entry]), [1],
                from: .after(StreamPosition(after: midnight - .seconds(3600))))
            expectSame(late.lines, live.lines, "\(ahead) ticks before midnight")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `lanes that come late have what came meanwhile`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let begin = TestFleets.midnight + .seconds(86_400 * 3 + 24_000)
        var live = LiveFleet(TestFleets.midnightRuns(), at: begin)
        let choices = [0, 1, 2, 4, 5].map { LaneChoice(lane: $0) }
        let shape = Self.shape()
        let channel = live.follow(shape, choices)
        let brought = live.detachment(of: choices.map(\.lane), shape).bring()
        let length = dice.within(100...90_000)
        func add(_ lane: LaneID) throws {
            let add = CommandRequest.add(try Self.mass(at: live.now), lane: lane)
            try live.apply(try live.fleet.command(add, after: live.now))
        }
        // While the lanes are away entries are added.
        while live.now < begin + FleetDuration(ticks: length) {
            try add(dice.pick(choices).lane)
            live.advance(
                to: live.now + FleetDuration(ticks: dice.within(1...length / 3)), clock: nil)
        }
        let opened = live.now
        live.land(brought.all, shape)
        try add(1)
        let other = LiveFleet(live.fleet, at: opened).replay(
            shape, choices, from: .after(StreamPosition(after: opened)), includesSnapshots: false,
            schedule: nil)
        live.advance(to: opened + .seconds(3 * 86_400), clock: nil)
        let wanted = finish(other, at: live.now)
        let told = live.withLines(of: channel) { PipelineLine.all(in: $0) }
        expectSame(told, wanted, "seed \(seed)")
        #expect(wanted.contains(where: isManual))
        #expect(told.count > 100, "seed \(seed)")
    }

    @discardableResult
    private func finish(_ replay: Replay, at now: FleetInstant) -> [PipelineLine] {
        var lines: [PipelineLine] = []
        var isThere = false
        while !isThere {
            isThere = replay.advance(to: now, steps: 100_000, bytes: 1 << 20)
            replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        return lines
    }

    @Test func `nobody wakes for entries of lanes that have none`() throws {
        let driven = DrivenFleet(
            TestFleets.midnightRuns(), at: TestFleets.midnight + .seconds(7200))
        let live = driven.follow(Self.shape([.entry]), [1, 2], from: .after(driven.present))
        try driven.apply(.add(try Self.mass(at: driven.now), lane: 3))
        driven.advance(to: driven.now + .seconds(10))
        #expect(live.lines.isEmpty && driven.lanesAwake == 0)
    }
}
