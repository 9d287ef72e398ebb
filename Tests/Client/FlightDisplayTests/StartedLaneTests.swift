import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

/// A session that a user has started, on a lane beyond those of the fleet.
@Suite struct StartedLaneTests {
    private static let lane = LaneID.firstStarted

    /// The flight view of the started lane, of a fleet of 7.
    private func stand() -> DisplayStand {
        var fleet = DisplayStand.crowd(7)
        fleet.sessions.append(.init(Self.lane))
        var stand = DisplayStand.table(fleet)
        stand.state.connect()
        greet(&stand)
        stand.answer()
        stand.press(.end)
        stand.press(.enter)
        return stand
    }

    private func greet(_ stand: inout DisplayStand, identity: String = "same") {
        stand.say(
            #"{"type":"hello","identity":"\#(identity)","speed":1,"sessions":7,"#
                + #""t":"\#(DisplayStand.text(stand.now))","#
                + #""clock_us":\#(stand.clock.microseconds)}"#)
    }

    private func lane(_ stand: DisplayStand) -> LaneID? {
        stand.state.subscriptions.first?.request.firstMatch(of: #/"session":"s(\d+)"/#)
            .flatMap { Int($0.1) }.map(LaneID.init(index:))
    }

    private func refuse(_ stand: inout DisplayStand) {
        stand.say(
            #"{"type":"error","code":"unknown_session","description":"There is no such session.","#
                + #""reason":"This fleet has no s600000."}"#)
    }

    @Test func `it stays after a reconnection to the same fleet`() {
        var stand = stand()
        #expect(lane(stand) == Self.lane)
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        stand.state.connect()
        greet(&stand)
        stand.say(#"{"type":"sessions","sessions":[{"session":"s3.0","phase":"cruise"}]}"#)
        #expect(lane(stand) == Self.lane)
        #expect(stand.ask().isEmpty)
    }

    @Test func `another fleet does not have it`() {
        var stand = stand()
        stand.state.connect()
        greet(&stand, identity: "other")
        #expect(stand.state.subscriptions == [])
    }

    @Test func `another lane is chosen once its session has ended`() {
        var stand = stand()
        stand.state.connect()
        greet(&stand)
        refuse(&stand)
        refuse(&stand)
        #expect(stand.state.subscriptions == [])
        #expect(stand.ask() == [#"{"op":"sessions"}"#])
        #expect(stand.ask().isEmpty)
        stand.say(
            #"{"type":"error","code":"unknown_sub","reason":"There is no present.3."}"#)
        #expect(stand.shot.footer == "This fleet has no s600000.")
        stand.say(#"{"type":"sessions","sessions":[{"session":"s3.0","phase":"cruise"}]}"#)
        #expect(lane(stand) == 3)
    }

    @Test func `a refusal leaves a lane of the fleet where it is`() {
        var stand = stand()
        stand.press("n")
        refuse(&stand)
        #expect(lane(stand) == 0)
        #expect(stand.ask().isEmpty)
    }

    @Test func `next is the first lane of the fleet, previous the last`() {
        var stand = stand()
        stand.press("n")
        #expect(lane(stand) == 0)
        stand = self.stand()
        stand.press("p")
        #expect(lane(stand) == 6)
    }
}
