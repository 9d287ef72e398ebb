import LinuxIO
import TestSupport
import Testing
import WireProtocol

@testable import StreamServer

/// What slow readers of each policy are sent over a real socket.
@Suite struct QueuePolicyTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub(lanes: 4, padding: 300) }

    private func call(_ policy: QueuePolicy, lines: Int = 10, more: String = "") throws
        -> ScriptedClient
    {
        let caller = try server.call()
        try server.narrowNewest(lines: lines, bytes: 1 << 20)
        try server.tell(
            caller, #"{"op":"subscribe","queue":{"policy":"\#(policy.rawValue)"}\#(more)}"#)
        return caller
    }

    /// By session: the numbers received, and how many lines they say that they have replaced.
    private func read(_ lines: [JSONLine]) -> [String: (numbers: [Int64], skipped: Int)] {
        Dictionary(grouping: lines.filter { $0.type == "stat" }) { $0.session ?? "" }.mapValues {
            ($0.compactMap(\.n), $0.compactMap(\.skipped).reduce(0, +))
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `a slow reader of newest gets what is new, and what it missed adds up`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        let caller = try call(.newest)
        var lines: [JSONLine] = []
        for _ in 0..<60 {
            try server.tick(dice.number(0...8))
            lines += try caller.receive(atMost: dice.number(0...3_000))
            try server.settle()
        }
        #expect(try server.newestPeer.outbox.byteCount < 6 * 500, "seed \(seed)")
        lines += try server.drain(caller)
        let sessions = read(lines)
        #expect(sessions.count == 4, "seed \(seed)")
        for (session, got) in sessions {
            #expect(got.numbers == got.numbers.sorted(), "seed \(seed), \(session)")
            #expect(got.numbers.last == server.source.now, "seed \(seed), \(session)")
            #expect(
                got.numbers.count + got.skipped == Int(server.source.now),
                "seed \(seed), \(session)")
        }
        #expect(lines.allSatisfy { $0.type != "gap" }, "seed \(seed)")
        // Every jump is said by the line that makes it.
        for session in sessions.keys {
            var last: Int64 = 0
            for line in lines where line.type == "stat" && line.session == session {
                let number = try #require(line.n)
                #expect(number == last + 1 + Int64(line.skipped ?? 0), "seed \(seed)")
                last = number
            }
        }
        let skipped = sessions.values.reduce(0) { $0 + $1.skipped }
        #expect(skipped > 0, "seed \(seed) is too tame")
        #expect(server.hub.counters.lines.linesReplaced == Int64(skipped), "seed \(seed)")
    }

    @Test func `a reader of newest that catches up gets every line before live`() throws {
        try server.tick(60)
        let caller = try call(.newest, lines: 1_000, more: #","after":"start""#)
        let lines = try server.read(caller, upTo: "live", atMost: 8_000, isTicking: true)
        let live = try #require(lines.firstIndex { $0.type == "live" })
        let before = lines[..<live]
        #expect(before.allSatisfy { $0.skipped == nil })
        #expect(before.count { $0.type == "stat" } >= 240)
        try server.tick(40)
        let rest = read(try lines[live...] + server.drain(caller))
        for got in rest.values { #expect(got.numbers.last == server.source.now) }
        #expect(rest.values.contains { $0.skipped > 0 })
    }

    @Test func `a slow reader of close gets everything up to the goodbye`() throws {
        let caller = try call(.close, lines: 12)
        _ = try server.ask(caller, #"{"op":"client","name":"ann"}"#)
        try server.tick(60)
        #expect(server.hub.counters.subscriptions == 0)
        #expect(server.source.followers.isEmpty)
        let lines = try server.drain(caller)
        #expect(lines.last?.type == "bye")
        #expect(lines.last?.code == "slow_consumer")
        #expect(lines.allSatisfy { $0.type != "gap" })
        let all = lines.filter { $0.type == "stat" }
        #expect(all.count > 12)
        for (place, line) in all.enumerated() {
            #expect(line.session == "s\(place % 4).0")
            #expect(line.n == Int64(place / 4 + 1))
        }
        #expect(caller.isAtEnd)
        #expect(server.hub.connections.isEmpty)
        #expect(server.hub.counters.byes[.slowConsumer] == 1)
        #expect(server.hub.counters.lines.linesLost == 0)
        // What is missing comes again after the last line that came.
        let again = try server.call()
        let greeting = try server.ask(again, #"{"op":"client","name":"ann"}"#)
        #expect(greeting.map(\.lastBye) == ["slow_consumer"])
        let anchor = try #require(all.last?.anchor)
        try server.tell(again, #"{"op":"subscribe","after":"\#(anchor)"}"#)
        let rest = try server.drain(again).filter { $0.type == "stat" }
        #expect(all.count + rest.count == 240)
    }

    @Test func `of several subscriptions the one that may lose nothing ends them all`() throws {
        let caller = try server.call()
        try server.narrowNewest(lines: 20, bytes: 1 << 20)
        for policy in QueuePolicy.allCases {
            try server.tell(
                caller,
                #"{"op":"subscribe","sub":"\#(policy)","queue":{"policy":"\#(policy.rawValue)"}}"#)
        }
        try server.tick(60)
        let lines = try server.drain(caller)
        #expect(lines.last?.code == "slow_consumer")
        let kept = lines.filter { $0.sub == "close" && $0.type == "stat" }
        let due = kept.indices.map { Int64($0 / 4 + 1) }
        #expect(kept.compactMap(\.n) == due)
        #expect(caller.isAtEnd)
        #expect(server.hub.counters.subscriptions == 0)
        #expect(server.hub.counters.connectionsWaiting == 0)
    }

    @Test func `a reader is warned once before it loses lines`() throws {
        let caller = try call(.dropOldest, lines: 16)
        try server.tick(60)
        let lines = try server.drain(caller)
        #expect(lines.count { $0.type == "warn" } == 1)
        let warning = try #require(lines.firstIndex { $0.type == "warn" })
        let gap = try #require(lines.firstIndex { $0.type == "gap" })
        #expect(warning < gap)
        #expect(lines[warning].code == "falling_behind")
        #expect(server.hub.counters.lines.warnings == 1)
        try server.tick(60)
        #expect(try server.drain(caller).count { $0.type == "warn" } == 1)
    }
}
