import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SessionCourseTests {
    @Test(arguments: UInt64(61)...66)
    func `what is known without flying is what the flight comes to`(seed: UInt64) throws {
        try check(.recordings(seed: seed, rows: 40), seed: seed)
    }

    @Test(arguments: UInt64(1)...8)
    func `what is known of an athlete's pause without flying is what the flight comes to`(
        seed: UInt64
    ) throws {
        try check(OwnPause(seed: seed).stretch, seed: seed)
    }

    private func check(_ stretch: FleetStretch, seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let story = CommandedFleet(stretch, TestShape.marks.shape, &dice)
        let fleet = story.driven.fleet
        for lane in story.live.lanes {
            var run = FleetRun(of: fleet, after: stretch.opening)
            let session = fleet.session(of: lane, at: TestFleets.epoch)
            let place = run.add(LaneFlight(session, of: fleet, fliesOneSession: true))
            var instant = max(stretch.opening, fleet.start(of: session) - .seconds(1))
            while instant < stretch.last {
                instant = instant + FleetDuration(ticks: dice.within(1...70))
                _ = run.bring(place, to: instant, atMost: .max)
                let state = run.flight(of: lane)?.state
                let course = fleet.course(of: session, at: instant)
                // At its very beginning a session takes no command yet, nor as it goes on by
                // itself.
                guard instant != course.since || course.state != .scheduled,
                    instant != course.goesOnBySelf
                else { continue }
                #expect(state == course.state, "seed \(seed), \(session) at \(instant)")
            }
        }
    }

    @Test func `a session's end follows from its commands`() throws {
        var fleet = try TestFleets.mixed(seed: 5, rows: 20)
        let recorded = SessionName(lane: 0, lap: 0)
        let now = TestFleets.epoch + .seconds(1)
        let plain = try #require(fleet.course(of: recorded, at: now).end)
        try fleet.enter(fleet.command(.pause(SelectedSessions(recorded)), after: now))
        #expect(fleet.course(of: recorded, at: now).end == plain)
        #expect(fleet.course(of: recorded, at: now + .seconds(1)).end == nil)
        let later = now + .seconds(7)
        try fleet.enter(fleet.command(.resume(SelectedSessions(recorded)), after: later))
        #expect(fleet.course(of: recorded, at: later + .seconds(1)).end == plain + .seconds(7))
        let simulated = SessionName(lane: 34, lap: 0)
        let lapEnd = fleet.start(of: SessionName(lane: 34, lap: 1))
        try fleet.enter(fleet.command(.pause(SelectedSessions(simulated)), after: now))
        #expect(fleet.course(of: simulated, at: now + .seconds(2)).end == lapEnd)
        #expect(fleet.course(of: simulated, at: lapEnd).state == .landed)
    }
}
