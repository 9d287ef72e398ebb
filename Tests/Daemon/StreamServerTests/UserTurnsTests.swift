import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How users share the time of a hub, whatever each of them has of connections and requests.
@Suite struct UserTurnsTests {
    private let users = ScriptedUsers()

    @Test func `a replay gets half of the turns beside a hundred of another user`() throws {
        let server = try users.hub()
        server.source.catchUpSlices = 300
        let greedy = try (0..<100).map { _ in try users.connect(to: server, as: 7) }
        for client in greedy { client.say(#"{"op":"subscribe"}"# + "\n") }
        while try server.isReady { server.hub.handleEvents() }
        server.source.catchUpSlices = 100
        let modest = try users.connect(to: server, as: 8, settling: false)
        modest.say(#"{"op":"subscribe"}"# + "\n")
        while try server.isReady { server.hub.handleEvents() }
        let before = server.source.slices
        while try !modest.receive().contains(where: { $0.type == "live" }) {
            try #require(server.hub.pump())
        }
        #expect((200...204).contains(server.source.slices - before))
    }

    @Test func `a request is answered beside a flood of another user's`() throws {
        let server = try users.hub()
        let greedy = try (0..<40).map { _ in try users.connect(to: server, as: 7) }
        let modest = try users.connect(to: server, as: 8)
        let flood = String(repeating: #"{"op":"client","name":"x"}"# + "\n", count: 100)
        for client in greedy { client.say(flood) }
        modest.say(#"{"id":1,"op":"status"}"# + "\n")
        // Each request takes two looks at the clock, and all of them 400 ms.
        server.step = .microseconds(50)
        server.hub.handleEvents(until: server.now + .milliseconds(10))
        #expect(try modest.receive().map(\.id) == [1])
        #expect(server.hub.counters.requests < 100)
        // All requests are answered in the end.
        server.step = .zero
        for _ in 0..<40 {
            try server.settle()
            for client in greedy { _ = try client.receive() }
        }
        #expect(server.hub.counters.requests == 4001)
    }

    @Test func `who has had more of the time than others wait for is heard in turns`() throws {
        let server = try users.hub()
        server.source.catchUpSlices = .max
        let replaying = try users.connect(to: server, as: 8)
        replaying.say(#"{"op":"subscribe"}"# + "\n")
        let asking = try users.connect(to: server, as: 7, settling: false)
        while try server.isReady { server.hub.handleEvents() }
        // A request and a slice take about a tenth of a millisecond each.
        server.step = .microseconds(50)
        let requests = String(repeating: #"{"op":"client","name":"x"}"# + "\n", count: 4)
        let (heard, slices) = (server.hub.counters.requests, server.source.slices)
        for _ in 0..<300 {
            asking.say(requests)
            server.hub.handleEvents(until: server.now + .milliseconds(10))
            #expect(server.hub.pump(until: server.now + .milliseconds(10)))
            _ = try asking.receive()
        }
        let (answers, share) = (
            Int(server.hub.counters.requests - heard), server.source.slices - slices
        )
        #expect(share > 200 && answers < 2 * share, "\(answers) beside \(share)")
    }
}
