import ChannelPipeline
import Synchronization
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct DayScheduleTests {
    private let fleet = TestFleets.midnightRuns()
    private let tick = FleetDuration(ticks: 1)

    /// Every second lane of ten, from noon of a day to noon three days later.
    private func stretch(days: Int64 = 3, lanes: [LaneID] = [0, 1, 4, 7]) -> FleetStretch {
        let noon = TestFleets.midnight + .seconds(12 * 3600)
        return FleetStretch(
            fleet: fleet, lanes: lanes, opening: noon, last: noon + .seconds(86_400 * days))
    }

    @Test func `a session of days is the run of that day, and lap 0 is the epoch's day`() throws {
        for lane: LaneID in 0..<10 {
            for lap in -5...5 {
                let session = SessionName(lane: lane, lap: lap)
                #expect(fleet.contains(session) == ((lane.index + lap) % 3 != 0))
                guard fleet.contains(session) else { continue }
                let day = TestFleets.midnight + .seconds(86_400 * Int64(lap))
                #expect((day..<day + .seconds(86_400)).contains(fleet.start(of: session)))
            }
        }
    }

    @Test func `a lane flies a run from its start to its end, and rests until the next`() throws {
        for lane: LaneID in 0..<10 {
            let first = try #require((-2...2).first { (lane.index + $0) % 3 != 0 })
            var session = SessionName(lane: lane, lap: first)
            for _ in 0..<6 {
                let start = fleet.start(of: session)
                let end = start + .seconds(Int64(45 + 10 * (lane.index % 4)))
                let next = try #require(fleet.next(after: session))
                #expect(next.lap > session.lap && fleet.contains(next))
                for instant in [start, start + tick, end - tick] {
                    #expect(fleet.session(of: lane, at: instant) == session)
                }
                for instant in [end, end + tick, fleet.start(of: next) - tick] {
                    #expect(fleet.session(of: lane, at: instant) == next)
                }
                #expect(fleet.course(of: session, at: end - tick).state == .flying)
                #expect(fleet.course(of: session, at: end).state == .landed)
                session = next
            }
        }
    }

    @Test func `behind the last day of the calendar a lane rests after its last run`() {
        let fleet = TestFleets.days(laps: -3...3) { _, _ in (.seconds(100), .seconds(60)) }
        let last = SessionName(lane: 2, lap: 3)
        let year = TestFleets.epoch + .seconds(365 * 86_400)
        #expect(fleet.session(of: 2, at: year) == last)
        #expect(fleet.next(after: last) == nil)
        let driven = DrivenFleet(fleet, at: year)
        let all = driven.follow(TestShape.everything.shape, [1, 2], from: .after(driven.present))
        driven.advance(to: year + .seconds(86_400))
        #expect(all.lines.isEmpty && all.snapshots.isEmpty)
    }

    @Test(arguments: zip(TestShape.allCases, 200...210 as ClosedRange<UInt64>))
    func `live, each session alone and a replay give the same bytes`(
        shape: TestShape, seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let stretch = stretch()
        let offline = stretch.offline(shape.shape)
        try #require(offline.lines.count > 3)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let live = driven.follow(shape.shape, stretch.lanes, from: .after(driven.present))
        while driven.now < stretch.last {
            let near = stretch.fleet.calendarStretch(around: driven.now)
            driven.advance(to: min(near.upperBound, stretch.last), &dice, strides: near.strides)
        }
        expectSame(live.lines, offline.lines, "live, seed \(seed)")
        let late = driven.follow(
            shape.shape, stretch.lanes, from: .after(StreamPosition(after: stretch.opening)))
        expectSame(late.lines, offline.lines, "late, seed \(seed)")
    }

    @Test func `the anchor of any line resumes strictly after it`() throws {
        let stretch = stretch(days: 2, lanes: [1, 3])
        let shape = TestShape.everything.shape
        let offline = stretch.offline(shape)
        for index in stride(from: 0, to: offline.lines.count, by: 7) {
            let position = offline.lines[index].position
            let driven = DrivenFleet(stretch.fleet, at: stretch.last)
            let resumed = driven.follow(shape, stretch.lanes, from: .after(position))
            expectSame(
                resumed.lines, Array(offline.lines[(index + 1)...]),
                "after \(offline.lines[index].text)")
        }
    }

    @Test func `only runs aloft have a snapshot`() throws {
        let session = SessionName(lane: 1, lap: 0)
        let start = fleet.start(of: session)
        for (instant, states) in [
            (start - tick, []), (start, ["flying"]), (start + .seconds(54), ["flying"]),
            (start + .seconds(55), []), (start + .seconds(4000), []),
        ] as [(FleetInstant, [Substring])] {
            let driven = DrivenFleet(fleet, at: instant)
            let found = driven.follow(
                TestShape.everything.shape, [1], from: .after(driven.present))
            #expect(found.snapshots.compactMap { $0.field("state") } == states)
            driven.leave(found)
        }
    }

    @Test func `a fleet at rest is looked at by no tick`() {
        let noon = TestFleets.midnight + .seconds(12 * 3600)
        let fleet = TestFleets.midnightRuns(lanes: 400)
        let driven = DrivenFleet(fleet, at: noon)
        let all = driven.follow(
            TestShape.clock.shape, Array(0..<400), from: .after(driven.present))
        #expect(driven.laneCount == 400)
        // An idle tick of four hundred lanes would make this take a minute.
        driven.advance(to: noon + .seconds(8 * 3600))
        #expect(all.lines.isEmpty)
        #expect(driven.lanesAwake == 0)
        driven.advance(to: TestFleets.midnight + .seconds(86_330))
        #expect(driven.lanesAwake > 0 && driven.lanesAwake < 400)
        driven.leave(all)
        #expect(driven.laneCount == 0)
    }

    @Test func `from the start of a lane that rests there is nothing before its next run`() throws {
        let noon = TestFleets.midnight + .seconds(12 * 3600)
        let driven = DrivenFleet(fleet, at: noon)
        let all = driven.follow(TestShape.marks.shape, [1, 4], from: .sessionStarts)
        #expect(all.lines.isEmpty && all.snapshots.isEmpty)
        driven.advance(to: noon + .seconds(86_400))
        let first = try #require(all.lines.first)
        #expect(first.field("event") == "start" && first.n == 1)
    }

    @Test func `from the start of very many lanes begins early without a look at each`() throws {
        let noon = TestFleets.midnight + .seconds(12 * 3600)
        let looks = Mutex(0)
        let fleet = TestFleets.days(lanes: 1100) { lane, _ in
            looks.withLock { $0 += 1 }
            let second: Int64 = lane < 3 ? 12 * 3600 - 60 : 3 * 3600
            return (.seconds(second + Int64(lane)), .seconds(600))
        }
        func replayed(_ lanes: Range<Int>) -> (StreamPosition, [PipelineLine]) {
            looks.withLock { $0 = 0 }
            let choices = lanes.map { LaneChoice(lane: LaneID(index: $0)) }
            let live = LiveFleet(fleet, at: noon)
            let beginning = live.beginning(.sessionStarts, choices)
            #expect(looks.withLock { $0 } < 100)
            let replay = live.replay(
                TestShape.stat.shape, choices, from: .sessionStarts, beginning: beginning,
                schedule: nil)
            while !replay.advance(to: noon, steps: 10_000, bytes: 1 << 20) {}
            var lines: [PipelineLine] = []
            replay.consumeLines { lines = PipelineLine.all(in: $0) }
            return (replay.beginning, lines)
        }
        let (few, some) = replayed(0..<4)
        let (many, all) = replayed(0..<1100)
        #expect(few.instant == noon - .seconds(60) - tick)
        #expect(many.instant == noon - .seconds(12 * 3600) - tick)
        #expect(some.count > 100 && all.map(\.text) == some.map(\.text))
    }

    @Test func `a past run is computed by itself`() throws {
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let session = SessionName(lane: 1, lap: -401)
        try #require(fleet.contains(session))
        let choices = [LaneChoice(lane: 1, laps: -401 ... -401)]
        let found = driven.open(TestShape.everything.shape, choices, from: .sessionStarts)
        while !found.isLive { driven.work(on: found, steps: 5000, bytes: 1 << 20) }
        #expect(Set(found.lines.map(\.session)) == [session])
        #expect(found.lines.first?.n == 1)
        #expect(found.lines.last?.type == "end")
    }

    @Test func `a day of rest is no_data, and names the next run`() throws {
        let rest = SelectedSessions(lane: 1, lap: 2)
        let error = #expect(throws: WireError.self) {
            try fleet.choices(SessionSelection([rest]))
        }
        #expect(error?.code == .noData)
        #expect(error?.reason == "s1 does not run on day 2.")
        #expect(
            error?.suggestion == "Its next session, s1.3, begins at 2026-11-23T00:00:27.100000Z.")
        let beyond = #expect(throws: WireError.self) {
            try fleet.choices(SessionSelection([SelectedSessions(lane: 1, lap: 2000)]))
        }
        #expect(beyond?.code == .unknownSession)
    }

    @Test func `a span of days holds few hours of samples`() {
        let laps = TestFleets.simulated()
        for seconds in [1, 3600, 7200, 86_399, 86_400, 200_000, 10_000_000] as [Int64] {
            let span = FleetDuration.seconds(seconds)
            #expect(laps.flownAtMost(in: span) == span)
            let flown = fleet.flownAtMost(in: span)
            #expect(flown <= span && flown <= .seconds(7200 * (seconds / 86_400 + 2)))
        }
    }

    @Test func `the schedule is a part of the identity`() {
        let laps = TestFleets.simulated(lanes: 10)
        #expect(fleet.identity != laps.identity)
        #expect(fleet.identity == TestFleets.midnightRuns(lanes: 3).identity)
    }
}

extension Fleet {
    /// Up to when to go, and in which strides: by ticks while a run of the first lanes may be
    /// aloft, by hours else.
    fileprivate func calendarStretch(
        around now: FleetInstant
    ) -> (upperBound: FleetInstant, strides: ClosedRange<Int64>) {
        let starts = (0..<10).map { start(of: session(of: $0, at: now)) }
        let next = starts.min() ?? now
        guard next > now + .seconds(10) else { return (now + .seconds(20), 1...200) }
        return (next - .seconds(1), 1...200_000)
    }
}
