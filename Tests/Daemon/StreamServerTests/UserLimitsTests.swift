import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// What one user of the machine may take of a hub while others are there.
@Suite struct UserLimitsTests {
    private let users = ScriptedUsers()

    /// What a user who connects is told; the connection lives as long as the client.
    private func knock(
        at server: ScriptedHub, as user: UInt32?
    ) throws -> (client: ScriptedClient, lines: [JSONLine]) {
        users.user = user
        let client = try ScriptedClient(server.path)
        try server.settle()
        return (client, try client.receive())
    }

    @Test func `a user has so many connections, and others have theirs`() throws {
        let server = try users.hub { $0.userClients = 2 }
        var clients: [ScriptedClient] = []
        for user in [7, 8, nil, 0] as [UInt32?] {
            for number in 1...3 {
                let (client, lines) = try knock(at: server, as: user)
                let isRefused = number == 3 && user != 0
                #expect(lines.map(\.type) == (isRefused ? ["error", "bye"] : ["hello"]))
                if isRefused {
                    #expect(lines.map(\.code) == ["too_many_clients", "too_many_clients"])
                    let who = user.map { "User \($0)" } ?? "A user that nobody knows"
                    #expect(
                        lines.first?.reason
                            == "\(who) has 2 connections already, and one user may have 2.")
                }
                clients.append(client)
            }
        }
        #expect(server.hub.counters.refusedByUser.clients == 3)
        #expect(server.hub.users.connections(of: 7) == 2)
        clients[0].hangUp()
        try server.settle()
        _ = try users.connect(to: server, as: 7)
    }

    @Test func `a user has so many subscriptions over all connections`() throws {
        let server = try users.hub { $0.userSubscriptions = 2 }
        let clients = try [7, 7, 8, 0].map { try users.connect(to: server, as: $0) }
        func refusals(_ client: Int, _ name: String) throws -> [String?] {
            let request = "{\"op\":\"subscribe\",\"sub\":\"\(name)\"}"
            return try server.ask(clients[client], request).filter { $0.type == "error" }
                .map(\.code)
        }
        #expect(try refusals(0, "a") == [] && refusals(1, "b") == [])
        #expect(try refusals(1, "c") == ["no_room"])
        for name in ["a", "b", "c"] { #expect(try refusals(3, name) == []) }
        #expect(try refusals(2, "a") == [])
        _ = try server.ask(clients[0], #"{"op":"unsubscribe","sub":"a"}"#)
        #expect(try refusals(1, "c") == [])
        #expect(try refusals(0, "a") == ["no_room"])
        clients[1].hangUp()
        try server.settle()
        #expect(server.hub.users.subscriptions(of: 7) == 0)
        #expect(server.hub.counters.refusedByUser.subscriptions == 2)
        #expect(try refusals(0, "a") == [])
        // Fewer are allowed from now on: those there are stay.
        var limits = HubLimits.announced
        limits.userSubscriptions = 1
        server.hub.change(limits)
        #expect(try refusals(0, "b") == ["no_room"])
        #expect(server.hub.users.subscriptions(of: 7) == 1)
    }

    @Test func `many users with several connections leave places to whoever has none`() throws {
        let server = try users.hub { $0.clients = 40 }
        var clients: [ScriptedClient] = []
        var refused = 0
        for _ in 0..<12 {
            for user in UInt32(1)...4 {
                let (client, lines) = try knock(at: server, as: user)
                refused += lines.count { $0.type == "error" }
                if lines.first?.type == "hello" { clients.append(client) }
            }
        }
        #expect(refused == 48 - clients.count && (32..<37).contains(clients.count))
        let (late, lines) = try knock(at: server, as: 99)
        #expect(lines.map(\.type) == ["hello"])
        #expect(server.hub.users.connections(of: 99) == 1)
        late.hangUp()
    }

    @Test func `who is alone may have all the places that one user may have`() throws {
        let server = try users.hub { ($0.clients, $0.userClients) = (40, 40) }
        var clients: [ScriptedClient] = []
        for _ in 0..<40 { clients.append(try knock(at: server, as: 7).client) }
        #expect(server.hub.counters.refusedByUser.clients == 0)
        #expect(server.hub.users.connections(of: 7) == 37)
    }

    /// How many of some requests are refused for the user's rate.
    private func refused(
        _ server: ScriptedHub, _ client: ScriptedClient, _ count: Int,
        _ request: String = #"{"id":3,"op":"client","name":"x"}"#
    ) throws -> Int {
        var refused = 0
        for _ in 0..<count {
            let lines = try server.ask(client, request)
            #expect(lines.count == 1)
            refused += lines.count { $0.code == "rate_limited" }
        }
        return refused
    }

    @Test func `who asks too often is refused until time has gone by, and nobody else is`() throws {
        let server = try users.hub { $0.userRequests = 5 }
        let clients = try [7, 7, 8, 0].map { try users.connect(to: server, as: $0) }
        #expect(try refused(server, clients[0], 7) == 0)
        #expect(try refused(server, clients[1], 7) == 4)
        #expect(try refused(server, clients[2], 10) == 0)
        #expect(try refused(server, clients[3], 100) == 0)
        server.now += .seconds(1)
        #expect(try refused(server, clients[0], 3) == 0)
        #expect(try refused(server, clients[1], 3) == 1)
        #expect(server.hub.counters.refusedByUser.requests == 5)
        let line = try #require(try server.ask(clients[0], #"{"id":9,"op":"status"}"#).first)
        #expect(line.id == 9 && line.code == "rate_limited")
        #expect(line.reason == "User 7 asks more often than 5 times a second.")
    }

    @Test func `a new connection brings no new burst of requests, another limit does`() throws {
        let server = try users.hub { $0.userRequests = 5 }
        let first = try users.connect(to: server, as: 7)
        #expect(try refused(server, first, 10) == 0)
        first.hangUp()
        try server.settle()
        let second = try users.connect(to: server, as: 7)
        #expect(try refused(server, second, 1) == 1)
        var limits = HubLimits.announced
        limits.userRequests = 1
        server.hub.change(limits)
        #expect(try refused(server, second, 3) == 1)
        // The same limit once more, as other settings change.
        limits.clients = 99
        server.hub.change(limits)
        #expect(try refused(server, second, 1) == 1)
    }

    @Test func `what cannot be read is a request too, and commands refused so are told`() throws {
        let server = try users.hub { $0.userRequests = 2 }
        let client = try users.connect(to: server, as: 7)
        #expect(try refused(server, client, 6, "{") == 2)
        #expect(try refused(server, client, 1, #"{"op":"stop","session":"s0"}"#) == 1)
        guard case .command(_, _, refused: .rateLimited) = server.log.last else {
            Issue.record("\(server.log)")
            return
        }
    }
}

/// Who is ended who has asked for nothing.
@Suite struct SilentClientsTests {
    private let users = ScriptedUsers()

    private func pass(_ span: Duration, _ server: ScriptedHub) throws {
        server.now += span
        server.hub.endSilent(at: server.now)
        try server.settle()
    }

    @Test func `where places are short, who asks for nothing leaves after half a minute`() throws {
        let server = try users.hub { $0.clients = 16 }
        let silent = try (1...12).map { try users.connect(to: server, as: UInt32($0)) }
        let asking = try users.connect(to: server, as: 20)
        _ = try server.ask(asking, "help")
        try pass(.seconds(40), server)
        #expect(server.hub.connections.count == 13)
        let late = try users.connect(to: server, as: 21)
        try pass(.seconds(1), server)
        // With the one who came first there is a place again.
        #expect(try silent.map { try $0.receive().count } == [1] + Array(repeating: 0, count: 11))
        // Not by what the client sees: a process that another test starts may hold its descriptor.
        #expect(server.hub.connections.count == 13 && server.hub.counters.byes[.silent] == 1)
        let operators = try users.connect(to: server, as: 0)
        try pass(.seconds(1), server)
        #expect(try silent[1].receive().map(\.code) == ["silent"])
        #expect(server.hub.counters.byes[.silent] == 2 && !operators.isAtEnd)
        #expect(try server.ask(late, "help").map(\.type) == ["help"])
        #expect(!asking.isAtEnd)
    }

    @Test func `a user short of places loses silent connections, and others do not`() throws {
        let server = try users.hub { $0.userClients = 8 }
        let near = try (1...8).map { _ in try users.connect(to: server, as: 7) }
        let far = try users.connect(to: server, as: 8)
        near[0].say("{")
        try pass(.seconds(30) - .microseconds(1), server)
        #expect(server.hub.counters.byes[.silent] == 0)
        try pass(.seconds(1), server)
        // Half a request is none.
        for (number, client) in near.enumerated() {
            #expect(try client.receive().map(\.code) == (number < 2 ? ["silent"] : []))
        }
        #expect(try far.receive().isEmpty)
    }

    @Test func `root and the daemon's user may be silent`() throws {
        let server = try users.hub { ($0.clients, $0.userClients) = (8, 8) }
        let clients = try (1...8).map { _ in try users.connect(to: server, as: 0) }
        try pass(.seconds(100), server)
        for client in clients { #expect(try client.receive().isEmpty && !client.isAtEnd) }
    }
}
