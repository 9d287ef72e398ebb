import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Live lines: who gets which, how often the kernel is called, and who hears the beat.
@Suite struct StreamHubDeliveryTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub(lanes: 3) }

    @Test func `a subscription begins with ok, its lines, and a marker at the present`() throws {
        try server.tick(2)
        let caller = try server.call()
        let lines = try server.ask(
            caller, #"{"id":5,"op":"subscribe","sub":"hr","after":"start"}"#)
        #expect(lines.first?.type == "ok")
        #expect(lines.first?.id == 5)
        #expect(lines.first?.anchor == anchor(afterTick: 0))
        #expect(lines.allSatisfy { $0.sub == "hr" })
        let kinds = ["ok"] + Array(repeating: "snapshot", count: 3)
        #expect(lines.map(\.type) == kinds + Array(repeating: "stat", count: 6) + ["live"])
        #expect(lines.compactMap(\.n) == [1, 1, 1, 2, 2, 2])
        #expect(lines.last?.anchor == anchor(afterTick: 2))
        try server.tick()
        #expect(try caller.receive().compactMap(\.n) == [3, 3, 3])
    }

    @Test func `without a place it begins with what comes next`() throws {
        try server.tick(2)
        let caller = try server.call(#"{"op":"subscribe"}"#)
        try server.tick(2)
        #expect(try caller.receive().compactMap(\.n) == [3, 3, 3, 4, 4, 4])
    }

    @Test func `after an anchor it begins with the very next line`() throws {
        try server.tick(3)
        let place = StreamPosition(FleetInstant(ticks: 2), lane: 1, .stat)
        let anchor = Anchor(identity: server.source.identity, position: place)
        let caller = try server.call()
        let lines = try server.ask(caller, #"{"op":"subscribe","after":"\#(anchor)"}"#)
        let data = lines.filter { $0.type == "stat" }
        #expect(
            data.map { "\($0.session ?? "") \($0.n ?? 0)" } == [
                "s2.0 2", "s0.0 3", "s1.0 3", "s2.0 3",
            ])
    }

    @Test func `a name stands in every line of its subscription and in no other`() throws {
        let (named, unnamed) = try (
            server.call(#"{"op":"subscribe","sub":"hr"}"#), server.call(#"{"op":"subscribe"}"#)
        )
        try server.tick()
        let (with, without) = try (named.receive(), unnamed.receive())
        #expect(with.map(\.sub) == ["hr", "hr", "hr"])
        #expect(without.map(\.sub) == [nil, nil, nil])
        let prefix = #"{"sub":"hr","#
        #expect(with.map { $0.text.replacing(prefix, with: "{") } == without.map(\.text))
    }

    @Test(arguments: [
        (#""*""#, ["s0.0", "s1.0", "s2.0"]), (#""s1""#, ["s1.0"]), (#""s2.0""#, ["s2.0"]),
        (#"["s2","s0.0"]"#, ["s0.0", "s2.0"]), (#""s1.5""#, []),
        (#"["s0","*"]"#, ["s0.0", "s1.0", "s2.0"]),
    ])
    func `only selected sessions are sent`(selected: String, sessions: [String]) throws {
        let caller = try server.call(#"{"op":"subscribe","select":{"session":\#(selected)}}"#)
        let everything = try server.call(#"{"op":"subscribe"}"#)
        try server.tick(2)
        #expect(try caller.receive().compactMap(\.session) == sessions + sessions)
        #expect(try everything.receive().count == 6)
        #expect(try !server.isReady)
    }

    @Test(arguments: [#""s1""#, #""s1.0""#, #"["s1","s1.0"]"#])
    func `lines of several instants reach who follows one lane in one write`(
        selected: String
    ) throws {
        let caller = try server.call(#"{"op":"subscribe","select":{"session":\#(selected)}}"#)
        for first in [1, 4] as [Int64] {
            for _ in 0..<3 { server.source.tick() }
            server.hub.publish()
            let charged = try chargedBytes(server.newestPeer.descriptor.raw)
            let lines = try caller.receive()
            #expect(lines.compactMap(\.session) == ["s1.0", "s1.0", "s1.0"])
            #expect(lines.compactMap(\.n) == [first, first + 1, first + 2])
            let count = lines.reduce(0) { $0 + $1.text.utf8.count + 1 }
            #expect(try charged == chargeOfOneWrite(count))
        }
    }

    @Test func `subscriptions of one shape share a channel`() throws {
        let callers = try (0..<4).map { _ in try server.call(#"{"op":"subscribe"}"#) }
        #expect(server.source.followers == [1: 4])
        #expect(server.hub.followers.keys.sorted() == [1])
        #expect(callers.count == 4)
    }

    @Test func `lines of several subscriptions leave in one write per tick`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        for (sub, every) in [("a", 1), ("b", 2), ("c", 3)] {
            _ = try server.ask(caller, #"{"op":"subscribe","sub":"\#(sub)","every":"\#(every)s"}"#)
        }
        for tick in 1...6 {
            server.source.tick()
            server.hub.publish()
            let charged = try chargedBytes(server.newestPeer.descriptor.raw)
            let lines = try caller.receive()
            let subscriptions = [1, 1, 2, 3].count { tick % $0 == 0 }
            #expect(lines.count == 3 * subscriptions)
            let count = lines.reduce(0) { $0 + $1.text.utf8.count + 1 }
            #expect(try charged == chargeOfOneWrite(count), "tick \(tick)")
        }
    }

    /// What the kernel charges for the writes that the reader has not read: it depends on their
    /// number as well as on their size, unix(7) `SIOCOUTQ`.
    private func chargedBytes(_ raw: Int32) throws -> Int32 {
        var count: Int32 = 0
        try #require(ioctl(raw, UInt(TIOCOUTQ), &count) == 0)
        return count
    }

    private func chargeOfOneWrite(_ count: Int) throws -> Int32 {
        let pair = try SocketPair()
        let bytes = [UInt8](repeating: 0, count: count)
        #expect(StreamSocket.send(to: pair.first.raw, bytes.span.bytes) == .sent(count))
        return try chargedBytes(pair.first.raw)
    }

    @Test func `an ended subscription is sent nothing and the others go on`() throws {
        let caller = try server.call(#"{"op":"subscribe","sub":"a"}"#)
        _ = try server.ask(caller, #"{"op":"subscribe","sub":"b"}"#)
        let other = try server.call(#"{"op":"subscribe"}"#)
        let answer = try server.ask(caller, #"{"id":4,"op":"unsubscribe","sub":"a"}"#)
        #expect(answer.map(\.type) == ["ok"])
        #expect(answer.map(\.sub) == ["a"])
        try server.tick()
        #expect(try caller.receive().map(\.sub) == ["b", "b", "b"])
        #expect(try other.receive().count == 3)
        #expect(server.source.followers == [1: 2])
        #expect(server.hub.counters.subscriptions == 2)
    }

    @Test func `an unnamed subscription is ended by leaving the name out`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        #expect(try server.ask(caller, #"{"op":"unsubscribe"}"#).map(\.type) == ["ok"])
        try server.tick()
        #expect(try caller.receive().isEmpty)
        #expect(server.source.followers.isEmpty)
        #expect(server.hub.followers.isEmpty)
    }

    @Test func `the answer to unsubscribe comes after the last line`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        try server.narrowNewest(lines: 8, bytes: 1 << 20)
        try server.newestPeer.outbox.open(
            subscription: 0, after: server.source.present, prefix: Array("{".utf8))
        try server.tick(60)
        try server.tell(caller, #"{"op":"unsubscribe"}"#)
        try server.tick(5)
        let lines = try server.drain(caller)
        #expect(lines.last?.type == "ok")
        #expect(lines.contains { $0.type == "gap" })
        #expect(lines.compactMap(\.n).last == 60)
    }

    @Test func `a beat goes to those who follow something and have caught up`() throws {
        let (idle, live) = try (server.call(), server.call(#"{"op":"subscribe"}"#))
        let ended = try server.call(#"{"op":"subscribe"}"#)
        _ = try server.ask(ended, #"{"op":"unsubscribe"}"#)
        try server.tick()
        _ = try live.receive()
        server.source.catchUpSlices = 3
        let replaying = try server.call()
        replaying.say(#"{"op":"subscribe"}"# + "\n")
        server.hub.handleEvents()
        server.beatOnly()
        #expect(try idle.receive().isEmpty)
        #expect(try ended.receive().isEmpty)
        let beat = try live.receive()
        #expect(beat.map(\.type) == ["beat"])
        #expect(beat.map(\.anchor) == [anchor(afterTick: 1)])
        let early = try replaying.receive()
        #expect(early.map(\.type) == ["ok", "beat"])
        #expect(early.last?.anchor == nil)
        try server.settle()
        _ = try replaying.receive()
        try server.beat()
        #expect(try replaying.receive().map(\.anchor) == [anchor(afterTick: 1)])
    }

    @Test func `a beat passes over whoever has lines to read`() throws {
        let caller = try server.call(#"{"op":"subscribe"}"#)
        try server.narrowNewest(lines: 1000, bytes: 1 << 20)
        try server.newestPeer.outbox.open(
            subscription: 0, after: server.source.present, prefix: Array("{".utf8))
        try server.tick(60)
        #expect(try !server.newestPeer.outbox.isEmpty)
        try server.beat()
        let lines = try server.drain(caller)
        #expect(lines.count == 180)
        #expect(lines.allSatisfy { $0.type == "stat" })
        try server.beat()
        #expect(try caller.receive().map(\.type) == ["beat"])
    }

    @Test func `peers that vanish while lines are sent do not disturb the others`() throws {
        let callers = try (0..<9).map {
            try server.call(#"{"op":"subscribe","every":"\#($0 % 2 + 1)s"}"#)
        }
        let plural = try (0..<3).map { _ in try server.call(#"{"op":"subscribe","sub":"a"}"#) }
        for caller in plural {
            _ = try server.ask(caller, #"{"op":"subscribe","sub":"b","every":"2s"}"#)
        }
        for gone in [callers[0], callers[1], callers[4], callers[8], plural[1]] { gone.hangUp() }
        // The hub has not been told: it finds out in the middle of the tick.
        server.source.tick()
        server.hub.publish()
        server.source.tick()
        server.hub.publish()
        for (index, caller) in callers.enumerated() where ![0, 1, 4, 8].contains(index) {
            #expect(try caller.receive().count == (index % 2 == 0 ? 6 : 3), "caller \(index)")
        }
        for caller in [plural[0], plural[2]] { #expect(try caller.receive().count == 9) }
        #expect(server.hub.connections.count == 7)
        #expect(server.source.followers == [1: 2 + 2, 2: 3 + 2])
        try server.settle()
    }

    @Test func `the last follower may vanish while its channel's lines are sent`() throws {
        let (one, two) = try (
            server.call(#"{"op":"subscribe"}"#), server.call(#"{"op":"subscribe","every":"2s"}"#)
        )
        one.hangUp()
        two.hangUp()
        for _ in 0..<3 {
            server.source.tick()
            server.hub.publish()
        }
        #expect(server.hub.connections.isEmpty)
        #expect(server.source.followers.isEmpty)
    }

    @Test func `a peer that vanishes is found out by the beat`() throws {
        let callers = try (0..<5).map { _ in try server.call(#"{"op":"subscribe"}"#) }
        callers[1].hangUp()
        callers[3].hangUp()
        server.beatOnly()
        #expect(server.hub.connections.count == 3)
        #expect(try callers[4].receive().map(\.type) == ["beat"])
    }

    private func anchor(afterTick tick: Int64) -> String {
        Anchor(
            identity: server.source.identity,
            position: StreamPosition(after: FleetInstant(ticks: tick))
        ).description
    }
}
