import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How much memory the lines that wait take, for one connection and for all together.
@Suite struct WaitingMemoryTests {
    @Test(arguments: UInt64(1)...40)
    func `an outbox holds no more memory than its room`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var bench = OutboxBench(room: 0)
        bench.outboxRoom = dice.number(0...20_000)
        for number in 0..<2 { bench.open(number) }
        for step in 0..<300 {
            let padding = dice.number(0...200)
            bench.deliver((0..<dice.number(1...20)).map { $0 % 2 }, padding: padding)
            bench.kernel.room = dice.happens(oneIn: 3) ? dice.number(0...3_000) : 0
            // The rest of a line that the kernel has begun, and the gaps, have room of their own.
            let beyond = 2 * (padding + 20) + 1_024
            #expect(
                bench.outbox.heldBytes <= bench.outboxRoom + beyond, "seed \(seed), step \(step)")
            if dice.happens(oneIn: 2) { bench.flush() }
        }
        #expect(bench.faults() == [], "seed \(seed)")
        #expect(bench.outbox.heldBytes == 0, "seed \(seed)")
    }

    @Test func `a line is sent, lost or waiting, and nothing else`() {
        var bench = OutboxBench(lines: 4, room: 0)
        bench.open(0)
        bench.open(1)
        bench.deliver([0, 1, 0, nil, 1, 0])
        bench.kernel.room = 10
        bench.flush()
        bench.close(1)
        bench.deliver([0, 0, 0])
        #expect(bench.faults() == [])
        let counts = bench.outbox.counts
        #expect(counts.linesSent + counts.linesLost == Int64(bench.ledger.dataLineCount))
        #expect(counts.linesLost > 0)
        #expect(counts.gaps == Int64(bench.ledger.gaps(in: bench.kernel.taken).count))
        #expect(counts.bytesSent == Int64(bench.kernel.taken.count))
    }

    /// A hub with little memory, and a reader that does not read.
    private func server(waitingBytes: Int) throws -> ScriptedHub {
        var limits = HubLimits.announced
        limits.waitingBytes = waitingBytes
        return try ScriptedHub(lanes: 20, padding: 300, limits: limits)
    }

    private func stall(_ server: ScriptedHub, _ request: String) throws -> ScriptedClient {
        let caller = try server.call(request)
        try server.narrowNewest(lines: 32_768, bytes: 8 << 20)
        // A new outbox knows nothing of the subscription.
        let peer = try server.newestPeer
        for (number, subscription) in peer.subscriptions.enumerated() {
            guard let subscription else { continue }
            peer.outbox.open(
                subscription: number, after: server.source.present, prefix: subscription.prefix)
        }
        return caller
    }

    @Test func `when the memory for all is full only the one that grows loses lines`() throws {
        let server = try server(waitingBytes: 200_000)
        let resting = try stall(server, #"{"op":"subscribe","every":"50s"}"#)
        let rested = try server.newestPeer
        try server.tick(100)
        let held = rested.outbox.heldBytes
        #expect(held > 0)
        let growing = try stall(server, #"{"op":"subscribe"}"#)
        let grown = try server.newestPeer
        for tick in 1...49 {
            try server.tick()
            #expect(server.hub.counters.waiting.bytes <= 200_000 + 2_048, "tick \(tick)")
        }
        #expect(server.hub.counters.waiting.bytes == held + grown.outbox.heldBytes)
        #expect(server.hub.counters.waiting.bytesMax > 100_000)
        #expect(rested.outbox.heldBytes == held)
        #expect(rested.outbox.counts.linesLost == 0)
        #expect(grown.outbox.counts.linesLost > 100)
        // What it got and what its gaps say is all that there was.
        let lines = try server.drain(growing)
        let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
        #expect(lost + lines.count { $0.type == "stat" } == 49 * 20)
        #expect(try server.drain(resting).count { $0.type == "stat" } == 2 * 20)
        #expect(server.hub.counters.waiting.bytes == 0)
        #expect(server.hub.counters.lines.linesSent == Int64(51 * 20 - lost))
        #expect(server.hub.counters.lines.gaps == 1)
    }

    @Test func `what waits for someone who leaves waits no more`() throws {
        let server = try server(waitingBytes: 200_000)
        let caller = try stall(server, #"{"op":"subscribe"}"#)
        try server.tick(20)
        #expect(server.hub.counters.waiting.bytes > 0)
        caller.hangUp()
        try server.settle()
        #expect(server.hub.connections.isEmpty)
        #expect(server.hub.counters.waiting.bytes == 0)
    }

    @Test func `whoever reads is answered although the memory for all is full`() throws {
        let server = try server(waitingBytes: 10_000)
        let stalled = try stall(server, #"{"op":"subscribe"}"#)
        let reader = try server.call()
        try server.tick(30)
        #expect(try server.ask(reader, #"{"op":"describe"}"#).map(\.type) == ["describe"])
        // Whoever does not read is not heard meanwhile.
        stalled.say("status\n")
        try server.settle()
        #expect(server.hub.counters.requests == 2)
        #expect(try server.drain(stalled).last?.type == "status")
        #expect(server.hub.counters.requests == 3)
    }
}
