import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Beats come as often as promised, not to all at once, and to nobody who is sent lines.
@Suite struct StreamHubBeatsTests {
    private let server: ScriptedHub
    private let callers: [ScriptedClient]

    init() throws {
        let server = try ScriptedHub()
        // So many that there are turns of two, whatever descriptors other tests have.
        callers = try (0..<140).map { _ in try server.call(#"{"op":"subscribe"}"#) }
        self.server = server
        server.beatOnly()
        for caller in callers { _ = try caller.receive() }
    }

    /// At every 20 ms of the given span, how many beats came; and to each caller how many in all.
    private func beats(
        _ ticks: StrideTo<Int64>
    ) throws -> (byTick: [Int], byCaller: [Int]) {
        var byTick: [Int] = []
        var byCaller = callers.map { _ in 0 }
        for tick in ticks {
            server.hub.beat(at: Self.start + .milliseconds(tick * 20))
            let counts = try callers.map { caller in
                try caller.receive().count { $0.type == "beat" }
            }
            byTick.append(counts.reduce(0, +))
            for (index, count) in counts.enumerated() { byCaller[index] += count }
        }
        return (byTick, byCaller)
    }

    private static var start: MonotonicInstant { .zero + .seconds(ProtocolLimits.beatSeconds) }
    private static var ticksPerBeat: Int64 { Int64(ProtocolLimits.beatSeconds) * 50 }

    @Test func `each peer has one in the time between two, and few have it at once`() throws {
        let (byTick, byCaller) = try beats(stride(from: 1, to: 1 + Self.ticksPerBeat * 3, by: 1))
        #expect(byCaller.allSatisfy { $0 == 3 })
        let peers = Dictionary(grouping: server.hub.connections.all) { peer in
            Int64(peer.token.descriptor) % (Self.ticksPerBeat / 2)
        }
        #expect(byTick.max() == peers.values.map(\.count).max())
        #expect(byTick.reduce(0, +) == 3 * callers.count)
    }

    @Test func `ticks that have not come are made good, those of a long sleep once`() throws {
        let late = try beats(stride(from: 10, to: Self.ticksPerBeat + 1, by: 10))
        #expect(late.byCaller.allSatisfy { $0 == 1 })
        let hour = try beats(stride(from: 180_000, to: 180_001, by: 1))
        #expect(hour.byCaller.allSatisfy { $0 == 1 })
    }

    @Test func `whoever is sent lines has none, and one soon after the last of them`() throws {
        var tick: Int64 = 1
        // A line every second, for longer than a connection would wait for a beat.
        for _ in 0..<3 * ProtocolLimits.beatSeconds {
            let (byTick, _) = try beats(stride(from: tick, to: tick + 50, by: 1))
            #expect(byTick.allSatisfy { $0 == 0 })
            tick += 50
            server.source.tick()
            server.hub.publish()
            for caller in callers { #expect(try caller.receive().map(\.type) == ["stat", "stat"]) }
        }
        let half = try beats(stride(from: tick, to: tick + Self.ticksPerBeat / 2, by: 1))
        #expect(half.byTick.allSatisfy { $0 == 0 })
        tick += Self.ticksPerBeat / 2
        let rest = try beats(stride(from: tick, to: tick + Self.ticksPerBeat / 2, by: 1))
        #expect(rest.byCaller.allSatisfy { $0 == 1 })
    }

    @Test func `who says nothing more waits no longer than the others`() throws {
        let half = Self.ticksPerBeat / 2
        _ = try beats(stride(from: 1, to: 1 + half, by: 1))
        for caller in callers { caller.finishSaying() }
        try server.settle()
        let rest = try beats(stride(from: 1 + half, to: 1 + 2 * half, by: 1))
        #expect(rest.byCaller.allSatisfy { $0 == 1 })
    }

    @Test func `with several subscriptions there are beats beside the lines`() throws {
        let caller = try server.call(#"{"op":"subscribe","sub":"a"}"#)
        _ = try server.ask(caller, #"{"op":"subscribe","sub":"b","every":"2s"}"#)
        var tick: Int64 = 1
        for _ in 0..<3 * ProtocolLimits.beatSeconds {
            _ = try beats(stride(from: tick, to: tick + 50, by: 1))
            tick += 50
            server.source.tick()
            server.hub.publish()
        }
        #expect(try caller.receive().count { $0.type == "beat" } == 3)
    }

    @Test func `who waits for an answer that takes long hears a beat, without an anchor`() throws {
        let server = try ScriptedHub()
        server.source.answerSlices = 1_000_000
        let (caller, idle) = (try server.call(), try server.call())
        caller.say("{\"id\":7,\"op\":\"query\",\"from\":\"2026-03-01\",\"limit\":2}\n")
        caller.say("{\"id\":8,\"op\":\"query\",\"from\":\"2026-03-01\",\"limit\":2}\n")
        server.hub.handleEvents()
        for _ in 0..<50 { #expect(server.hub.pump()) }
        for half in 0..<6 {
            server.beatOnly()
            server.hub.beat(at: .zero + .seconds(100) + .milliseconds(2500 * half))
        }
        let lines = try caller.receive()
        #expect(lines.count >= 3 && lines.allSatisfy { $0.type == "beat" && $0.anchor == nil })
        #expect(try idle.receive().isEmpty)
    }

    @Test func `a clock that stands still brings none`() throws {
        let (byTick, _) = try beats(stride(from: 0, to: 1, by: 1))
        #expect(byTick == [0])
    }
}
