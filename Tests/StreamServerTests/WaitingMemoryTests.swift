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
        for slot in 0..<2 { bench.open(slot) }
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
    private func station(waitingBytes: Int) throws -> Station {
        var limits = HubLimits()
        limits.waitingBytes = waitingBytes
        return try Station(lanes: 20, padding: 300, limits: limits)
    }

    private func stall(_ station: Station, _ request: String) throws -> Caller {
        let caller = try station.call(request)
        try station.narrowNewest(lines: 32_768, bytes: 8 << 20)
        // A new outbox knows nothing of the subscription.
        let peer = try station.newestPeer
        for (slot, subscription) in peer.subscriptions.enumerated() {
            guard let subscription else { continue }
            peer.outbox.open(
                slot: slot, after: station.source.present, prefix: subscription.prefix)
        }
        return caller
    }

    @Test func `when the memory for all is full only the one that grows loses lines`() throws {
        let station = try station(waitingBytes: 200_000)
        let resting = try stall(station, #"{"op":"subscribe","every":"50s"}"#)
        let rested = try station.newestPeer
        try station.tick(100)
        let held = rested.outbox.heldBytes
        #expect(held > 0)
        let growing = try stall(station, #"{"op":"subscribe"}"#)
        let grown = try station.newestPeer
        for tick in 1...49 {
            try station.tick()
            #expect(station.hub.counters.bytesWaiting <= 200_000 + 2_048, "tick \(tick)")
        }
        #expect(station.hub.counters.bytesWaiting == held + grown.outbox.heldBytes)
        #expect(station.hub.counters.bytesWaitingMax > 100_000)
        #expect(rested.outbox.heldBytes == held)
        #expect(rested.outbox.counts.linesLost == 0)
        #expect(grown.outbox.counts.linesLost > 100)
        // What it got and what its gaps say is all that there was.
        let lines = try station.drain(growing)
        let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
        #expect(lost + lines.count { $0.type == "stat" } == 49 * 20)
        #expect(try station.drain(resting).count { $0.type == "stat" } == 2 * 20)
        #expect(station.hub.counters.bytesWaiting == 0)
        #expect(station.hub.counters.lines.linesSent == Int64(51 * 20 - lost))
        #expect(station.hub.counters.lines.gaps == 1)
    }

    @Test func `what waits for someone who leaves waits no more`() throws {
        let station = try station(waitingBytes: 200_000)
        let caller = try stall(station, #"{"op":"subscribe"}"#)
        try station.tick(20)
        #expect(station.hub.counters.bytesWaiting > 0)
        caller.hangUp()
        try station.settle()
        #expect(station.hub.connections.isEmpty)
        #expect(station.hub.counters.bytesWaiting == 0)
    }

    @Test func `whoever reads is answered although the memory for all is full`() throws {
        let station = try station(waitingBytes: 10_000)
        let stalled = try stall(station, #"{"op":"subscribe"}"#)
        let reader = try station.call()
        try station.tick(30)
        #expect(try station.ask(reader, #"{"op":"describe"}"#).map(\.type) == ["describe"])
        // Whoever does not read is not heard meanwhile.
        stalled.say("status\n")
        try station.settle()
        #expect(station.hub.counters.requests == 2)
        #expect(try station.drain(stalled).last?.type == "status")
        #expect(station.hub.counters.requests == 3)
    }
}
