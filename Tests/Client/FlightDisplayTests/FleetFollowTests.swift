import ChannelPipeline
import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Which lanes the table subscribes to, and when.
@Suite struct FleetFollowTests {
    private func lanes(_ stand: DisplayStand) throws -> [[LaneID]] {
        try stand.state.subscriptions.map { subscription in
            try stand.fleet.choices(DisplayStand.decode(subscription.request).selection).map(\.lane)
        }
    }

    @Test func `the subscriptions name the lanes of the page, and no others`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        #expect(try lanes(stand) == [Array(0..<20), Array(0..<20)])
        stand.press("G")
        stand.wait(.seconds(1))
        #expect(try lanes(stand) == [Array(980..<1000), Array(980..<1000)])
    }

    @Test func `another order of the same lanes keeps the subscriptions`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(20))
        let before = stand.state.subscriptions
        stand.press("ooo")
        stand.wait(.seconds(6))
        #expect(stand.state.subscriptions == before)
    }

    @Test func `a page is shown at once but not subscribed to while it scrolls`() throws {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        let before = stand.state.subscriptions
        for _ in 0..<50 {
            stand.mouse(.wheelDown, row: 5, column: 5)
            stand.pass(.milliseconds(40))
        }
        #expect(stand.shot.lanes() == Array(150..<170))
        #expect(stand.state.subscriptions == before)
        let due = try #require(stand.state.requestsDueAt)
        #expect(due <= stand.clock + .milliseconds(250))
        stand.wait(.milliseconds(240))
        #expect(try lanes(stand) == [Array(150..<170), Array(150..<170)])
    }

    @Test func `a page whose sessions keep changing is subscribed to every eight seconds`() {
        var stand = DisplayStand.table(DisplayStand.crowd(1000))
        var begun: Set<String> = []
        for second in 0..<40 {
            stand.scripted?.sessions.removeFirst()
            stand.wait(.seconds(1))
            begun.formUnion(stand.state.subscriptions.map(\.name))
            #expect(stand.shot.lanes().count == 20, "after \(second) s")
        }
        // The subscription of the start, and one every eight seconds for each of the two roles.
        #expect((6...12).contains(begun.count), "\(begun.sorted())")
    }

    @Test func `an incomplete page is not subscribed to`() {
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

    @Test func `an empty page has no subscriptions`() {
        var stand = DisplayStand.table(DisplayStand.crowd(20))
        for character in "/nobody" { stand.press(String(character)) }
        stand.press(.enter)
        stand.wait(.seconds(1))
        #expect(stand.state.subscriptions == [])
        #expect(stand.shot.line(0).hasSuffix("LIVE"))
    }

    @Test func `a late empty page does not mark an opened flight as caught up`() {
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
    func `the daemon accepts the subscriptions of every page`(speed: Double) throws {
        var stand = DisplayStand.table(DisplayStand.crowd(70), rows: 60)
        stand.say(
            #"{"type":"hello","speed":\#(speed),"sessions":70,"t":"2026-11-20T06:10:00Z","#
                + #""clock_us":\#(stand.clock.microseconds)}"#)
        stand.wait(.seconds(1))
        #expect(stand.state.subscriptions.count == 2)
        for subscription in stand.state.subscriptions {
            try DisplayStand.decode(subscription.request).shape.validate(rate: .oneHertz)
        }
    }
}
