import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How fast a user is sent the past.
@Suite struct ReplayBrakeTests {
    private let users = ScriptedUsers()

    /// A hub whose source has flown so many seconds, at two lines a second.
    private func hub(after ticks: Int, perSecond rate: Int) throws -> ScriptedHub {
        let server = try users.hub { $0.userReplayLines = rate }
        server.source.flow = LineFlow(lines: 2, bytes: 300)
        for _ in 0..<ticks { server.source.tick() }
        return server
    }

    private func begin(_ server: ScriptedHub, as user: UInt32?, _ request: String) throws
        -> ScriptedClient
    {
        let client = try users.connect(to: server, as: user, settling: false)
        client.say(request + "\n")
        return client
    }

    private static let all = #"{"op":"subscribe","after":"start"}"#

    /// The lines that come while time stands still and everything is read.
    private func lines(_ client: ScriptedClient, _ server: ScriptedHub) throws -> [JSONLine] {
        var lines: [JSONLine] = []
        while true {
            try server.settle()
            let more = try client.receive()
            guard !more.isEmpty else { return lines }
            lines += more
        }
    }

    private func count(_ client: ScriptedClient, _ server: ScriptedHub) throws -> Int {
        var count = 0
        while true {
            try server.settle()
            let more = client.receiveBytes().count
            guard more > 0 else { return count }
            count += more
        }
    }

    /// A tenth of a second.
    private func pass(_ server: ScriptedHub) throws {
        server.now += .milliseconds(100)
        server.hub.releaseReplays(at: server.now)
    }

    @Test func `a replay waits beyond its rate, and brings every line`() throws {
        let server = try hub(after: 4000, perSecond: 200)
        let client = try begin(server, as: 7, Self.all)
        var lines = try self.lines(client, server)
        // Ten seconds' worth and the rest of a slice.
        #expect((2020...2800).contains(lines.count), "\(lines.count)")
        var seconds = 0.0
        while lines.last?.type != "live" {
            try pass(server)
            lines += try self.lines(client, server)
            seconds += 0.1
            try #require(seconds < 60)
            #expect(Double(lines.count) <= 2020 + seconds * 202 + 800)
        }
        #expect((26...30).contains(seconds), "\(seconds)")
        #expect(lines.compactMap(\.n).count == 8000)
        #expect(lines.filter { $0.session == "s0.0" }.compactMap(\.n) == Array(1...4000))
        #expect(server.hub.counters.linesReplayed == 8002)
        #expect(server.hub.counters.replaysBraked > 5)
        #expect(server.hub.counters.requestsRefused == 0)
    }

    @Test func `live lines, other users, answers and what begins now do not wait`() throws {
        let server = try hub(after: 4000, perSecond: 200)
        let live = try begin(server, as: 7, #"{"op":"subscribe"}"#)
        #expect(try lines(live, server).last?.type == "live")
        let braked = try begin(server, as: 7, Self.all)
        _ = try lines(braked, server)
        #expect(server.hub.counters.replaysBraked == 1)
        for user in [0, 8] as [UInt32] {
            let other = try begin(server, as: user, Self.all)
            #expect(try lines(other, server).count > (user == 0 ? 8000 : 2000))
        }
        braked.say(#"{"op":"subscribe","sub":"now"}"# + "\n")
        braked.say(#"{"id":5,"op":"sessions"}"# + "\n")
        let told = try lines(braked, server)
        #expect(told.map(\.type) == ["ok", "sessions", "snapshot", "snapshot", "live"])
        let late = try begin(server, as: 7, #"{"op":"subscribe"}"#)
        #expect(try lines(late, server).last?.type == "live")
        try server.tick()
        for client in [live, late] { #expect(try client.receive().count == 2) }
        #expect(try braked.receive().map(\.sub) == ["now", "now"])
    }

    @Test func `a braked connection may end its subscription, or go away`() throws {
        let server = try hub(after: 4000, perSecond: 200)
        let clients = try (0..<3).map { _ in try begin(server, as: 7, Self.all) }
        for client in clients { _ = try lines(client, server) }
        for client in clients { _ = try lines(client, server) }
        #expect(server.hub.users.braked == [7])
        #expect(try server.ask(clients[0], #"{"op":"unsubscribe"}"#).map(\.type) == ["ok"])
        clients[1].hangUp()
        for _ in 0..<1000 {
            try pass(server)
            guard try lines(clients[2], server).last?.type != "live" else { break }
        }
        #expect(server.hub.users.braked == [])
        #expect(try server.newestPeer.isCatchingUp == false)
        // Nothing is left of what was due for those that have ended.
        let again = try begin(server, as: 7, Self.all)
        let before = server.hub.counters.linesReplayed
        server.now += .seconds(1000)
        _ = try lines(again, server)
        #expect((2020...2800).contains(server.hub.counters.linesReplayed - before))
    }

    @Test func `another rate holds at once, and at speed max there is none`() throws {
        let server = try hub(after: 4000, perSecond: 200)
        let client = try begin(server, as: 7, Self.all)
        #expect(try lines(client, server).last?.type != "live")
        var limits = HubLimits.announced
        limits.userReplayLines = 1000
        server.hub.change(limits)
        try pass(server)
        #expect(try lines(client, server).last?.type == "live")
        let unpaced = try hub(after: 4000, perSecond: 200)
        unpaced.source.flow = .unbounded
        let other = try begin(unpaced, as: 7, Self.all)
        #expect(try lines(other, unpaced).last?.type == "live")
        #expect(unpaced.hub.counters.linesReplayed == 0)
    }

    @Test func `who follows more than the rate comes to the present all the same`() throws {
        let server = try hub(after: 3000, perSecond: 200)
        server.source.flow = LineFlow(lines: 300, bytes: 45_000)
        let clients = try (0..<3).map { _ in try begin(server, as: 7, Self.all) }
        var live = Set<Int>()
        for step in 0..<600 where live.count < 3 {
            try #require(step < 599)
            for _ in 0..<15 { server.source.tick() }
            server.hub.publish()
            try pass(server)
            for (number, client) in clients.enumerated() {
                try server.settle()
                let isLive = client.receiveBytes().contains {
                    $0.starts(with: #"{"type":"live""#.utf8)
                }
                if isLive { live.insert(number) }
            }
        }
    }

    @Test(arguments: UInt64(1)...6)
    func `beside greedy users each gets its share of the past`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let rate = dice.number(200...300)
        let server = try hub(after: 3000, perSecond: rate)
        let modest = try begin(server, as: 1, Self.all)
        let greedy = try (0..<dice.number(5...12)).map { _ in try begin(server, as: 2, Self.all) }
        var counts: [UInt32: Int] = [:]
        for step in 0..<100 {
            counts[1, default: 0] += try count(modest, server)
            for client in greedy { counts[2, default: 0] += try count(client, server) }
            let due = Double(step) / 10 * Double(rate + 2 * greedy.count)
            let burst = 10 * (rate + 2 * greedy.count)
            let allowed = Double(burst) + due + 800 * Double(greedy.count)
            #expect(Double(counts[2, default: 0]) <= allowed, "seed \(seed), step \(step)")
            let share = min(6000, 10 * rate + step * rate / 10)
            #expect(counts[1, default: 0] >= share, "seed \(seed), step \(step)")
            try pass(server)
        }
    }
}
