import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// A source without a schedule that waits for its readers.
@Suite struct WaitingReaderTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub(lanes: 3, padding: 300) }

    private func call(_ policy: String = "wait", sub: String? = nil) throws -> ScriptedClient {
        let caller = try server.call()
        try server.narrowNewest(lines: 1_000, bytes: 1 << 20)
        let name = sub.map { #""sub":"\#($0)","# } ?? ""
        try server.tell(
            caller, #"{"op":"subscribe",\#(name)"queue":{"policy":"\#(policy)"}}"#)
        return caller
    }

    /// Lets time go on as far as readers allow, at most to a tick.
    private func fly(upTo tick: Int64) throws {
        while !server.hub.isHeldUp, server.source.now < tick { try server.tick() }
    }

    private func numbers(_ lines: [JSONLine], session: String = "s1.0") -> [Int64] {
        lines.filter { $0.type == "stat" && $0.session == session }.compactMap(\.n)
    }

    @Test(arguments: UInt64(1)...8)
    func `if all ask for it no line is lost, however slow the slowest`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let callers = try (0..<dice.number(1...4)).map { number in
            try call(sub: number == 0 ? nil : "n\(number)")
        }
        var lines = callers.map { _ in [JSONLine]() }
        var stops = 0
        for _ in 0..<2_000 where server.source.now < 150 {
            try fly(upTo: 150)
            stops += server.hub.isHeldUp ? 1 : 0
            let reader = dice.number(0...callers.count - 1)
            lines[reader] += try callers[reader].receive(atMost: dice.number(1...4_000))
            try server.settle()
        }
        #expect(stops > 0, "seed \(seed) is too tame")
        #expect(server.source.now == 150, "seed \(seed)")
        for (place, caller) in callers.enumerated() {
            let all = try lines[place] + server.drain(caller)
            #expect(numbers(all) == Array(1...150), "seed \(seed)")
            #expect(all.allSatisfy { $0.type != "gap" }, "seed \(seed)")
        }
        #expect(server.hub.counters.lines.linesLost == 0, "seed \(seed)")
        #expect(!server.hub.isHeldUp, "seed \(seed)")
    }

    @Test func `nothing is to do while a reader is waited for, until it reads`() throws {
        let caller = try call()
        try fly(upTo: 1_000)
        #expect(server.hub.isHeldUp)
        #expect(server.source.now < 100)
        #expect(try !server.isReady)
        #expect(!server.hub.pump())
        _ = caller.receiveBytes()
        #expect(try server.isReady)
        try server.settle()
        #expect(!server.hub.isHeldUp)
    }

    @Test func `as soon as one does not ask for it nobody is waited for`() throws {
        let waiting = try call()
        try fly(upTo: 1_000)
        #expect(server.hub.isHeldUp)
        let other = try call("drop_oldest")
        #expect(!server.hub.isHeldUp)
        try server.tick(600)
        #expect(!server.hub.isHeldUp)
        other.hangUp()
        try server.settle()
        #expect(server.hub.isHeldUp)
        let lines = try server.drain(waiting)
        #expect(lines.count { $0.type == "gap" } == 1)
        #expect(numbers(lines).last == server.source.now)
    }

    @Test func `a reader that has stalled is not waited for, nor one that leaves`() throws {
        let stalled = try call()
        try fly(upTo: 1_000)
        #expect(server.hub.isHeldUp)
        for second in Int64(0)...31 {
            server.hub.endStalled(at: MonotonicInstant(microseconds: second * 1_000_000))
        }
        #expect(server.hub.counters.byes[.stalled] == 1)
        #expect(server.hub.counters.connectionsWaiting == 1)
        #expect(!server.hub.isHeldUp)
        let leaving = try call(sub: "a")
        try fly(upTo: server.source.now + 1_000)
        #expect(server.hub.isHeldUp)
        leaving.hangUp()
        try server.settle()
        #expect(!server.hub.isHeldUp && !server.hub.isFollowed)
        withExtendedLifetime(stalled) {}
    }

    @Test func `who has unsubscribed is not waited for with what is left to be read`() throws {
        let caller = try call(sub: "a")
        try fly(upTo: 1_000)
        #expect(server.hub.isHeldUp)
        caller.say(#"{"op":"unsubscribe","sub":"a"}"# + "\n")
        try server.settle()
        #expect(!server.hub.isFollowed && !server.hub.isHeldUp)
        #expect(server.hub.counters.connectionsWaiting == 1)
        #expect(try server.drain(caller).last?.type == "ok")
    }

    @Test func `one that catches up is waited for as well`() throws {
        try server.tick(400)
        let caller = try call()
        let late = try server.call()
        try server.narrowNewest(lines: 1_000, bytes: 1 << 20)
        try server.tell(
            late, #"{"op":"subscribe","sub":"b","after":"start","queue":{"policy":"wait"}}"#)
        #expect(server.hub.isHeldUp)
        let lines = try server.read(late, upTo: "live", atMost: 10_000)
        #expect(numbers(lines) == Array(1...400))
        withExtendedLifetime(caller) {}
    }
}
