import ChannelPipeline
import FlightDisplay
import PlainText
import Simulation
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetTests {
    private static func table() throws(WireError) -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 6)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0, symbols: .ascii)
        stand.press("t")
        try stand.fly(.seconds(10))
        return stand
    }

    @Test func `every session has its row`() throws {
        #expect(try Self.table().shot.lanes() == Array(0..<6))
    }

    @Test func `the table is empty before the first answer, which is sorted and has values`() {
        var stand = DisplayStand.table(DisplayStand.crowd(300), isAnswered: false)
        #expect(stand.shot.rows() == ["waiting for the daemon's answer".padded(to: 55, .right)])
        stand.press("ooo")
        #expect(stand.shot.numbers("BPM") == Array((280..<300).reversed()))
    }

    @Test func `rows are sorted across all lanes, and the other way round`() {
        var stand = DisplayStand.table(DisplayStand.crowd(10_000))
        stand.press("ooo")
        #expect(stand.shot.numbers("BPM") == Array((9980..<10_000).reversed()))
        stand.press("r")
        #expect(stand.shot.numbers("BPM") == Array(0..<20))
    }

    @Test func `the sorted column has an arrow for its direction`() {
        var stand = DisplayStand.table(DisplayStand.crowd(30))
        let heads = ["SESSION^", "PLAN^", "PHASE^", "vBPM", "^/km", "vKM"]
        for head in heads + heads.prefix(1) {
            #expect(stand.shot.line(2).contains(head), "\(head)")
            stand.press("o")
        }
        for head in ["PLAN^", "SESSION^", "vKM"] {
            #expect(stand.shot.line(2).contains(head), "\(head)")
            stand.press("O")
        }
        stand.press("r")
        #expect(stand.shot.line(2).contains("v/km"))
    }

    @Test func `a page without events is requested again after five seconds`() {
        var stand = DisplayStand.table(DisplayStand.crowd(100))
        stand.press("ooo")
        let before = stand.shot.lanes()
        stand.scripted = ScriptedFleet(
            (0..<100).map { .init($0, latest: ["heart_rate_bpm": Double($0.index)]) })
        stand.wait(.milliseconds(4900))
        #expect(stand.shot.lanes() == before)
        stand.wait(.milliseconds(200))
        #expect(stand.shot.lanes() == Array((80..<100).reversed()))
    }

    @Test func `after the flight view the table comes back in its order at once`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(100))
        stand.press("ooo")
        stand.press(.enter)
        stand.scripted = ScriptedFleet(
            (0..<100).map { .init($0, latest: ["heart_rate_bpm": Double($0.index)]) })
        stand.press("t")
        #expect(stand.shot.lanes() == Array((80..<100).reversed()))
    }

    @Test func `the selection stays on its session, and enter opens it`() {
        var stand = DisplayStand.table(DisplayStand.crowd(12))
        for _ in 0..<3 { stand.press(.down) }
        #expect(stand.shot.markedLane == 3)
        stand.press("ooo")
        #expect(stand.shot.markedLane == 3)
        stand.press(.enter)
        #expect(stand.state.subscriptions[0].request.contains("\"s3\""))
    }

    @Test func `in a large fleet a new order is shown from its beginning`() {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        stand.press("G")
        #expect(stand.shot.markedLane == 999)
        stand.press("ooo")
        #expect(stand.shot.numbers("BPM").first == 999)
        #expect(stand.shot.markedLane == stand.shot.lanes().first)
    }

    @Test func `a frozen table stays as it is until its list is changed`() {
        var stand = DisplayStand.table(DisplayStand.crowd(100))
        stand.press(" ")
        let before = stand.shot.rows()
        stand.wait(.seconds(60))
        #expect(stand.shot.rows() == before)
        stand.press(.down)
        #expect(stand.shot.markedLane == 1 && stand.shot.line(0).contains("FROZEN"))
        stand.press("o")
        #expect(!stand.shot.line(0).contains("FROZEN"))
    }

    @Test func `the next session of a lane has its own plan`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 1)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(4190), lane: 0)
        stand.press("t")
        try stand.fly(.seconds(5))
        try stand.fly(.seconds(20))
        try stand.fly(.seconds(10))
        let profile = fleet.profile(of: fleet.source(of: SessionName(lane: 0, lap: 1)))
        let row = stand.text(80, 24).split(separator: "\n").first { $0.contains("s0.1") }
        #expect(row?.contains(profile.planName) == true)
    }

    @Test func `a table of the smallest size traps nowhere`() {
        let stand = DisplayStand.table(DisplayStand.crowd(70))
        for columns in stride(from: 0, to: 230, by: 19) {
            for rows in stride(from: 0, to: 70, by: 6) {
                var resized = stand
                resized.state.fit(columns: columns, rows: rows)
                resized.answer()
                #expect(resized.shot.screen(columns, rows).columns == columns)
            }
        }
    }
}
