import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct StreamHubRequestsTests {
    @Test func `answers that take work are worked on one after another`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 7
        let callers = try (0..<5).map { _ in try server.call() }
        for caller in callers {
            caller.say(String(repeating: #"{"op":"sessions"}"# + "\n", count: 3))
        }
        try server.settle()
        for caller in callers { #expect(try caller.receive().count == 3) }
        #expect(server.source.mostAnswersInWork == 1)
    }

    @Test func `whoever leaves while it is answered does not keep the others waiting`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 1_000
        let callers = [try server.call(), try server.call()]
        for caller in callers { caller.say(#"{"op":"sessions"}"# + "\n") }
        server.hub.handleEvents()
        for _ in 0..<10 { _ = server.hub.pump() }
        #expect(server.hub.turns.answering != nil)
        callers[0].hangUp()
        try server.settle()
        #expect(try callers[1].receive().map(\.type) == ["sessions"])
        #expect(server.hub.turns.answering == nil)
    }

    @Test func `requests are answered for so long, and all are heard before anyone is again`()
        throws
    {
        let server = try ScriptedHub()
        let callers = try (0..<3).map { _ in try server.call() }
        let ids: [Int64] = Array(1...10)
        for caller in callers {
            caller.say(ids.map { "{\"id\":\($0),\"op\":\"describe\"}\n" }.joined())
        }
        server.step = .milliseconds(4)
        for count in 1...3 {
            server.hub.handleEvents(until: server.now + .milliseconds(10))
            #expect(server.hub.counters.requests == Int64(count * 3))
        }
        for caller in callers { #expect(try caller.receive().map(\.id) == Array(ids[..<3])) }
        // What is kept of a request is answered in turns.
        #expect(server.hub.pump(until: server.now + .milliseconds(10)))
        #expect(server.hub.counters.requests == 12)
        server.step = .zero
        try server.settle()
        for caller in callers {
            #expect(try caller.receive().last?.id == 10)
        }
        #expect(server.hub.counters.requests == 30)
    }

    private let server: ScriptedHub
    private let caller: ScriptedClient

    init() throws {
        server = try ScriptedHub()
        caller = try server.call()
    }

    private func ask(_ line: String) throws -> [JSONLine] { try server.ask(caller, line) }

    @Test(arguments: ["help", "status"])
    func `a word that a person types is answered`(word: String) throws {
        #expect(try ask(word).map(\.type) == [word])
        #expect(try ask("  \(word)\r").map(\.type) == [word])
    }

    @Test func `watch follows everything without a name`() throws {
        #expect(try ask("watch").map(\.type) == ["ok", "snapshot", "snapshot", "live"])
        try server.tick()
        let lines = try caller.receive()
        #expect(lines.map(\.session) == ["s0.0", "s1.0"])
        #expect(lines.allSatisfy { $0.sub == nil })
        #expect(try ask("watch").map(\.code) == ["duplicate_sub"])
    }

    @Test func `quit is answered with goodbye and the end`() throws {
        _ = try ask("watch")
        let lines = try ask("quit")
        #expect(lines.map(\.type) == ["bye"])
        #expect(lines.map(\.code) == ["quit"])
        #expect(lines.map(\.anchor) == [nil])
        #expect(caller.isAtEnd)
        #expect(server.source.followers.isEmpty)
        #expect(server.hub.counters.subscriptions == 0)
    }

    @Test func `nothing that stands behind quit is acted on`() throws {
        #expect(try ask("quit\nstatus\nwatch").map(\.type) == ["bye"])
        #expect(caller.isAtEnd)
        #expect(server.hub.counters.subscriptions == 0)
    }

    @Test func `answers carry the id and come in the order of the requests`() throws {
        let requests = (1...60).map {
            #"{"id":\#($0),"op":"\#($0 % 2 == 0 ? "status" : "describe")"}"#
        }
        #expect(try ask(requests.joined(separator: "\n")).map(\.id) == Array(1...60))
    }

    @Test(arguments: [
        ("ok", #""op":"client","name":"ann""#), ("ok", #""op":"subscribe""#),
        ("error", #""op":"unsubscribe""#), ("error", #""op":"subscribe","every":"x""#),
        ("sessions", #""op":"sessions""#), ("sessions", #""op":"sessions","sort":"lane""#),
        ("describe", #""op":"describe""#), ("status", #""op":"status""#),
        ("clients", #""op":"clients""#),
        ("error", #""op":"query","from":"2026-03-01","limit":1"#),
    ])
    func `whatever answers names the fields that were passed over`(
        type: String, request: String
    ) throws {
        let lines = try ask("{\"colour\":7,\(request)}")
        #expect(lines.first?.type == type)
        #expect(lines.first?.ignored == ["colour"])
        #expect(lines.dropFirst().allSatisfy { $0.ignored == nil })
    }

    @Test func `a request may arrive byte by byte`() throws {
        for byte in "{\"id\":7,\"op\":\"status\"}\r".utf8 {
            #expect(caller.trySay([byte]) == 1)
            try server.settle()
            #expect(try caller.receive().isEmpty)
        }
        #expect(try ask("").map(\.id) == [7])
    }

    @Test func `an answer that takes work comes when the work is done`() throws {
        server.source.answerSlices = 5
        #expect(try ask(#"{"id":1,"op":"sessions","from":3}"#).map(\.id) == [1])
        caller.say(#"{"id":2,"op":"sessions"}"# + "\n" + #"{"id":3,"op":"status"}"# + "\n")
        try server.settle()
        // What needs no work does not wait for what does.
        #expect(try caller.receive().map(\.id) == [3, 2])
    }

    @Test func `a client is told why its last connection ended, once`() throws {
        #expect(try ask(#"{"op":"client","name":"ann"}"#).map(\.lastBye) == [nil])
        _ = try ask("quit")
        let again = try server.call()
        let request = #"{"id":1,"op":"client","name":"ann"}"#
        #expect(try server.ask(again, #"{"op":"client","name":"bob"}"#).map(\.lastBye) == [nil])
        #expect(try server.ask(again, request).map(\.lastBye) == ["quit"])
        #expect(try server.ask(again, request).map(\.lastBye) == [nil])
    }

    @Test func `the names that are remembered are bounded`() throws {
        for number in 0..<ProtocolLimits.rememberedClients {
            server.hub.users.lastByes[NamedClient(user: 7, name: "n\(number)")] = .quit
        }
        _ = try ask(#"{"op":"client","name":"ann"}"#)
        _ = try ask("quit")
        // One of them makes room for the new one.
        #expect(server.hub.users.lastByes.count == ProtocolLimits.rememberedClients)
        #expect(server.hub.users.lastByes[NamedClient(user: .max, name: "ann")] == .quit)
    }

    @Test func `another user of the same name is not told`() throws {
        server.hub.users.lastByes[NamedClient(user: 7, name: "ann")] = .stalled
        #expect(try ask(#"{"op":"client","name":"ann"}"#).map(\.lastBye) == [nil])
        #expect(server.hub.users.lastByes.count == 1)
    }

    @Test func `a name is taken once per connection`() throws {
        #expect(try ask(#"{"op":"subscribe","sub":"a"}"#).first?.type == "ok")
        let refused = try ask(#"{"id":9,"op":"subscribe","sub":"a"}"#)
        #expect(refused.map(\.code) == ["duplicate_sub"])
        #expect(refused.map(\.field) == ["sub"])
        #expect(refused.map(\.id) == [9])
        #expect(try ask(#"{"op":"unsubscribe","sub":"a"}"#).map(\.type) == ["ok"])
        #expect(try ask(#"{"op":"subscribe","sub":"a"}"#).first?.type == "ok")
        let other = try server.call()
        #expect(try server.ask(other, #"{"op":"subscribe","sub":"a"}"#).first?.type == "ok")
    }

    @Test func `there is no end of a subscription that does not exist`() throws {
        #expect(try ask(#"{"op":"unsubscribe"}"#).map(\.code) == ["unknown_sub"])
        _ = try ask(#"{"op":"subscribe","sub":"a"}"#)
        let refused = try ask(#"{"op":"unsubscribe","sub":"b"}"#)
        #expect(refused.map(\.code) == ["unknown_sub"])
        #expect(refused.map(\.field) == ["sub"])
    }

    @Test func `a connection has a bounded number of subscriptions`() throws {
        let limit = ProtocolLimits.subscriptions
        for sub in 0..<limit { _ = try ask(#"{"op":"subscribe","sub":"s\#(sub)"}"#) }
        #expect(try ask(#"{"op":"subscribe","sub":"more"}"#).map(\.code) == ["too_many_subs"])
        #expect(server.hub.counters.subscriptions == limit)
        #expect(try ask(#"{"op":"unsubscribe","sub":"s7"}"#).map(\.type) == ["ok"])
        #expect(try ask(#"{"op":"subscribe","sub":"more"}"#).first?.type == "ok")
        try server.tick()
        #expect(try caller.receive().count == 2 * limit)
    }

    @Test func `an anchor of another fleet and a lane that is not there are refused`() throws {
        let foreign = Anchor(identity: IdentityHash(bits: 1), position: server.source.present)
        let refused = try ask(#"{"op":"subscribe","after":"\#(foreign)"}"#)
        #expect(refused.map(\.code) == ["anchor_foreign"])
        let unknown = try ask(#"{"op":"subscribe","select":{"session":"s2"}}"#)
        #expect(unknown.map(\.code) == ["unknown_session"])
        #expect(server.hub.counters.subscriptions == 0)
    }

    @Test func `clients beyond the limit are told and let go`() throws {
        var limits = HubLimits.announced
        limits.clients = 2
        let server = try ScriptedHub(limits: limits)
        let (first, second) = (try server.call(), try server.call())
        let late = try ScriptedClient(server.path)
        try server.settle()
        let lines = try late.receive()
        #expect(lines.map(\.type) == ["error", "bye"])
        #expect(lines.map(\.code) == ["too_many_clients", "too_many_clients"])
        #expect(lines.first?.reason == "2 clients are connected already.")
        #expect(late.isAtEnd)
        #expect(server.hub.connections.count == 2)
        #expect(try server.ask(first, "status").map(\.type) == ["status"])
        second.hangUp()
        try server.settle()
        _ = try server.call()
    }
}
