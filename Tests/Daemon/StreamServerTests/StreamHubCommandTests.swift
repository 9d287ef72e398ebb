import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How live commands are answered.
@Suite struct StreamHubCommandTests {
    private let server: ScriptedHub
    private let command = SessionCommand(
        .pause, SessionName(lane: 1, lap: 0), at: FleetInstant(ticks: 1_795_154_400 * 50))

    init() throws { server = try ScriptedHub() }

    @Test func `done is answered with the session, the instant and whether it is kept`() throws {
        server.source.outcomes = [.done(command, isDurable: true)]
        let caller = try server.call()
        let answers = try server.ask(caller, #"{"id":4,"op":"pause","session":"s1"}"#)
        #expect(answers.map(\.type) == ["ok"])
        #expect(answers.first?.text.contains(#""session":"s1.0""#) == true)
        #expect(answers.first?.text.contains(#""durable":true"#) == true)
        #expect(answers.first?.text.contains(#""id":4"#) == true)
    }

    @Test func `an answer that takes time comes when it is there, others before it`() throws {
        let caller = try server.call()
        let line = #"{"id":5,"op":"stop","session":"s1"}"#
        #expect(try server.ask(caller, line).isEmpty)
        #expect(try server.ask(caller, #"{"id":6,"op":"status"}"#).map(\.type) == ["status"])
        server.source.unanswered[0](.done(command, isDurable: true))
        try server.settle()
        #expect(try caller.receive().map(\.type) == ["ok"])
    }

    @Test func `an answer for one who has gone reaches nobody else`() throws {
        let caller = try server.call()
        try server.tell(caller, #"{"op":"stop","session":"s1"}"#)
        caller.hangUp()
        try server.settle()
        let next = try server.call()
        server.source.unanswered[0](.done(command, isDurable: false))
        try server.settle()
        #expect(try next.receive().isEmpty)
    }

    @Test func `a refusal is an error with its code`() throws {
        let error = WireError(.wrongState, reason: "It is paused.", suggestion: "Resume it.")
        server.source.outcomes = [.refused(error)]
        let caller = try server.call()
        let answers = try server.ask(caller, #"{"op":"pause","session":"s1"}"#)
        #expect(answers.map(\.type) == ["error"])
        #expect(answers.first?.text.contains("wrong_state") == true)
        #expect(server.hub.counters.requestsRefused == 1)
    }
}
