import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

/// The row of a session after each kind of line.
@Suite struct FleetRowTests {
    private let values = ["heart_rate_bpm": 141.0, "speed_mps": 3.1, "distance_m": 1234.0]

    /// Four flying lanes with an open subscription.
    private func stand() -> DisplayStand {
        var stand = DisplayStand.table(
            ScriptedFleet((0..<4).map { .init($0, latest: values) }), lane: 3)
        stand.answer()
        return stand
    }

    private func row(_ lane: LaneID, _ stand: DisplayStand) -> String {
        stand.shot.rows().first { $0.contains("s\(lane).0") } ?? ""
    }

    /// The style of a lane's heart rate.
    private func style(_ lane: LaneID, _ stand: DisplayStand) -> CellStyle? {
        let screen = stand.shot.screen(80, 24)
        guard let row = screen.text.firstIndex(where: { $0.contains("s\(lane).0") }),
            let place = screen.text[row].firstRange(of: "141")
        else { return nil }
        let text = screen.text[row]
        return screen[row, text.distance(from: text.startIndex, to: place.lowerBound)].style
    }

    private func say(_ fields: String, _ stand: inout DisplayStand) {
        let name = stand.state.subscriptions[0].name
        stand.say(
            #"{"sub":"\#(name)","t":"\#(DisplayStand.text(stand.now))","session":"s1.0","# + fields
                + "}")
    }

    @Test func `a pause shows at once, and the last values stay`() {
        var stand = stand()
        #expect(row(1, stand).contains("cruise") && style(1, stand) == .plain)
        say(#""type":"event","event":"pause""#, &stand)
        stand.pass(.seconds(60))
        #expect(row(1, stand).contains("paused") && !row(1, stand).contains("cruise"))
        #expect(row(1, stand).contains("141") && style(1, stand) == CellStyle(isDim: true))
        say(#""type":"event","event":"resume""#, &stand)
        #expect(row(1, stand).contains("cruise"))
    }

    @Test func `sessions that are paused when the table opens say so`() {
        let later = DisplayStand.epoch + .seconds(1380)
        let long = DisplayStand.epoch - .seconds(3600)
        let stand = DisplayStand.table(
            ScriptedFleet([
                .init(0, state: "paused", latest: values),
                .init(1, state: "landed", phase: "touchdown", latest: values),
                .init(2, state: "landed", phase: "touchdown", start: long, latest: values),
                .init(3, state: "scheduled", phase: "preflight", start: later),
                .init(4, state: "scheduled", phase: "preflight"),
                .init(600_001, state: "landed", phase: "touchdown"),
            ]), lane: 5)
        let words = ["paused", "landed", "landed", "starts 06:23", "preflight", "landed"]
        for (row, word) in zip(stand.shot.rows(), words) { #expect(row.contains(word), "\(row)") }
        #expect(style(1, stand) == CellStyle(isDim: true))
    }

    @Test func `a landed session has no pace, and is sorted last in both directions`() {
        var stand = DisplayStand.table(
            ScriptedFleet(
                (0..<4).map { .init($0, latest: ["speed_mps": 3 + Double($0.index) / 10]) }))
        stand.press("oooo")
        #expect(stand.shot.lanes() == [3, 2, 1, 0])
        stand.wait(.milliseconds(300))
        say(#""type":"end""#, &stand)
        #expect(stand.shot.lanes() == [3, 2, 0, 1])
        #expect(row(1, stand).contains("landed") && row(1, stand).contains(" -- "))
        stand.scripted?.sessions[1] = .init(1, state: "landed", latest: ["speed_mps": 3.1])
        stand.press("r")
        #expect(stand.shot.lanes() == [0, 2, 3, 1])
    }

    @Test func `a value that is not renewed is dim after three intervals`() {
        var stand = stand()
        stand.pass(.seconds(15))
        #expect(style(1, stand) == .plain)
        stand.pass(.seconds(1))
        #expect(style(1, stand) == CellStyle(isDim: true))
        say(#""type":"stat","phase":"cruise","heart_rate_bpm":{"latest":141}"#, &stand)
        #expect(style(1, stand) == .plain)
    }

    @Test func `a phase shows at once`() {
        var stand = stand()
        say(#""type":"phase","from":"cruise","to":"descent""#, &stand)
        #expect(row(1, stand).contains("descent"))
    }

    @Test func `an older value never replaces a newer one`() {
        var stand = stand()
        stand.pass(.seconds(2))
        say(#""type":"stat","phase":"cruise","heart_rate_bpm":{"latest":150}"#, &stand)
        let name = stand.state.subscriptions[0].name
        stand.say(
            #"{"sub":"\#(name)","t":"\#(DisplayStand.text(stand.now - .seconds(1)))","#
                + #""session":"s1.0","type":"stat","heart_rate_bpm":{"latest":99}}"#)
        #expect(row(1, stand).contains("150"))
    }

    @Test func `a lane's next session keeps its athlete, and a new page brings the rest`() {
        var stand = DisplayStand.table(ScriptedFleet([.init(0), .init(1)]), columns: 120)
        let name = stand.state.subscriptions[0].name
        stand.say(
            #"{"sub":"\#(name)","t":"\#(DisplayStand.text(stand.now))","session":"s1.1","#
                + #""type":"event","event":"start"}"#)
        let row = stand.shot.rows(120, 24)[1]
        #expect(row.contains("s1.1") && row.contains("male, 21") && row.contains("preflight"))
        stand.pass(.seconds(1))
        #expect(stand.ask().count == 1)
    }

    @Test func `the end of a session requests a new page within a second`() {
        var stand = stand()
        say(#""type":"end""#, &stand)
        #expect(stand.ask().isEmpty)
        stand.pass(.seconds(1))
        #expect(stand.ask().count == 1)
    }

    @Test func `a replayed trail grows only by new values`() {
        var stand = stand()
        func tell(_ count: Int, _ name: String) {
            for step in 0..<count {
                stand.say(
                    #"{"sub":"\#(name)","type":"stat","session":"s1.0","t":""#
                        + DisplayStand.text(DisplayStand.epoch + .seconds(Int64(step) * 30))
                        + #"","heart_rate_bpm":{"average":\#(100 + step)}}"#)
            }
        }
        let name = stand.state.subscriptions[1].name
        tell(5, name)
        let before = row(1, stand)
        tell(5, name)
        #expect(row(1, stand) == before)
        tell(6, name)
        #expect(row(1, stand) != before)
    }

    @Test func `lines of lanes that are not on the page make no rows`() {
        var stand = stand()
        let name = stand.state.subscriptions[0].name
        stand.say(
            #"{"sub":"\#(name)","type":"stat","session":"s77.0","t":"#
                + #""\#(DisplayStand.text(stand.now))","heart_rate_bpm":{"latest":99}}"#)
        #expect(stand.shot.lanes() == [0, 1, 2, 3])
    }
}
