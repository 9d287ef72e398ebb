import Testing
import Vocabulary

@testable import StreamServer

/// What the hub tells the source about how late lines are.
@Suite struct StreamHubLatenessTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub(lanes: 3, padding: 300) }

    private var late: [Int64: Int] {
        server.source.delivered.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    private func stall(_ request: String) throws -> ScriptedClient {
        let caller = try server.call()
        try server.narrowNewest(lines: 10_000, bytes: 8 << 20)
        try server.tell(caller, request)
        return caller
    }

    @Test func `lines that are taken at once are noted once a tick`() throws {
        let callers = try [
            #"{"op":"subscribe"}"#, #"{"op":"subscribe"}"#,
            #"{"op":"subscribe","select":{"session":"s1"}}"#, #"{"op":"subscribe","sub":"a"}"#,
        ].map { try server.call($0) }
        #expect(server.source.delivered.isEmpty)
        try server.tick(2)
        #expect(server.source.delivered == [[0: 10], [0: 10]])
        #expect(callers.count == 4)
    }

    @Test func `many lines are noted in portions of 256 or a little more`() throws {
        let server = try ScriptedHub(lanes: 100)
        let callers = try (0..<9).map { _ in
            try server.call(#"{"op":"subscribe","sub":"a"}"#)
        }
        try server.tick()
        #expect(server.source.delivered == [[0: 300], [0: 300], [0: 300]])
        #expect(callers.count == 9)
    }

    @Test(arguments: [
        #"{"op":"subscribe"}"#, #"{"op":"subscribe","sub":"a"}"#,
        #"{"op":"subscribe","select":{"session":["s0","s1","s2"]}}"#,
    ])
    func `lines that wait are noted when they have left, with how long it took`(
        request: String
    ) throws {
        let caller = try stall(request)
        while try server.newestPeer.outbox.isEmpty { try server.tick() }
        let first = server.source.now
        try server.tick(4)
        let before = late
        #expect(before.keys.allSatisfy { $0 == 0 })
        _ = try server.drain(caller)
        for wait: Int64 in 0...3 { #expect((late[wait] ?? 0) - (before[wait] ?? 0) == 3) }
        // Of the first that waited some were taken at once.
        #expect((late[4] ?? 0) >= 1)
        #expect(late.keys.max() == 4)
        #expect(late.values.reduce(0, +) == Int(first + 4) * 3)
    }

    @Test func `lines that catch up are not noted, whether they wait or not`() throws {
        try server.tick(200)
        let caller = try stall(#"{"op":"subscribe","after":"start"}"#)
        try server.tick(3)
        let lines = try server.drain(caller)
        #expect(lines.contains { $0.type == "live" })
        let live = try #require(lines.lastIndex { $0.type == "live" })
        try server.tick()
        _ = try server.drain(caller)
        let followed = lines[live...].count { $0.type == "stat" } + 3
        #expect(late.values.reduce(0, +) == followed)
        #expect(lines[..<live].count { $0.type == "stat" } >= 600)
    }
}
