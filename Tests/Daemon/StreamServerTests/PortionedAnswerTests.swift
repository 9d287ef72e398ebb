import Testing
import WireProtocol

@testable import StreamServer

/// Answers that come in portions, as those to `query` do.
@Suite struct PortionedAnswerTests {
    private func query(_ id: Int, _ portions: Int) -> String {
        "{\"id\":\(id),\"op\":\"query\",\"from\":\"2026-03-01\",\"limit\":\(portions)}\n"
    }

    @Test func `all portions come, in order, with the id`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 3
        let caller = try server.call()
        caller.say(query(7, 5))
        try server.settle()
        let lines = try server.drain(caller)
        #expect(lines.map(\.type) == Array(repeating: "bucket", count: 50) + ["ok"])
        #expect(lines.allSatisfy { $0.id == 7 })
        #expect(server.source.portionSlices == 20)
    }

    @Test func `what the source refuses is an error with the id`() throws {
        let server = try ScriptedHub()
        let caller = try server.call()
        #expect(try server.ask(caller, String(query(3, 1).dropLast())).map(\.id) == [3])
        #expect(server.source.portionSlices == 0)
    }

    @Test func `whoever does not read is computed a few portions, and goes on when he reads`()
        throws
    {
        let server = try ScriptedHub()
        let caller = try server.call()
        try server.narrowNewest(lines: 1000, bytes: 1 << 20)
        caller.say(query(1, 1000))
        try server.settle()
        let begun = server.source.portionSlices
        #expect((1...40).contains(begun), "\(begun)")
        try server.settle()
        #expect(server.source.portionSlices == begun)
        let lines = try server.drain(caller)
        #expect(lines.count == 10_001 && lines.last?.type == "ok")
        #expect(server.source.portionSlices == 1000)
    }

    @Test func `a client that goes away stops its work`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 100_000
        let caller = try server.call()
        caller.say(query(1, 1000))
        server.hub.handleEvents()
        for _ in 0..<50 { #expect(server.hub.pump()) }
        let begun = server.source.portionSlices
        #expect(begun >= 49)
        caller.hangUp()
        server.hub.handleEvents()
        while server.hub.pump() {}
        #expect(server.source.portionSlices <= begun + 1)
    }

    @Test func `long answers take turns with each other and with those of the sessions`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 1000
        let callers = try (0..<3).map { _ in try server.call() }
        callers[0].say(query(1, 2))
        callers[1].say(query(2, 2))
        callers[2].say("{\"id\":3,\"op\":\"sessions\"}\n")
        server.hub.handleEvents()
        for _ in 0..<3100 { _ = server.hub.pump() }
        server.hub.handleEvents()
        // After about a thousand slices of each.
        #expect(try callers[2].receive().map(\.id) == [3])
        #expect(try callers[0].receive().count == 10)
        #expect(try callers[1].receive().count == 10)
        try server.settle()
        #expect(try server.drain(callers[0]).count == 11)
        #expect(try server.drain(callers[1]).count == 11)
    }
}
