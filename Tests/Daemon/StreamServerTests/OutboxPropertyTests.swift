import StreamServer
import TestSupport
import Testing

/// Whatever the reader does, the lines that arrive and the gaps between them cover what was sent.
@Suite struct OutboxPropertyTests {
    /// A reader and a daemon that do what the seed says.
    private struct Walk {
        var bench: OutboxBench
        var dice: SeededGenerator
        let lineLimit: Int
        let byteLimit: Int
        let hasControls: Bool
        var longestDelivery = 0

        init(seed: UInt64, hasControls: Bool) {
            dice = SeededGenerator(seed: seed)
            self.hasControls = hasControls
            lineLimit = dice.number(0...12)
            byteLimit = dice.number(0...300)
            bench = OutboxBench(lines: lineLimit, bytes: byteLimit, room: 0)
            for number in 0..<dice.number(1...4) { bench.open(number) }
        }

        mutating func step() {
            switch dice.number(0...9) {
            case 0...4: deliver()
            case 5...6: read()
            case 7: bench.kernel.shares = (0..<dice.number(0...3)).map { _ in dice.number(0...9) }
            case 8 where hasControls && dice.happens(oneIn: 3): reopen()
            default: bench.flush()
            }
        }

        private mutating func deliver() {
            let numbers = numbers()
            let before = bench.outbox.byteCount
            let padding = dice.number(0...30)
            longestDelivery = max(longestDelivery, numbers.count * (padding + 12))
            bench.deliver(numbers, padding: padding)
            if numbers.isEmpty { #expect(bench.outbox.byteCount <= before) }
        }

        private mutating func read() {
            bench.kernel.room = dice.happens(oneIn: 8) ? nil : dice.number(0...90)
            if dice.happens(oneIn: 2) { bench.flush() }
        }

        private mutating func reopen() {
            let number = dice.number(0...4)
            if bench.ledger.openNumbers.contains(number) { bench.close(number) }
            if dice.happens(oneIn: 2) { bench.open(number) }
        }

        private mutating func numbers() -> [Int?] {
            let open = bench.ledger.openNumbers
            return (0..<dice.number(0...8)).compactMap { _ -> Int?? in
                if hasControls, dice.happens(oneIn: 5) { return .some(nil) }
                return open.isEmpty ? nil : .some(open[dice.number(0...open.count - 1)])
            }
        }
    }

    @Test(arguments: UInt64(1)...60)
    func `every line arrives once and in order or lies in a gap`(seed: UInt64) {
        var walk = Walk(seed: seed, hasControls: true)
        for _ in 0..<250 { walk.step() }
        #expect(walk.bench.faults() == [], "seed \(seed)")
        #expect(walk.bench.ledger.dataLineCount > 50, "seed \(seed) is too tame")
    }

    @Test(arguments: UInt64(1)...40)
    func `memory stays within the limit and one delivery`(seed: UInt64) {
        var walk = Walk(seed: seed, hasControls: false)
        // A gap takes some 130 bytes, and so does a warning; each of four subscriptions has one
        // ready at most per flush.
        for _ in 0..<250 {
            walk.step()
            let bound = walk.byteLimit + walk.longestDelivery + 5 * 130
            #expect(walk.bench.outbox.byteCount <= bound, "seed \(seed)")
        }
        #expect(walk.bench.faults() == [], "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...20)
    func `a reader that never reads costs the limit and one gap`(seed: UInt64) {
        var walk = Walk(seed: seed, hasControls: false)
        for _ in 0..<200 {
            walk.bench.deliver([0], padding: walk.dice.number(0...30))
            #expect(walk.bench.outbox.byteCount <= walk.byteLimit, "seed \(seed)")
        }
        #expect(walk.bench.faults() == [], "seed \(seed)")
        #expect(walk.bench.ledger.gaps(in: walk.bench.kernel.taken).count == 1, "seed \(seed)")
    }

    @Test(arguments: 0...3)
    func `wherever the kernel cuts twice no line is torn`(lineLimit: Int) {
        let offers: [[Int?]] = [[0, 1], [nil], [0, nil, 1], [1, 0]]
        for first in 0...40 {
            for second in 0...24 {
                var bench = OutboxBench(lines: lineLimit)
                bench.open(0)
                bench.open(1)
                bench.kernel.shares = [first, 0, second, 0]
                for offer in offers {
                    bench.deliver(offer)
                    if offer.count == 1 { bench.flush() }
                }
                #expect(bench.faults() == [], "cuts at \(first) and \(second)")
            }
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `a connection that closes at any moment is said and never trapped on`(seed: UInt64) {
        var walk = Walk(seed: seed, hasControls: true)
        for _ in 0..<walk.dice.number(0...100) { walk.step() }
        walk.bench.kernel.room = 0
        walk.bench.deliver([nil])
        walk.bench.kernel.isClosed = true
        walk.bench.kernel.shares = []
        #expect(walk.bench.flush() == .closed, "seed \(seed)")
        for _ in 0..<50 { walk.step() }
        #expect(walk.bench.flush() != .drained, "seed \(seed)")
    }
}
