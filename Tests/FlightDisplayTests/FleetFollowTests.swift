import ChannelPipeline
import FlightDisplay
import Terminal
import Testing
import Vocabulary
import WireProtocol

/// Whose lines the table follows.
@Suite struct FleetFollowTests {
    private func lanes(_ stand: DisplayStand) throws -> [[Int]] {
        try stand.state.subscriptions.map { subscription in
            try stand.fleet.choices(DisplayStand.decode(subscription.request).selection).map(\.lane)
        }
    }

    @Test func `the lanes of the page are followed, and no others`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        #expect(try lanes(stand) == [Array(0..<20), Array(0..<20)])
        stand.press("G")
        stand.wait(.seconds(1))
        #expect(try lanes(stand) == [Array(980..<1000), Array(980..<1000)])
    }

    @Test func `another order of the same lanes begins nothing anew`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(20))
        let before = stand.state.subscriptions
        stand.press("ooo")
        stand.wait(.seconds(6))
        #expect(stand.state.subscriptions == before)
    }

    @Test func `while the page scrolls, it is shown but not yet followed`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        let before = stand.state.subscriptions
        for _ in 0..<50 {
            stand.mouse(.wheelDown, row: 5, column: 5)
            stand.pass(.milliseconds(40))
        }
        #expect(stand.shot.lanes() == Array(150..<170))
        #expect(stand.state.subscriptions == before)
        let due = try #require(stand.state.requestsDueAt)
        #expect(due <= stand.clock + 250_000)
        stand.wait(.milliseconds(240))
        #expect(try lanes(stand) == [Array(150..<170), Array(150..<170)])
    }

    @Test func `a page whose sessions change all the time is followed anew every eight seconds`() {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        var begun: Set<String> = []
        for second in 0..<40 {
            stand.scripted?.sessions.removeFirst()
            stand.wait(.seconds(1))
            begun.formUnion(stand.state.subscriptions.map(\.name))
            #expect(stand.shot.lanes().count == 20, "after \(second) s")
        }
        // The one of the beginning, and one in eight seconds of each of the two.
        #expect((6...12).contains(begun.count), "\(begun.sorted())")
    }

    @Test func `a page that is not whole yet is not followed`() {
        var stand = DisplayStand.table(DisplayStand.crowd(1000), isAnswered: false)
        stand.scripted?.brought = 500
        stand.answer()
        stand.wait(.seconds(1))
        #expect(stand.shot.lanes().count == 20)
        #expect(stand.state.subscriptions == [])
        stand.scripted?.brought = nil
        stand.wait(.seconds(1))
        #expect(stand.state.subscriptions.count == 2)
    }

    @Test func `nobody is followed where nobody is listed`() {
        var stand = DisplayStand.table(DisplayStand.crowd(20))
        for character in "/nobody" { stand.press(String(character)) }
        stand.press(.enter)
        stand.wait(.seconds(1))
        #expect(stand.state.subscriptions == [])
        #expect(stand.shot.line(0).hasSuffix("LIVE"))
    }

    @Test func `an empty page that comes late says nothing of a flight that is opened by then`() {
        var stand = DisplayStand.table(DisplayStand.crowd(20))
        _ = stand.state.take(.character("7"), at: stand.clock)
        stand.scripted?.sessions = []
        let asked = stand.ask()
        #expect(asked.count == 1)
        _ = stand.state.take(.character("t"), at: stand.clock)
        stand.say(ScriptedFleet([]).answer(asked.first ?? "", at: stand.now))
        #expect(stand.shot.line(0).hasSuffix("CATCHING UP"))
    }

    @Test(arguments: [0.1, 1, 7.5, 60, 600, 3600])
    func `every page is one that the daemon lets follow`(speed: Double) throws {
        var stand = DisplayStand.table(DisplayStand.crowd(70), rows: 60)
        stand.say(
            #"{"type":"hello","speed":\#(speed),"sessions":70,"t":"2026-11-20T06:10:00Z","#
                + #""clock_us":\#(stand.clock)}"#)
        stand.wait(.seconds(1))
        #expect(stand.state.subscriptions.count == 2)
        for subscription in stand.state.subscriptions {
            try DisplayStand.decode(subscription.request).shape.validate(rate: .oneHertz)
        }
    }
}
