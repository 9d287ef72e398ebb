import ChannelPipeline
import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct DisplayStateTests {
    private func stand(lane: LaneID? = 0, symbols: Symbols = .ascii) -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        return DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: lane, symbols: symbols)
    }

    @Test func `a mission in mid-flight is chosen before others`() {
        var stand = stand(lane: nil)
        stand.say(
            #"{"type":"sessions","sessions":[{"session":"s0.0","phase":"preflight","#
                + #""mission":{}},{"session":"s1.3","phase":"cruise"},"#
                + #"{"session":"s2.0","phase":"climb","mission":{}}]}"#)
        #expect(stand.state.subscriptions[0].request.contains(#""session":"s2""#))
    }

    @Test func `without a better one the first session is chosen`() {
        for sessions in [
            #"[{"session":"s0.0","phase":"cruise"},{"session":"s1.0","phase":"cruise"}]"#, "[]",
        ] {
            var stand = stand(lane: nil)
            stand.say(#"{"type":"sessions","sessions":\#(sessions)}"#)
            #expect(stand.state.subscriptions[0].request.contains(#""session":"s0""#))
        }
    }

    @Test func `a lane that the user named stays`() {
        var stand = stand(lane: 1)
        stand.say(#"{"type":"sessions","sessions":[{"session":"s0.0","phase":"cruise"}]}"#)
        #expect(stand.state.subscriptions[0].request.contains(#""session":"s1""#))
    }

    @Test func `next and previous go around the fleet`() throws {
        var stand = stand()
        for lane in ["s1", "s2", "s0"] {
            stand.press("n")
            #expect(stand.state.subscriptions[0].request.contains("\"\(lane)\""))
        }
        stand.press("p")
        try stand.fly(.seconds(2))
        #expect(stand.text(80, 24).hasPrefix("s2.0"))
    }

    @Test func `lines of a cancelled subscription are ignored`() throws {
        var stand = stand()
        try stand.fly(.seconds(5))
        let old = stand.state.subscriptions[0].name
        stand.press("n")
        try stand.fly(.seconds(5))
        let before = stand.text(80, 24)
        stand.say(
            #"{"sub":"\#(old)","type":"stat","session":"s1.0","n":1,"#
                + #""t":"\#(DisplayStand.text(stand.now))","heart_rate_bpm":{"average":99}}"#)
        #expect(stand.text(80, 24) == before)
    }

    @Test func `lines of kind truth are ignored`() throws {
        var stand = stand()
        try stand.fly(.seconds(5))
        let before = stand.text(120, 40)
        for subscription in stand.state.subscriptions {
            stand.say(
                #"{"sub":"\#(subscription.name)","type":"truth","session":"s0.0","n":1,"#
                    + #""t":"\#(DisplayStand.text(stand.now))","phase":"climb","#
                    + #""true_phase":"descent","driven_heart_rate_bpm":199.99}"#)
        }
        #expect(stand.text(120, 40) == before)
    }

    @Test func `a stale value is dim and marked, and comes back`() throws {
        var stand = stand()
        try stand.fly(.seconds(5))
        #expect(!stand.text(80, 24).contains("?  "))
        let clock = stand.clock
        let later = DisplayView.draw(stand.state, at: clock + .seconds(4), columns: 80, rows: 24)
        let row = try #require(later.text.firstIndex { $0.contains("DISTANCE") }) + 1
        #expect(later.text[row].contains("km ?"))
        #expect(later[row, 1].style.isDim)
        try stand.fly(.seconds(4))
        #expect(!stand.text(80, 24).contains("km ?"))
    }

    @Test func `a lane's next session is subscribed to anew`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 1)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(4190), lane: 0)
        try stand.fly(.seconds(5))
        #expect(stand.text(80, 24).hasPrefix("s0.0"))
        try stand.fly(.seconds(20))
        try stand.fly(.seconds(5))
        #expect(stand.text(80, 24).hasPrefix("s0.1"))
        #expect(stand.text(80, 24).contains("[PRE]"))
    }

    @Test func `a session that has just been opened shows no average of other times`() throws {
        var stand = stand()
        try stand.openSubscriptions()
        #expect(!stand.text(80, 24).contains("km ?"), "the snapshot tells of now")
        let average = try #require(
            stand.text(80, 24).split(separator: "\n").first {
                $0.contains("average")
            })
        try stand.fly(.seconds(2))
        #expect(stand.text(80, 24).contains(average.prefix(13)))
    }

    @Test func `a phase whose level is reached says so`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        let name = stand.state.subscriptions[0].name
        // Far below or far above the level, so that it is reached in whichever phase the flight is.
        let texts = [50, 188].map { rate in
            stand.say(
                #"{"sub":"\#(name)","type":"stat","session":"s0.0","n":1,"#
                    + #""t":"\#(DisplayStand.text(stand.now))","#
                    + #""heart_rate_bpm":{"average":\#(rate)}}"#)
            return stand.text(80, 24)
        }
        #expect(texts.contains { $0.contains("bpm: reached") })
    }

    @Test func `a frozen picture stays while the flight goes on`() throws {
        var stand = stand()
        try stand.fly(.seconds(5))
        stand.press(" ")
        let frozen = stand.text(80, 24)
        #expect(frozen.contains("FROZEN"))
        try stand.fly(.seconds(60))
        #expect(stand.text(80, 24) == frozen)
        stand.press(" ")
        #expect(!stand.text(80, 24).contains("FROZEN"))
        #expect(stand.text(80, 24).contains("06:11:05"))
    }

    @Test func `a gap is logged, and counted in the header`() throws {
        var stand = stand()
        try stand.fly(.seconds(5))
        let name = stand.state.subscriptions[1].name
        stand.say(#"{"sub":"\#(name)","type":"gap","after":"a","through":"b","lines":1}"#)
        #expect(stand.text(120, 40).contains("GAPS 1 line "))
        #expect(stand.text(120, 40).contains("1 line lost"))
        stand.say(#"{"sub":"\#(name)","type":"gap","after":"b","through":"c","lines":17}"#)
        #expect(stand.text(120, 40).contains("GAPS 18 lines"))
        #expect(stand.text(120, 40).contains("17 lines lost"))
    }

    @Test func `an error of the daemon is shown until the next key`() throws {
        var stand = stand()
        try stand.fly(.seconds(1))
        stand.say(
            #"{"type":"error","code":"unknown_session","description":"There is none.","#
                + #""reason":"This fleet has no s99."}"#)
        #expect(stand.text(80, 24).hasSuffix("This fleet has no s99."))
        stand.press("g")
        #expect(!stand.text(80, 24).contains("s99"))
    }

    @Test func `q and ctrl-c leave, also out of the help`() {
        var stand = stand()
        #expect(stand.state.take(.character("q"), at: .zero) == .quit)
        stand.press("?")
        #expect(stand.state.take(.control("c"), at: .zero) == .quit)
    }

    @Test func `any key closes the help and does nothing else`() throws {
        var stand = stand()
        try stand.fly(.seconds(1))
        let before = stand.text(80, 24)
        stand.press("?")
        #expect(stand.text(80, 24) != before)
        stand.press("n")
        #expect(stand.text(80, 24) == before)
    }
}
