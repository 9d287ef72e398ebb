import TestSupport
import Testing
import WireProtocol

@testable import StreamServer

/// A source without a schedule that waits for its readers.
@Suite struct WaitingReaderTests {
    private let station: Station

    init() throws { station = try Station(lanes: 3, padding: 300) }

    private func call(_ policy: String = "wait", sub: String? = nil) throws -> Caller {
        let caller = try station.call()
        try station.narrowNewest(lines: 1_000, bytes: 1 << 20)
        let name = sub.map { #""sub":"\#($0)","# } ?? ""
        try station.tell(
            caller, #"{"op":"subscribe",\#(name)"queue":{"policy":"\#(policy)"}}"#)
        return caller
    }

    /// Lets time go on as far as readers allow, at most to a tick.
    private func fly(upTo tick: Int64) throws {
        while !station.hub.isHeldUp, station.source.now < tick { try station.tick() }
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
        for _ in 0..<2_000 where station.source.now < 150 {
            try fly(upTo: 150)
            stops += station.hub.isHeldUp ? 1 : 0
            let reader = dice.number(0...callers.count - 1)
            lines[reader] += try callers[reader].receive(atMost: dice.number(1...4_000))
            try station.settle()
        }
        #expect(stops > 0, "seed \(seed) is too tame")
        #expect(station.source.now == 150, "seed \(seed)")
        for (place, caller) in callers.enumerated() {
            let all = try lines[place] + station.drain(caller)
            #expect(numbers(all) == Array(1...150), "seed \(seed)")
            #expect(all.allSatisfy { $0.type != "gap" }, "seed \(seed)")
        }
        #expect(station.hub.counters.lines.linesLost == 0, "seed \(seed)")
        #expect(!station.hub.isHeldUp, "seed \(seed)")
    }

    @Test func `nothing is to do while a reader is waited for, until it reads`() throws {
        let caller = try call()
        try fly(upTo: 1_000)
        #expect(station.hub.isHeldUp)
        #expect(station.source.now < 100)
        #expect(try !station.isReady)
        #expect(!station.hub.pump())
        _ = caller.receiveBytes()
        #expect(try station.isReady)
        try station.settle()
        #expect(!station.hub.isHeldUp)
    }

    @Test func `as soon as one does not ask for it nobody is waited for`() throws {
        let waiting = try call()
        try fly(upTo: 1_000)
        #expect(station.hub.isHeldUp)
        let other = try call("drop_oldest")
        #expect(!station.hub.isHeldUp)
        try station.tick(600)
        #expect(!station.hub.isHeldUp)
        other.hangUp()
        try station.settle()
        #expect(station.hub.isHeldUp)
        let lines = try station.drain(waiting)
        #expect(lines.count { $0.type == "gap" } == 1)
        #expect(numbers(lines).last == station.source.now)
    }

    @Test func `a reader that has stalled is not waited for, nor one that leaves`() throws {
        let stalled = try call()
        try fly(upTo: 1_000)
        #expect(station.hub.isHeldUp)
        for second in Int64(0)...31 { station.hub.endStalled(at: second * 1_000_000) }
        #expect(station.hub.counters.byes[.stalled] == 1)
        #expect(station.hub.counters.connectionsWaiting == 1)
        #expect(!station.hub.isHeldUp)
        let leaving = try call(sub: "a")
        try fly(upTo: station.source.now + 1_000)
        #expect(station.hub.isHeldUp)
        leaving.hangUp()
        try station.settle()
        #expect(!station.hub.isHeldUp && !station.hub.isFollowed)
        withExtendedLifetime(stalled) {}
    }

    @Test func `who has unsubscribed is not waited for with what is left to be read`() throws {
        let caller = try call(sub: "a")
        try fly(upTo: 1_000)
        #expect(station.hub.isHeldUp)
        caller.say(#"{"op":"unsubscribe","sub":"a"}"# + "\n")
        try station.settle()
        #expect(!station.hub.isFollowed && !station.hub.isHeldUp)
        #expect(station.hub.counters.connectionsWaiting == 1)
        #expect(try station.drain(caller).last?.type == "ok")
    }

    @Test func `one that catches up is waited for as well`() throws {
        try station.tick(400)
        let caller = try call()
        let late = try station.call()
        try station.narrowNewest(lines: 1_000, bytes: 1 << 20)
        try station.tell(
            late, #"{"op":"subscribe","sub":"b","after":"start","queue":{"policy":"wait"}}"#)
        #expect(station.hub.isHeldUp)
        let lines = try station.read(late, upTo: "live", atMost: 10_000)
        #expect(numbers(lines) == Array(1...400))
        withExtendedLifetime(caller) {}
    }
}
