import FlightDisplay
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Pause, resume, stop and start from the display.
@Suite struct CommandTests {
    private func stand(_ state: String = "flying") -> DisplayStand {
        DisplayStand.table(ScriptedFleet([.init(0), .init(1, state: state)]), lane: 1)
    }

    /// The requests that were sent, without those for pages.
    private func sent(_ stand: DisplayStand) -> [String] {
        stand.requests.filter { !$0.contains(#""op":"sessions""#) }
    }

    @Test(arguments: [
        ("P", "flying", "pause s1.0?", #"{"op":"pause","id":"command.1","session":"s1.0"}"#),
        ("P", "paused", "resume s1.0?", #"{"op":"resume","id":"command.1","session":"s1.0"}"#),
        ("X", "flying", "stop s1.0?", #"{"op":"stop","id":"command.1","session":"s1.0"}"#),
        ("S", "flying", "start a session?", #"{"op":"start","id":"command.1"}"#),
    ])
    func `a command has to be confirmed, and y sends it`(
        key: String, state: String, question: String, request: String
    ) throws {
        var stand = stand(state)
        stand.press(key)
        #expect(stand.shot.footer == " \(question)   y yes  n no")
        #expect(sent(stand).isEmpty)
        stand.press("y")
        #expect(sent(stand) == [request])
        try DisplayStand.decodeAny(request)
        stand.press("y")
        #expect(sent(stand).count == 1)
    }

    @Test func `any other key cancels the command and does nothing else`() {
        for key in [Key.character("n"), .character("q"), .enter, .escape, .down, .character("X")] {
            var stand = stand()
            stand.press("X")
            stand.press(key)
            #expect(stand.shot.footer == "not done: stop s1.0")
            #expect(stand.shot.markedLane == 1)
            stand.press("y")
            #expect(sent(stand).isEmpty)
        }
        var stand = stand()
        stand.press("X")
        #expect(stand.state.take(.control("c"), at: stand.clock) == .quit)
    }

    @Test func `until the daemon answers, the last line says what it waits for`() {
        var stand = stand()
        stand.press("Py")
        #expect(stand.shot.footer == "waiting for the daemon: pause s1.0")
        stand.pass(.seconds(60))
        stand.press(.down)
        #expect(stand.shot.footer == "waiting for the daemon: pause s1.0")
        stand.press("/ea")
        #expect(stand.shot.footer.hasPrefix("/ea_"))
        stand.press(.escape)
        stand.press("Sy")
        #expect(stand.shot.footer == "waiting for the daemon: start a session, and 1 more")
        stand.say(
            #"{"type":"ok","id":"command.2","session":"s2.0","at":"2026-11-20T06:10:02Z"}"#)
        #expect(stand.shot.footer == "s2.0 starts at 06:10:02")
        stand.press(.down)
        #expect(stand.shot.footer == "waiting for the daemon: pause s1.0")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        #expect(!stand.shot.footer.contains("waiting"))
    }

    @Test func `the daemon's answer is shown`() {
        var stand = stand()
        stand.press("Py")
        stand.say(
            #"{"type":"ok","id":"command.1","session":"s1.0","at":"2026-11-20T06:10:02.300000Z"}"#)
        #expect(stand.shot.footer == "s1.0 pauses at 06:10:02")
        stand.press("Xy")
        stand.say(
            #"{"type":"error","id":"command.2","code":"wrong_state","description":"No.","#
                + #""reason":"s1.0 has ended."}"#)
        #expect(stand.shot.footer == "stop s1.0: s1.0 has ended.")
        stand.press(.down)
        #expect(stand.shot.footer.hasPrefix("q quit"))
    }

    @Test func `when the link is lost before the answer, a notice stays that says so`() {
        var stand = stand()
        stand.press("Xy")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.shot.footer == "it ended; not known whether s1.0 was stopped")
        stand.state.connect()
        #expect(stand.shot.footer == "not known whether s1.0 was stopped")
        stand.say(#"{"type":"ok","id":"command.1","session":"s1.0","at":"2026-11-20T06:10:02Z"}"#)
        #expect(stand.shot.footer == "not known whether s1.0 was stopped")
        stand.press(.down)
        #expect(stand.shot.footer.hasPrefix("q quit"))
    }

    @Test func `a lost link ends the question, and without a link there is none`() {
        var stand = stand()
        stand.press("X")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        stand.press("y")
        stand.press("X")
        #expect(stand.shot.footer == "no link to the daemon")
        stand.state.connect()
        stand.answer()
        #expect(sent(stand).isEmpty)
    }

    @Test(arguments: ["y", "Y", "n", "N"])
    func `a key that answers a question after the link was lost does nothing, and the notice stays`(
        key: String
    ) {
        var stand = stand()
        stand.press("X")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.shot.footer == "it ended; not done: the link is lost")
        stand.state.disconnect(because: "refused", attempt: 2, nextAttempt: stand.clock)
        let symbols = stand.state.preferences.symbols
        stand.press(key)
        #expect(stand.state.preferences.symbols == symbols)
        #expect(stand.shot.footer == "refused; not done: the link is lost")
        stand.press("y")
        #expect(stand.state.preferences.symbols == symbols.next)
        #expect(!stand.shot.footer.contains("not done"))
    }

    @Test func `any other key does its usual work after the link was lost`() {
        var stand = stand()
        stand.press("X")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        stand.press("u")
        #expect(stand.state.preferences.units == .imperial)
        let symbols = stand.state.preferences.symbols
        stand.press("y")
        #expect(stand.state.preferences.symbols == symbols.next)
    }

    @Test func `the footer names the newest of the commands that wait`() {
        var stand = stand()
        for _ in 0..<9 { stand.press("Sy") }
        stand.press("Xy")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.shot.footer == "it ended; not known whether s1.0 was stopped, and 9 more")
    }

    @Test func `in the flight view a command applies to the flight, and a paused one is resumed`()
        throws
    {
        var stand = DisplayStand.table(DisplayStand.crowd(3), lane: 2)
        stand.press(.enter)
        try stand.fly(.seconds(5))
        let name = stand.state.subscriptions[1].name
        let session = try #require(stand.text(80, 24).split(separator: " ").first)
        stand.press("P")
        #expect(stand.shot.footer.hasPrefix(" pause \(session)?"))
        stand.press("n")
        stand.say(
            #"{"sub":"\#(name)","type":"event","event":"pause","session":"\#(session)","#
                + #""t":"\#(DisplayStand.text(stand.now))"}"#)
        stand.press("P")
        #expect(stand.shot.footer.hasPrefix(" resume \(session)?"))
    }

    @Test func `without a session there is no question`() {
        var stand = DisplayStand.table(ScriptedFleet([.init(0)]))
        stand.press("7PX")
        #expect(stand.shot.footer == "no session is chosen")
        #expect(sent(stand).isEmpty)
    }

    @Test func `no more than sixteen commands wait for their answers`() {
        var stand = stand()
        for _ in 0..<20 { stand.press("Sy") }
        #expect(sent(stand).count == 16)
        stand.press("S")
        #expect(stand.shot.footer == "too many commands wait for their answers")
        stand.state.disconnect(because: "it ended", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.shot.footer.hasSuffix("not known whether a session was started, and 15 more"))
    }
}
