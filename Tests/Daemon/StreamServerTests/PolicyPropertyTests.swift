import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Whatever the reader does and whichever the policies: what comes, what is said to be replaced and
/// what gaps announce is all that there was.
@Suite struct PolicyPropertyTests {
    /// A reader and a daemon that do what the seed says.
    private struct Walk {
        var bench: PolicyBench
        var dice: SeededGenerator
        let lanes: Int
        let lineLimit: Int
        let byteLimit: Int

        init(seed: UInt64, _ policies: [QueuePolicy]) {
            dice = SeededGenerator(seed: seed)
            lanes = dice.number(1...6)
            lineLimit = dice.number(1...40)
            byteLimit = dice.number(200...6_000)
            bench = PolicyBench(lines: lineLimit, bytes: byteLimit, room: 0)
            for policy in policies { bench.open(policy) }
        }

        mutating func step() {
            switch dice.number(0...9) {
            case 0...4: deliver()
            case 5...6: bench.kernel.room = dice.happens(oneIn: 8) ? nil : dice.number(0...900)
            case 7: bench.kernel.shares = (0..<dice.number(0...3)).map { _ in dice.number(0...90) }
            default: bench.flush()
            }
        }

        private mutating func deliver() {
            let all: [StreamPosition.Rank] = [.sample, .phase, .stat, .end]
            var wanted: [(lane: LaneID, rank: StreamPosition.Rank)] = []
            for lane in 0..<LaneID(index: lanes) {
                let odds = [3, 12, 2, 30]
                for (rank, odds) in zip(all, odds) where dice.happens(oneIn: odds) {
                    wanted.append((lane, rank))
                }
            }
            let tracks = bench.ledger.tracks.indices.filter { _ in !dice.happens(oneIn: 4) }
            bench.deliver(wanted, to: tracks, padding: dice.number(0...60))
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `drop_oldest and newest side by side lose nothing in silence`(seed: UInt64) throws {
        var walk = Walk(seed: seed, [.newest, .dropOldest, .newest])
        for _ in 0..<200 { walk.step() }
        let faults = try walk.bench.faults()
        #expect(faults == [], "seed \(seed)")
        let counts = walk.bench.outbox.counts
        #expect(counts.linesReplaced + counts.linesLost > 20, "seed \(seed) is too tame")
    }

    @Test(arguments: UInt64(1)...20)
    func `of a session and kind one line waits at most, and never one that is no measurement goes`(
        seed: UInt64
    ) throws {
        var walk = Walk(seed: seed, [.newest])
        walk.bench.outbox = Outbox(
            OutboxRules(PolicyLedger.identity, lines: 131_072, bytes: 32 << 20))
        let position = walk.bench.ledger.tracks[0].beginning
        walk.bench.outbox.open(
            subscription: 0, after: position, prefix: Array("{\"sub\":\"q0\",".utf8),
            policy: .newest)
        walk.bench.outbox.goLive(subscription: 0)
        for _ in 0..<200 { walk.step() }
        let faults = try walk.bench.faults()
        #expect(faults == [], "seed \(seed)")
        #expect(walk.bench.outbox.counts.linesLost == 0, "seed \(seed)")
        #expect(walk.bench.outbox.counts.linesReplaced > 4, "seed \(seed) is too tame")
    }

    @Test(arguments: UInt64(1)...40)
    func `under close everything comes up to the goodbye`(seed: UInt64) throws {
        var walk = Walk(seed: seed, [.close, .newest])
        for _ in 0..<200 { walk.step() }
        for _ in 0..<200 where !walk.bench.isFull {
            walk.bench.kernel.room = 0
            walk.step()
        }
        let isFull = walk.bench.isFull
        let faults = try walk.bench.faults()
        #expect(faults == [], "seed \(seed)")
        #expect(isFull, "seed \(seed) is too tame")
    }

    @Test(arguments: UInt64(1)...30)
    func `memory and what waits stay within their limits`(seed: UInt64) throws {
        var walk = Walk(seed: seed, [.newest, .dropOldest, .newest])
        walk.bench.outboxRoom = walk.dice.number(0...8_000)
        for step in 0..<200 {
            walk.step()
            // The rest of a line that the kernel has begun, gaps and a warning are beyond.
            let (held, count) = (walk.bench.outbox.heldBytes, walk.bench.outbox.byteCount)
            #expect(held <= walk.bench.outboxRoom + 2_048, "seed \(seed), step \(step)")
            #expect(count <= walk.byteLimit + 1_024, "seed \(seed), step \(step)")
        }
        let faults = try walk.bench.faults()
        #expect(faults == [], "seed \(seed)")
    }

    @Test(arguments: [QueuePolicy.dropOldest, .newest, .close], 1...4)
    func `wherever the kernel cuts twice no line is torn`(policy: QueuePolicy, limit: Int) throws {
        for first in stride(from: 0, through: 180, by: 7) {
            for second in stride(from: 0, through: 90, by: 13) {
                var bench = PolicyBench(lines: limit)
                bench.open(policy)
                bench.kernel.shares = [first, 0, second, 0]
                for tick in 0..<5 {
                    bench.deliver([(0, .stat), (1, tick == 2 ? .phase : .stat)], to: [0])
                    if tick % 2 == 1 { bench.flush() }
                }
                let faults = try bench.faults()
                #expect(faults == [], "cuts at \(first) and \(second)")
            }
        }
    }
}
