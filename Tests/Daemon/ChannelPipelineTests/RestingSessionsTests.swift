import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// What `sessions` says of lanes that rest by the calendar.
@Suite struct RestingSessionsTests {
    /// Lane 2 runs at half past six, the others at noon.
    private let fleet = TestFleets.days(lanes: 4) { lane, _ in
        (.seconds(lane == 2 ? 23_400 : 43_200), .seconds(300))
    }
    /// Lane 2 has been aloft for a minute.
    private let morning = TestFleets.epoch + .seconds(1860)

    private func page(at instant: FleetInstant) throws -> [JSONValue] {
        let page = SessionsPage(of: fleet, from: 0, limit: 4, at: instant)
        while !page.advance(steps: .max) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        let value = try #require(JSONValue(line: buffer.text.utf8.dropLast()))
        return value["sessions"]?.items ?? []
    }

    private func sorted(
        _ live: inout LiveFleet, by column: SessionColumn = .lane, phase: Phase? = nil
    ) throws -> JSONValue {
        let request = SortedSessionsRequest(by: column, phase: phase)
        let page = live.sorted(request)
        while !live.advance(page, steps: 500) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        return try #require(JSONValue(line: buffer.text.utf8.dropLast()))
    }

    @Test func `a lane that rests says when it flies next, and nothing of a flight`() throws {
        let rows = try page(at: morning)
        let states = rows.compactMap { $0["state"]?.text }
        #expect(states == ["resting", "resting", "flying", "resting"])
        for row in [rows[0], rows[1], rows[3]] {
            #expect(row["next"]?.text == "2026-11-20T12:00:00.000000Z")
            #expect(row["session"]?.text?.hasSuffix(".0") == true)
            for name in ["phase", "since", "start", "latest"] { #expect(row[name] == nil) }
            for name in ["plan", "resting_heart_rate_bpm", "athlete"] { #expect(row[name] != nil) }
        }
        #expect(rows[2]["next"] == nil && rows[2]["phase"] != nil)
        let later = try page(at: morning + .seconds(600))
        #expect(later[2]["state"]?.text == "resting")
        #expect(later[2]["session"]?.text == "s2.1")
        #expect(later[2]["next"]?.text == "2026-11-21T06:30:00.000000Z")
    }

    @Test func `followed or not, landed or not yet begun, a lane that rests looks the same`()
        throws
    {
        var live = LiveFleet(fleet, at: morning)
        let choices = [2, 3].map { LaneChoice(lane: $0) }
        let replay = live.replay(
            TestShape.marks.shape, choices, from: .after(live.present), schedule: nil)
        while !replay.advance(to: live.now, steps: 1000, bytes: 1 << 16) {}
        _ = live.join(replay, following: choices)
        #expect(try sorted(&live)["sessions"]?.items == page(at: morning))
        live.advance(to: morning + .seconds(900), clock: nil)
        #expect(try sorted(&live)["sessions"]?.items == page(at: morning + .seconds(900)))
    }

    @Test func `a filter for a phase passes no lane that rests, and by state they come last`()
        throws
    {
        var live = LiveFleet(fleet, at: morning)
        let flying = try sorted(&live, by: .state)["sessions"]?.items ?? []
        #expect(flying.compactMap { $0["lane"]?.integer } == [2, 0, 1, 3])
        for phase in Phase.allCases {
            let found = try sorted(&live, phase: phase)["sessions"]?.items ?? []
            #expect(found.allSatisfy { $0["state"]?.text == "flying" })
        }
    }
}
