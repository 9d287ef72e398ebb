import ChannelPipeline
import FlightDisplay
import Simulation
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Times of a flight do not count its pauses.
@Suite struct PauseTests {
    @Test func `the clock of a phase stands still in a pause, and goes on after it`() throws {
        var mission = try ScriptedMission()
        let before = try secondsOfPhase(mission.shot.text(80, 24))
        mission.say(past: "event", #""event":"pause""#)
        mission.pass(.seconds(140))
        #expect(try secondsOfPhase(mission.shot.text(80, 24)) == before)
        #expect(try secondsOfPhase(mission.shot.text(50, 20)) == before)
        mission.say(past: "event", #""event":"resume""#)
        mission.pass(.seconds(10))
        #expect(try secondsOfPhase(mission.shot.text(80, 24)) == before + 10)
    }

    @Test func `the times of the phases add up to the time in flight, whatever pauses there were`()
        throws
    {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 1)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(2400), lane: 0)
        try stand.fly(.seconds(10))
        for event in ["pause", "resume", "pause", "resume"] {
            tell(event, &stand)
            stand.pass(.seconds(100))
            let times = try times(stand)
            #expect(times.phases == times.flight, "after \(event)")
        }
    }

    @Test func `the pause of an athlete is shown, and stops the times of its flight`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 60)
        let found = fleet.flownLanes.lazy.compactMap { lane in
            let session = SessionName(lane: lane, lap: 0)
            let span = fleet.source(of: session).simulation?.pauseSpans.first
            return span.map { (lane: lane, start: fleet.start(of: session), span: $0) }
        }
        .first { $0.span.upperBound - $0.span.lowerBound > .seconds(20) }
        let pause = try #require(found)
        let begin = pause.start + pause.span.lowerBound
        var stand = DisplayStand(fleet, greeted: begin - .seconds(30), lane: pause.lane)
        try stand.fly(.seconds(29))
        let before = try times(stand)
        #expect(before.phases == before.flight)
        for second in [2, 10, 19] as [Int64] {
            try stand.fly(begin + .seconds(second) - stand.now)
            #expect(stand.shot.screen(200, 60).text.joined().contains("paused"))
            let times = try times(stand)
            #expect(times.phases == times.flight && times.flight == before.flight + 1)
        }
        let end = pause.start + pause.span.upperBound
        try stand.fly(end + .seconds(10) - stand.now)
        #expect(!stand.shot.screen(200, 60).text.joined().contains("paused"))
        #expect(try times(stand).flight == before.flight + 11)
    }

    @Test func `a pause without an end, or that is replayed, does not trap`() throws {
        var mission = try ScriptedMission()
        for event in ["resume", "pause", "pause", "resume", "resume", "pause"] {
            mission.say(past: "event", #""event":"\#(event)""#)
            mission.pass(.seconds(5))
            #expect(mission.shot.screen(200, 60).rows == 60)
            mission.pass(.seconds(-10))
        }
    }

    /// How long the present phase has lasted, as the screen says it.
    private func secondsOfPhase(_ text: String) throws -> Int {
        let clock = try #require(text.firstMatch(of: #/ for (\d+):(\d\d)\b/#)).output
        return (Int(clock.1) ?? 0) * 60 + (Int(clock.2) ?? 0)
    }

    private func tell(_ event: String, _ stand: inout DisplayStand) {
        let name = stand.state.subscriptions[1].name
        stand.say(
            #"{"sub":"\#(name)","type":"event","event":"\#(event)","session":"s0.0","#
                + #""t":"\#(DisplayStand.text(stand.now))"}"#)
    }

    /// The sum of the phases between takeoff and touchdown, and the time in flight; seconds.
    private func times(_ stand: DisplayStand) throws -> (phases: Int, flight: Int) {
        let rows = stand.shot.screen(200, 60).text
        let phases = rows.joined(separator: "\n")
            .matches(of: #/(?:takeoff|climb|cruise|descent|approach) (\d+):(\d\d)\b/#)
            .reduce(0) { $0 + (Int($1.output.1) ?? 0) * 60 + (Int($1.output.2) ?? 0) }
        let head = try #require(rows.firstIndex { $0.contains(" TIME  ") })
        let place = try #require(rows[head].firstRange(of: " TIME  "))
        let column = rows[head].distance(from: rows[head].startIndex, to: place.lowerBound) + 1
        let value = rows[head + 1].dropFirst(column).prefix { $0 != " " }.split(separator: ":")
        return (phases, value.reduce(0) { $0 * 60 + (Int($1) ?? 0) })
    }
}
