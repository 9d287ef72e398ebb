import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Live commands on lanes that fly by the calendar.
@Suite struct DayCommandTests {
    private let tick = FleetDuration(ticks: 1)
    private let shape = TestShape.everything.shape

    /// Lane 1 runs for two minutes at noon of every day but each third.
    private func fleet() -> Fleet {
        TestFleets.days(lanes: 3) { lane, lap in
            guard (lane + lap) % 3 != 0 else { return nil }
            return (.seconds(43_200 + Int64(lane)), .seconds(120))
        }
    }

    private func refusal(
        _ request: CommandRequest, of fleet: Fleet, at now: FleetInstant
    ) -> WireError? {
        #expect(throws: WireError.self) { try fleet.command(request, after: now) }
    }

    @Test func `a lane that rests takes no command and names its next session`() throws {
        let fleet = fleet()
        let lane = SelectedSessions(lane: 1)
        for request in [.pause(lane), .resume(lane), .stop(lane)] as [CommandRequest] {
            for now in [
                TestFleets.epoch, TestFleets.midnight + .seconds(43_201) - tick,
                TestFleets.midnight + .seconds(43_321),
            ] {
                let error = refusal(request, of: fleet, at: now)
                #expect(error?.code == .wrongState)
                #expect(error?.field == "session")
                #expect(error?.reason.hasPrefix("s1 rests at ") == true)
                let next = now < TestFleets.midnight + .seconds(43_201) ? 0 : 1
                let begin = next == 0 ? "2026-11-20T12:00:01" : "2026-11-21T12:00:01"
                #expect(
                    error?.suggestion
                        == "Its next session, s1.\(next), begins at \(begin).000000Z.")
            }
        }
    }

    @Test func `a day of rest takes no command, and a run to come none yet`() {
        let fleet = fleet()
        let rest = refusal(
            .pause(SelectedSessions(lane: 1, lap: 2)), of: fleet, at: TestFleets.epoch)
        #expect(rest?.code == .noData)
        let early = refusal(
            .pause(SelectedSessions(lane: 1, lap: 1)), of: fleet, at: TestFleets.epoch)
        #expect(early?.code == .wrongState)
        #expect(early?.reason == "s1.1 has not begun before 2026-11-21T12:00:01.000000Z.")
        let past = refusal(
            .stop(SelectedSessions(lane: 1, lap: -3)), of: fleet, at: TestFleets.epoch)
        #expect(past?.reason == "s1.-3 has ended at 2026-11-17T12:02:01.000000Z.")
        #expect(
            past?.suggestion == "The lane's next session begins at 2026-11-18T12:00:01.000000Z.")
    }

    @Test func `a pause makes a session longer, and half a day ends it`() throws {
        let start = TestFleets.midnight + .seconds(43_201)
        for held in [60, 3600, 50_000] as [Int64] {
            let driven = DrivenFleet(fleet(), at: start + .seconds(30))
            let live = driven.follow(shape, [1], from: .sessionStarts)
            let pause = try driven.apply(.pause(SelectedSessions(lane: 1)))
            let resumeAt = pause.instant + .seconds(held)
            driven.advance(to: min(resumeAt, start + CalendarRun.longest + .seconds(5)))
            let end: FleetInstant
            if held < 50_000 {
                let resume = try driven.apply(.resume(SelectedSessions(lane: 1)))
                end = start + .seconds(120) + (resume.instant - pause.instant)
            } else {
                end = start + CalendarRun.longest
                let error = refusal(
                    .resume(SelectedSessions(lane: 1)), of: driven.fleet, at: driven.now)
                #expect(error?.code == .wrongState)
            }
            driven.advance(to: end + .seconds(10))
            #expect(live.lines.last?.type == "end")
            #expect(live.lines.last?.position.instant == end)
            #expect(driven.lanesAwake == 0)
            let late = driven.follow(
                shape, [1], from: .after(StreamPosition(after: start - tick)))
            expectSame(late.lines, live.lines, "held for \(held) s")
        }
    }

    @Test func `a paused session ends where the next run of its lane begins`() throws {
        let fleet = TestFleets.days(lanes: 2) { _, lap in
            (.seconds(lap == 0 ? 80_000 : 1000), .seconds(300))
        }
        let start = TestFleets.midnight + .seconds(80_000)
        let next = TestFleets.midnight + .seconds(86_400 + 1000)
        let driven = DrivenFleet(fleet, at: start + .seconds(30))
        let live = driven.follow(shape, [1], from: .sessionStarts)
        try driven.apply(.pause(SelectedSessions(lane: 1)))
        driven.advance(to: next + .seconds(3))
        let end = try #require(live.lines.first { $0.type == "end" })
        #expect(end.position.instant == next)
        #expect(live.lines.last?.session == SessionName(lane: 1, lap: 1))
        let late = driven.follow(shape, [1], from: .after(StreamPosition(after: start - tick)))
        expectSame(late.lines, live.lines, "from one session into the next")
    }

    @Test func `a lane that was stopped rests until its next run`() throws {
        let start = TestFleets.midnight + .seconds(43_201)
        let driven = DrivenFleet(fleet(), at: start + .seconds(30))
        let live = driven.follow(shape, [1], from: .sessionStarts)
        let stop = try driven.apply(.stop(SelectedSessions(lane: 1)))
        driven.advance(to: stop.instant)
        #expect(live.lines.last?.type == "end")
        #expect(driven.lanesAwake == 0)
        #expect(driven.fleet.session(of: 1, at: driven.now).lap == 1)
        driven.advance(to: start + .seconds(86_400 + 200))
        #expect(live.lines.last?.session.lap == 1)
        let late = driven.follow(shape, [1], from: .after(StreamPosition(after: start - tick)))
        expectSame(late.lines, live.lines, "over a stop")
    }

    @Test(arguments: 300...305 as ClosedRange<UInt64>)
    func `commands by chance give live, late and alone the same bytes`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let midnight = TestFleets.midnight + .seconds(86_400 * 3)
        let stretch = FleetStretch(
            fleet: TestFleets.midnightRuns(), lanes: [0, 1, 2, 4, 5],
            opening: midnight - .seconds(110), last: midnight + .seconds(140))
        let commanded = CommandedFleet(stretch, shape, &dice)
        let offline = OfflineLines(
            of: commanded.live.lanes, in: commanded.driven.fleet, shape, after: stretch.opening,
            through: stretch.last)
        expectSame(commanded.live.lines, offline.lines, "live, seed \(seed)")
        expectSame(commanded.late?.lines ?? [], offline.lines, "late, seed \(seed)")
    }

    @Test func `a journal of another calendar is refused, not trapped`() {
        var fleet = fleet()
        let command = SessionCommand(
            .pause, SessionName(lane: 1, lap: 2), at: TestFleets.epoch + .seconds(5))
        #expect(throws: WireError.self) { try fleet.enter(command) }
        #expect(fleet.latestEnd(of: SessionName(lane: 1, lap: 2)) == nil)
    }

    @Test func `a started lane flies once, as in laps`() throws {
        let driven = DrivenFleet(fleet(), at: TestFleets.epoch)
        let live = driven.follow(shape, [0, 1, 2], from: .after(driven.present))
        let start = try driven.apply(
            .start(StartOrder(athlete: 1), at: nil), followers: [live])
        driven.advance(to: TestFleets.epoch + .seconds(4300))
        #expect(live.lines.first?.session == start.session)
        #expect(live.lines.last?.type == "end")
        #expect(live.lines.last?.position.instant == start.instant + .lap)
    }
}
