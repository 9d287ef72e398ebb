import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How users share the memory of lines that wait.
@Suite struct WaitingSharesTests {
    private let users = ScriptedUsers()
    private static let limit = 400_000

    private func server(limit: Int = limit) throws -> ScriptedHub {
        try users.hub(lanes: 20, padding: 300) { $0.waitingBytes = limit }
    }

    /// A user who follows all, and of whose lines the kernel takes next to none.
    private func stall(
        _ server: ScriptedHub, as user: UInt32, policy: String = "drop_oldest"
    ) throws -> (client: ScriptedClient, peer: Connection) {
        let client = try users.connect(to: server, as: user)
        let answers = try server.ask(
            client, "{\"op\":\"subscribe\",\"queue\":{\"policy\":\"\(policy)\"}}")
        #expect(answers.last?.type == "live")
        try server.narrowNewest(lines: 32_768, bytes: 8 << 20)
        let peer = try server.newestPeer
        // A new outbox knows nothing of the subscription.
        for (number, subscription) in peer.subscriptions.enumerated() {
            guard let subscription else { continue }
            peer.outbox.open(
                subscription: number, after: server.source.present, prefix: subscription.prefix,
                policy: subscription.policy)
        }
        return (client, peer)
    }

    private func waiting(_ server: ScriptedHub, _ user: UInt32) -> Int {
        server.hub.users.waitingBytes(of: user)
    }

    @Test func `one who is alone fills eight tenths, and whoever comes loses nothing in a pause`()
        throws
    {
        let server = try server()
        let greedy = try (0..<6).map { _ in try stall(server, as: 7) }
        try server.tick(100)
        #expect(waiting(server, 7) > Self.limit / 2)
        #expect(waiting(server, 7) <= Self.limit / 10 * 8 + 6 * 1024)
        let other = try stall(server, as: 8)
        let before = waiting(server, 7)
        // 20 kB of some 8 kB a second.
        try server.tick(2)
        #expect(waiting(server, 8) > 10_000)
        #expect(other.peer.outbox.counts.linesLost == 0)
        #expect(waiting(server, 7) <= before + 6 * 1024)
        #expect(greedy.allSatisfy { $0.peer.stage == .serving })
        #expect(try server.drain(other.client).count { $0.type == "stat" } == 2 * 20)
    }

    @Test func `while another is connected who holds more than half gets nothing new`() throws {
        let server = try server()
        let quiet = try users.connect(to: server, as: 8)
        let greedy = try (0..<6).map { _ in try stall(server, as: 7) }
        try server.tick(100)
        let half = Self.limit / 2
        #expect(waiting(server, 7) > half * 3 / 4)
        // Who held less has got a ring of twice the size; then nothing more.
        let before = waiting(server, 7)
        try server.tick(100)
        #expect(waiting(server, 7) <= max(before, half) + 6 * 1024)
        #expect(greedy.map(\.peer.outbox.counts.linesLost).reduce(0, +) > 0)
        #expect(greedy.allSatisfy { $0.peer.stage == .serving })
        #expect(try server.ask(quiet, "status").map(\.type) == ["status"])
        // What each got and what its gaps say is all that there was.
        for (client, _) in greedy {
            let lines = try server.drain(client)
            let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
            #expect(lost + lines.count { $0.type == "stat" } == 200 * 20)
        }
        #expect(server.hub.counters.waiting.bytes == 0 && waiting(server, 7) == 0)
    }

    @Test func `many small users together leave whoever comes some, and a tenth to root`() throws {
        let limit = 10 * Self.limit
        let server = try server(limit: limit)
        let small = try (100..<112).map { try stall(server, as: $0) }
        try server.tick(80)
        #expect(server.hub.counters.waiting.bytes > limit / 10 * 6)
        #expect(server.hub.counters.waiting.bytes <= limit / 10 * 9 + 12 * 1024)
        let other = try stall(server, as: 8)
        let root = try stall(server, as: 0)
        try server.tick()
        #expect(other.peer.outbox.counts.linesLost == 0)
        try server.tick(2)
        #expect(root.peer.outbox.counts.linesLost == 0)
        #expect(small.allSatisfy { $0.peer.stage == .serving })
    }

    @Test func `who ends and comes back has no more than before`() throws {
        let server = try server()
        _ = try users.connect(to: server, as: 8)
        for _ in 0..<5 {
            // Whoever keeps a connection keeps its descriptor.
            let greedy = try (0..<6).map { _ in try stall(server, as: 7).client }
            try server.tick(60)
            #expect(waiting(server, 7) <= Self.limit / 10 * 8)
            #expect(waiting(server, 7) == server.hub.counters.waiting.bytes)
            for client in greedy { client.hangUp() }
            try server.settle()
            #expect(waiting(server, 7) == 0)
        }
    }

    /// Users connect, stall, read and leave as they like.
    @Test(arguments: Seeds.of(1...40, few: 3))
    func `each user's share is what waits for its connections`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let server = try server()
        var clients: [(client: ScriptedClient, user: UInt32)] = []
        for step in 0..<40 {
            let user = UInt32(dice.number(0...3))
            switch dice.number(0...3) {
            case 0, 1:
                guard clients.count < 12 else { break }
                let policies = ["drop_oldest", "newest", "close"]
                let policy = policies[dice.number(0...2)]
                clients.append((try stall(server, as: user, policy: policy).client, user))
            case 2:
                guard let last = clients.popLast() else { break }
                last.client.hangUp()
                try server.settle()
            default:
                guard let first = clients.first else { break }
                _ = try server.drain(first.client)
            }
            try server.tick(dice.number(1...8))
            var held: [UInt32: Int] = [:]
            for peer in server.hub.connections.all {
                held[peer.user, default: 0] += peer.countedBytes
            }
            for user in UInt32(0)...3 {
                #expect(
                    waiting(server, user) == held[user] ?? 0, "seed \(seed), step \(step)")
            }
            #expect(
                server.hub.counters.waiting.bytes == held.values.reduce(0, +),
                "seed \(seed), step \(step)")
            let most = server.hub.counters.waiting.most
            #expect(most?.bytes ?? 0 == held.values.max() ?? 0, "seed \(seed), step \(step)")
        }
    }
}
