import ChannelPipeline
import FlightDisplay
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary

@Suite struct LinkTests {
    private func stand() -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        return DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0)
    }

    private func header(_ stand: DisplayStand, after seconds: Int64 = 0) -> String {
        DisplayView.draw(
            stand.state, at: stand.clock + .seconds(seconds), columns: 80, rows: 24
        ).text[0]
    }

    @Test func `the header says connecting, catching up, live`() throws {
        let state = DisplayState(Preferences(units: .metric, symbols: .braille))
        let screen = DisplayView.draw(state, at: .zero, columns: 80, rows: 24)
        #expect(screen.text[0].hasSuffix("CONNECTING"))
        var stand = stand()
        #expect(header(stand).hasSuffix("CATCHING UP"))
        try stand.fly(.seconds(1))
        #expect(header(stand).hasSuffix("LIVE"))
    }

    @Test func `the header says silent after two and a half beats`() throws {
        var stand = stand()
        try stand.fly(.seconds(1))
        #expect(header(stand, after: 12).hasSuffix("LIVE"))
        #expect(header(stand, after: 13).hasSuffix("SILENT 13 s"))
    }

    @Test func `a lost link shows why, the next attempt, and nothing fresh`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        stand.state.disconnect(
            because: "the daemon has gone; start it", attempt: 3,
            nextAttempt: stand.clock + .milliseconds(2500))
        #expect(header(stand).hasSuffix("LOST, attempt 3 in 3 s"))
        let text = stand.text(80, 24)
        #expect(text.hasSuffix("the daemon has gone"))
        #expect(text.contains("km ⋯"))
    }

    @Test func `the reason in the daemon's bye outranks the end of the connection`() throws {
        var stand = stand()
        stand.say(#"{"type":"bye","code":"shutdown","description":"The server is ending."}"#)
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.text(80, 24).contains("The server is ending."))
    }

    @Test func `another fleet at the same socket empties the picture`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        stand.state.connect()
        stand.say(
            #"{"type":"hello","identity":"other","seed":9,"speed":1,"sessions":3,"#
                + #""t":"2030-01-01T00:00:00Z","clock_us":1,"beat_s":5}"#)
        #expect(stand.text(80, 24).contains("waiting for the session's first line"))
        #expect(stand.text(80, 24).contains("seed 9"))
        #expect(stand.shot.footer == "another fleet: seed 9")
        stand.press(.down)
        #expect(stand.shot.footer.hasPrefix("q quit"))
    }

    @Test func `the same fleet at the same socket keeps the picture`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        stand.state.connect()
        stand.say(
            #"{"type":"hello","seed":42,"speed":1,"sessions":3,"#
                + #""t":"\#(DisplayStand.text(stand.now))","#
                + #""clock_us":\#(stand.clock.microseconds),"beat_s":5}"#)
        #expect(stand.shot.footer.hasPrefix("q quit"))
    }

    @Test func `another lane is chosen if the new fleet lacks the old one`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch, lane: 2)
        stand.state.connect()
        stand.say(
            #"{"type":"hello","seed":9,"speed":1,"sessions":1,"#
                + #""t":"2030-01-01T00:00:00Z","clock_us":1,"beat_s":5}"#)
        #expect(stand.state.subscriptions == [])
        stand.say(#"{"type":"sessions","sessions":[{"session":"s0.0","phase":"cruise"}]}"#)
        #expect(stand.state.subscriptions[0].request.contains(#""session":"s0""#))
    }

    @Test func `an event is logged once, however often its session is replayed`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        let before = stand.text(120, 40).split(separator: "\n").dropFirst()
        stand.state.connect()
        try stand.fly(.zero)
        stand.press("tt")
        try stand.fly(.zero)
        #expect(stand.text(120, 40).split(separator: "\n").dropFirst() == before)
    }

    @Test func `after a reconnection all subscriptions are new`() throws {
        var stand = stand()
        try stand.fly(.seconds(2))
        let before = stand.state.subscriptions.map(\.name)
        stand.state.disconnect(because: "ended", attempt: 1, nextAttempt: stand.clock)
        stand.state.connect()
        #expect(Set(before).isDisjoint(with: stand.state.subscriptions.map(\.name)))
        try stand.fly(.seconds(2))
        #expect(stand.text(80, 24).contains("q quit"))
        #expect(!stand.text(80, 24).contains("⋯"))
    }
}
