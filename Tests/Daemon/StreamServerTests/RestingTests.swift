import TestSupport
import Testing
import Vocabulary

@testable import StreamServer

/// Subscriptions that wait for what is worked on for others get no turns for nothing.
@Suite struct RestingTests {
    private let server: ScriptedHub

    init() throws {
        server = try ScriptedHub()
        server.source.waiting = Set((0..<100).map { FeedID(row: $0) })
    }

    private func wait(_ count: Int) throws -> [ScriptedClient] {
        try (0..<count).map { _ in
            let caller = try server.call()
            try server.tell(caller, #"{"op":"subscribe"}"#)
            #expect(try caller.receive().map(\.type) == ["ok"])
            return caller
        }
    }

    @Test func `one that waits is turned once, and nothing is left to do`() throws {
        let callers = try wait(3)
        #expect(server.source.slices == 3)
        #expect(!server.hub.pump())
        server.source.release()
        try server.settle()
        for caller in callers { #expect(try caller.receive().last?.type == "live") }
    }

    @Test func `in every tick one of them is asked`() throws {
        let callers = try wait(3)
        for slices in 4...9 {
            #expect(server.hub.wakeOne())
            try server.settle()
            #expect(server.source.slices == slices)
        }
        // What it waited for has stopped without a word.
        server.source.waiting.remove(1)
        for _ in 0..<3 {
            server.hub.wakeOne()
            try server.settle()
        }
        #expect(try callers[1].receive().last?.type == "live")
        #expect(try callers[0].receive().isEmpty)
    }

    @Test func `who waits is answered meanwhile`() throws {
        let caller = try wait(1)[0]
        #expect(try server.ask(caller, #"{"op":"sessions"}"#).count == 1)
        let answers = try server.ask(caller, #"{"op":"describe"}"#)
        #expect(answers.map(\.type) == ["describe"])
    }

    @Test func `a second subscription of the same connection is worked on`() throws {
        let caller = try wait(1)[0]
        server.source.waiting = [0]
        caller.say(#"{"op":"subscribe","sub":"b"}"# + "\n")
        server.hub.handleEvents()
        for _ in 0..<10 { _ = server.hub.pump() }
        let lines = try caller.receive()
        #expect(lines.map(\.sub) == Array(repeating: "b", count: lines.count))
        #expect(lines.last?.type == "live")
        server.source.release()
        try server.settle()
        #expect(try caller.receive().last?.type == "live")
    }

    @Test func `who leaves while waiting is forgotten`() throws {
        let callers = try wait(3)
        callers[0].hangUp()
        callers[1].say(#"{"op":"unsubscribe"}"# + "\n")
        try server.settle()
        #expect(server.source.abandoned == 2)
        server.source.release()
        try server.settle()
        #expect(try callers[1].receive().map(\.type) == ["ok"])
        #expect(try callers[2].receive().last?.type == "live")
        while server.hub.wakeOne() {}
        try server.settle()
        #expect(server.hub.connections.count == 2)
    }

    @Test func `what is far ahead of its reader goes on once that has read`() throws {
        let server = try ScriptedHub()
        server.source.farAhead = [0]
        server.source.catchUpSlices = 50
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe"}"#)
        // It has read the greeting.
        let slices = server.source.slices
        #expect(slices <= 1)
        for _ in 0..<10 {
            server.hub.wakeOne()
            try server.settle()
        }
        #expect(server.source.slices == slices, "the answer has not been read")
        #expect(try caller.receive().map(\.type) == ["ok"])
        server.hub.wakeOne()
        try server.settle()
        #expect(server.source.slices > 50 && server.source.reads == server.source.slices)
        #expect(try caller.receive().last?.type == "live")
    }

    @Test func `who leaves while far ahead is forgotten`() throws {
        let server = try ScriptedHub()
        server.source.farAhead = [0]
        server.source.catchUpSlices = 50
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe"}"#)
        caller.hangUp()
        try server.settle()
        server.hub.wakeOne()
        #expect(!server.hub.wakeOne() && server.hub.counters.connections == 0)
    }
}
