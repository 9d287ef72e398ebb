import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

/// When the display requests which page, and which answers it shows.
@Suite struct FleetPagerTests {
    private let crowd = DisplayStand.crowd(1000)

    @Test func `at most one request is under way, and the wanted page is requested next`() {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        let first = stand.ask()
        #expect(first.count == 1)
        for key in "ooorr/mi" {
            _ = stand.state.take(.character(key), at: stand.clock)
            #expect(stand.ask().isEmpty)
        }
        stand.say(crowd.answer(first[0], at: stand.now))
        let second = stand.ask()
        #expect(second.count == 1)
        #expect(second[0].contains(#""sort":"heart_rate_bpm","descending":true,"match":"mi""#))
        #expect(stand.ask().isEmpty)
    }

    @Test func `the answer to an earlier request is ignored`() {
        var stand = DisplayStand.table(crowd)
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        stand.state.connect()
        let asked = stand.ask()
        #expect(asked.count == 1)
        let before = stand.shot.rows()
        for id in ["fleet.0", "fleet.1", "fleet.99", "x"] {
            let old = asked[0].replacing("fleet.2", with: id)
            stand.say(DisplayStand.crowd(5).answer(old, at: stand.now))
        }
        #expect(stand.shot.rows() == before)
        stand.say(crowd.answer(asked[0], at: stand.now))
        #expect(stand.shot.lanes() == Array(0..<20))
    }

    @Test func `a lost link drops the request, and the next link sends one at once`() {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        #expect(stand.ask().count == 1)
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        stand.state.connect()
        #expect(stand.ask().count == 1)
    }

    @Test(arguments: [500, 1000])
    func `while the link is lost nothing is due`(brought: Int) {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        stand.scripted?.brought = brought
        stand.answer()
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.state.requestsDueAt == nil)
        stand.pass(.seconds(60))
        #expect(stand.ask().isEmpty && stand.state.requestsDueAt == nil)
    }

    @Test func `an incomplete page is requested again at once`() {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        for brought in [100, 400, 1000] {
            var partial = crowd
            partial.brought = brought
            let asked = stand.ask()
            #expect(asked.count == 1, "\(brought)")
            stand.say(partial.answer(asked.first ?? "", at: stand.now))
        }
        #expect(stand.ask().isEmpty)
    }

    @Test func `the header shows the progress, and the rows known so far are in order`() {
        var stand = DisplayStand.table(crowd)
        stand.scripted?.brought = 400
        stand.press("ooo")
        #expect(stand.shot.line(0).hasPrefix("FLEET  flying 400 of 1000 lanes  ####------"))
        let rates = stand.shot.numbers("BPM")
        #expect(rates.count == 20 && rates == rates.sorted(by: >))
        stand.scripted?.brought = nil
        stand.wait(.zero)
        #expect(stand.shot.line(0).hasPrefix("FLEET  1000 sessions"))
        #expect(stand.shot.numbers("BPM") == Array((980..<1000).reversed()))
    }

    @Test func `an incomplete page does not replace a complete one`() {
        var stand = DisplayStand.table(crowd)
        let before = stand.shot.rows()
        stand.scripted?.brought = 3
        stand.wait(.seconds(6))
        #expect(stand.shot.rows() == before)
        #expect(stand.shot.line(0).contains("flying 3 of 1000 lanes"))
        stand.wait(.seconds(1))
        #expect(stand.shot.rows() == before)
        stand.wait(.seconds(1))
        #expect(stand.shot.lanes() == [0, 1, 2], "no other has come for a while")
    }

    @Test func `an event while a page is under way makes the page outdated`() throws {
        var stand = DisplayStand.table(crowd)
        stand.pass(.seconds(5))
        let asked = stand.ask()
        #expect(asked.count == 1)
        let name = try #require(stand.state.subscriptions.first?.name)
        stand.say(
            #"{"sub":"\#(name)","type":"end","session":"s3.0","#
                + #""t":"\#(DisplayStand.text(stand.now))"}"#)
        stand.say(crowd.answer(asked.first ?? "", at: stand.now))
        #expect(stand.ask().isEmpty)
        stand.pass(.seconds(1))
        #expect(stand.ask().count == 1)
    }

    @Test func `returning to the table while a page is under way requests a new one`() {
        var stand = DisplayStand.table(crowd)
        stand.pass(.seconds(5))
        let asked = stand.ask()
        #expect(asked.count == 1)
        for _ in 0..<2 { _ = stand.state.take(.character("t"), at: stand.clock) }
        stand.say(crowd.answer(asked.first ?? "", at: stand.now))
        #expect(stand.ask().count == 1)
    }

    @Test func `a refusal is shown, and its request is not repeated at once`() {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        #expect(stand.ask().count == 1)
        stand.say(
            #"{"type":"error","id":"fleet.1","code":"bad_field","reason":"There is no sort."}"#)
        #expect(stand.shot.footer == "There is no sort.")
        #expect(stand.ask().isEmpty)
        stand.pass(.seconds(6))
        #expect(stand.ask().count == 1)
    }

    @Test func `no page is requested while a flight or a frozen table is shown`() {
        var stand = DisplayStand.table(crowd)
        stand.press(" ")
        stand.pass(.seconds(60))
        #expect(stand.ask().isEmpty && stand.state.requestsDueAt == nil)
        stand.press(" ")
        stand.press(.enter)
        stand.pass(.seconds(60))
        #expect(stand.ask().isEmpty && stand.state.requestsDueAt == nil)
    }

    @Test func `the display says when its next request is due`() throws {
        var stand = DisplayStand.table(crowd)
        let due = try #require(stand.state.requestsDueAt)
        #expect(due == stand.clock + .seconds(5))
        stand.pass(.milliseconds(4980))
        #expect(stand.ask().isEmpty)
        stand.pass(.milliseconds(20))
        #expect(stand.ask().count == 1)
    }

    @Test(arguments: [
        #"{"type":"sessions","id":"fleet.1"}"#,
        #"{"type":"sessions","id":"fleet.1","total":-5,"brought":-1,"matching":-9,"offset":-3}"#,
        #"{"type":"sessions","id":"fleet.1","total":1e300,"brought":1e18,"matching":9e18,"#
            + #""offset":9e18,"sessions":[{"session":"s1.0"},{"session":"s1.1"},{},7,"x"]}"#,
        #"{"type":"sessions","id":"fleet.1","total":9223372036854774784,"#
            + #""brought":9223372036854774784,"matching":9223372036854774784,"#
            + #""offset":9223372036854774784,"next":9223372036854774784,"sessions":["#
            + #"{"session":"s9223372036854775807.0","start":"2026-11-20T06:00:00Z"},"#
            + #"{"session":"s1.0","start":"9999-12-31T23:59:59Z"}]}"#,
        #"{"type":"sessions","id":"fleet.1","total":9223372036854774784,"#
            + #""matching":9223372036854774784,"offset":0,"next":1,"sessions":["#
            + #"{"session":"s1.0","start":"0000-01-01T00:00:00Z"}]}"#,
        #"{"type":"sessions","id":"fleet.1","sessions":[{"session":"s1.0","start":"#
            + #""2026-11-20T06:00:00Z","lane":99},{"session":"s1.0","start":"x"}]}"#,
    ])
    func `whatever an answer says, nothing traps`(answer: String) {
        var stand = DisplayStand.table(crowd, isAnswered: false)
        _ = stand.ask()
        stand.say(answer)
        let keys: [Key] = [
            .down, .end, .pageDown, .end, .pageUp, .home, .character("P"), .escape, .enter,
            .character("n"), .character("p"), .character("t"),
        ]
        for key in keys {
            _ = stand.state.take(key, at: stand.clock)
            _ = stand.ask()
            _ = stand.state.take(.mouse(MouseEvent(.wheelDown, row: 4, column: 4)), at: .zero)
            #expect(stand.shot.screen(80, 24).rows == 24)
        }
    }
}
