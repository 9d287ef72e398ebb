import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct CommandRequestTests {
    private static let noon = FleetInstant(ticks: 1_795_176_000 * 50)

    @Test(arguments: [
        (#"{"op":"start"}"#, CommandRequest.start(StartOrder(), at: nil)),
        (
            #"{"op":"start","plan":"tempo","athlete":7,"at":"2026-11-20T12:00:00Z"}"#,
            .start(StartOrder(plan: .tempo, athlete: 7), at: noon)
        ),
        (
            #"{"op":"start","at":"2026-11-20T13:00:00.000001+01:00"}"#,
            .start(StartOrder(), at: noon + FleetDuration(ticks: 1))
        ),
        (#"{"op":"start","plan":null,"athlete":0}"#, .start(StartOrder(athlete: 0), at: nil)),
        (#"{"op":"pause","session":"s7"}"#, .pause(SelectedSessions(lane: 7))),
        (#"{"op":"resume","session":"s7.-1"}"#, .resume(SelectedSessions(lane: 7, lap: -1))),
        (#"{"op":"stop","session":"s600000.0"}"#, .stop(SelectedSessions(lane: 600_000, lap: 0))),
    ])
    func `a command is decoded with what it is about`(
        line: String, command: CommandRequest
    ) throws {
        #expect(try outcome(line).get().request == .command(command))
    }

    @Test(arguments: [
        (#"{"op":"start","plan":"sprint"}"#, "plan"), (#"{"op":"start","plan":7}"#, "plan"),
        (#"{"op":"start","athlete":-1}"#, "athlete"),
        (#"{"op":"start","athlete":1048576}"#, "athlete"),
        (#"{"op":"start","athlete":"s7"}"#, "athlete"), (#"{"op":"start","at":"now"}"#, "at"),
        (#"{"op":"start","at":1795176000}"#, "at"), (#"{"op":"pause"}"#, "session"),
        (#"{"op":"resume","session":"*"}"#, "session"),
        (#"{"op":"stop","session":["s7"]}"#, "session"),
        (#"{"op":"stop","session":"s07"}"#, "session"),
    ])
    func `a field of a command that cannot be used is named with what can`(
        line: String, field: String
    ) throws {
        let error = try #require(refusal(line)).error
        #expect(error.code == .badField)
        #expect(error.field == field)
        #expect(error.suggestion.hasPrefix("\(field) must be "))
    }

    @Test(arguments: [false, true])
    func `the answer leads to the first line that the command has decided`(
        isDurable: Bool
    ) throws {
        let command = SessionCommand(.pause, SessionName(lane: 7, lap: 0), at: Self.noon)
        let identity = try Anchor(parsing: "a16k1kgk9m19sha7ch0003n3grmq3v").identity
        var line = LineBuffer()
        line.appendEffect(of: command, identity: identity, isDurable: isDurable)
        let tree = try JSONTree(line: #"{"type":"ok"\#(line.text)}"#)
        #expect(tree["session"] == .text("s7.0"))
        #expect(tree["at"] == .text("2026-11-20T12:00:00.000000Z"))
        #expect(line.text.hasSuffix(#","durable":\#(isDurable)"#))
        guard case .text(let text)? = tree["anchor"] else {
            Issue.record("no anchor in \(line.text)")
            return
        }
        let anchor = try Anchor(parsing: text)
        #expect(anchor.identity == identity)
        let before = Self.noon - FleetDuration(ticks: 1)
        #expect(anchor.position == StreamPosition(after: before))
    }
}
