import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Connections: how they come, end, and what they cost meanwhile.
@Suite struct StreamHubTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub() }

    @Test func `everyone is greeted first`() throws {
        let callers = try (0..<5).map { _ in try ScriptedClient(server.path) }
        try server.settle()
        for caller in callers { #expect(try caller.receive().map(\.type) == ["hello"]) }
        #expect(server.hub.counters.connections == 5)
        #expect(server.hub.counters.connectionsAccepted == 5)
    }

    @Test func `more peers than one round takes are all greeted`() throws {
        let callers = try (0..<120).map { _ in try ScriptedClient(server.path) }
        try server.settle()
        for caller in callers { #expect(try caller.receive().map(\.type) == ["hello"]) }
    }

    @Test func `a peer that leaves is forgotten`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        caller.hangUp()
        try server.settle()
        #expect(server.hub.counters.connections == 0)
        #expect(server.hub.counters.subscriptions == 0)
        #expect(server.hub.connections.isEmpty)
        #expect(server.hub.followers.isEmpty)
        #expect(server.source.followers.isEmpty)
        #expect(try !server.isReady)
    }

    @Test func `a peer that has left before it is accepted does no harm`() throws {
        try ScriptedClient(server.path).hangUp()
        let speaker = try ScriptedClient(server.path)
        speaker.say(#"{"op":"subscribe"}"# + "\n")
        speaker.hangUp()
        try server.settle()
        #expect(server.hub.counters.connectionsAccepted == 2)
        #expect(server.hub.counters.connections == 0)
        #expect(server.hub.counters.subscriptions == 0)
    }

    @Test func `requests of a peer that has left count for nothing`() throws {
        // The first answer finds the peer gone; what it had said after that is not acted on.
        let caller = try server.call()
        for sub in 0..<5 { caller.say(#"{"op":"subscribe","sub":"s\#(sub)"}"# + "\n") }
        caller.hangUp()
        try server.settle()
        try server.tick()
        #expect(server.hub.counters.subscriptions == 0)
        #expect(server.source.followers.isEmpty)
    }

    @Test func `a peer that leaves in the middle of a line is forgotten`() throws {
        let caller = try server.call()
        caller.say(#"{"op":"sta"#)
        try server.settle()
        caller.hangUp()
        try server.settle()
        #expect(server.hub.connections.isEmpty)
    }

    @Test func `a peer that leaves in the middle of a catch-up is forgotten`() throws {
        try server.tick(200)
        server.source.catchUpSlices = 1_000
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","after":"start"}"# + "\n")
        server.hub.handleEvents()
        for _ in 0..<10 { #expect(server.hub.pump()) }
        caller.hangUp()
        try server.settle()
        #expect(server.hub.connections.isEmpty)
        #expect(server.hub.counters.subscriptions == 0)
        #expect(!server.hub.pump())
    }

    @Test func `a line that ends with the stream is refused with its place`() throws {
        let caller = try server.call()
        caller.say("status\n{\"op\"")
        caller.finishSaying()
        try server.settle()
        let lines = try caller.receive()
        #expect(lines.map(\.type) == ["status", "error"])
        #expect(lines.last?.code == "bad_json")
        #expect(lines.last?.line == 2)
        #expect(lines.last?.column == 6)
        #expect(caller.isAtEnd)
    }

    @Test func `whoever says nothing more and follows nothing is let go`() throws {
        let caller = try server.call()
        caller.finishSaying()
        try server.settle()
        #expect(try caller.receive().isEmpty)
        #expect(caller.isAtEnd)
        #expect(server.hub.connections.isEmpty)
    }

    @Test func `whoever says nothing more goes on receiving what it follows`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        caller.finishSaying()
        try server.settle()
        #expect(try !server.isReady, "a half-closed connection must not keep the poll busy")
        try server.tick(3)
        #expect(try caller.receive().compactMap(\.n) == [1, 1, 2, 2, 3, 3])
        try server.beat()
        #expect(try caller.receive().map(\.type) == ["beat"])
        caller.hangUp()
        try server.settle()
        #expect(server.hub.connections.isEmpty)
    }

    @Test func `whoever says nothing more is answered before it is let go`() throws {
        server.source.answerSlices = 3
        let caller = try server.call()
        caller.say(#"{"id":1,"op":"sessions"}"# + "\n" + #"{"id":2,"op":"sessions"}"# + "\n")
        caller.finishSaying()
        try server.settle()
        let answers = try caller.receive()
        #expect(answers.map(\.type) == ["sessions", "sessions"])
        #expect(answers.map(\.id) == [1, 2])
        #expect(caller.isAtEnd)
    }

    @Test func `whoever says nothing more is sent its catch-up before it is let go`() throws {
        try server.tick(3)
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","after":"start"}"# + "\n")
        caller.finishSaying()
        try server.settle()
        #expect(try caller.receive().compactMap(\.n) == [1, 1, 2, 2, 3, 3])
        #expect(!caller.isAtEnd)
    }

    @Test func `an idle hub has nothing to do`() throws {
        let callers = try [server.call(), server.call(#"{"op":"subscribe"}"#)]
        #expect(try !server.isReady)
        #expect(!server.hub.pump())
        #expect(callers.count == 2)
    }

    @Test func `the counters say what was sent and refused`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        let before = server.hub.counters.lines.bytesSent
        try server.tick(2)
        let text = try caller.receive().map(\.text)
        #expect(
            server.hub.counters.lines.bytesSent - before
                == text.reduce(0) { $0 + Int64($1.utf8.count) + 1 })
        _ = try server.ask(caller, "nonsense")
        #expect(server.hub.counters.requestsRefused == 1)
        #expect(server.hub.counters.lines.linesLost == 0)
    }
}
