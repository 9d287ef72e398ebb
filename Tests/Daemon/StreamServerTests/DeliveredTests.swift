import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Which lines count for the lateness of sends, when, and as due when.
@Suite struct DeliveredTests {
    private let second = MonotonicInstant(microseconds: 1_000_000)

    private func lines(_ delivered: Delivered) -> [MonotonicInstant: Int] {
        Dictionary(delivered.runs.map { ($0.due, $0.lines) }, uniquingKeysWith: +)
    }

    @Test func `neighbours that were due at once are one run`() {
        var delivered = Delivered()
        for due: MonotonicInstant in [7, 7, 9, 7] { delivered.add(2, due: due) }
        #expect(delivered.runs.map(\.lines) == [4, 2, 2])
        #expect(delivered.runs.map(\.due) == [7, 9, 7])
    }

    @Test func `no lines and lines of a catch-up are nothing to note`() {
        var delivered = Delivered()
        delivered.add(0, due: 7)
        delivered.add(3, due: nil)
        #expect(delivered.isEmpty)
    }

    @Test func `a portion is full after 256 lines and begins anew`() {
        var delivered = Delivered()
        delivered.add(200, due: 1)
        delivered.add(55, due: 2)
        #expect(!delivered.isPortion)
        delivered.add(1, due: 3)
        #expect(delivered.isPortion)
        delivered.removeAll()
        #expect(delivered.isEmpty)
        #expect(!delivered.isPortion)
    }

    @Test func `lines that the kernel takes at once count at once, control lines never`() {
        var bench = OutboxBench()
        bench.open(0)
        bench.deliver([0, nil, 0], due: 5_000_000)
        #expect(lines(bench.delivered) == [5_000_000: 2])
    }

    @Test func `lines that wait for two seconds count when they have left`() {
        var bench = OutboxBench(room: 0)
        bench.open(0)
        for due in [.zero, second] { bench.deliver([0, nil, 0, 0], due: due) }
        #expect(bench.delivered.isEmpty)
        bench.kernel.room = nil
        bench.flush()
        #expect(lines(bench.delivered) == [0: 3, second: 3])
        #expect(bench.delivered.runs.map(\.due) == [0, second])
        bench.flush()
        #expect(lines(bench.delivered) == [0: 3, second: 3])
    }

    @Test func `lines of a catch-up do not count, nor make live lines late that follow them`() {
        var bench = OutboxBench(room: 30)
        bench.open(0)
        bench.deliver([0, 0, 0])
        bench.deliver([0], due: second)
        bench.kernel.room = nil
        bench.flush()
        #expect(lines(bench.delivered) == [second: 1])
        #expect(bench.faults() == [])
    }

    @Test func `a line counts with its last byte, however it is cut`() {
        for padding in [0, 40] {
            var bench = OutboxBench(room: 0)
            bench.open(0)
            bench.deliver([0, 0, 0], padding: padding, due: second)
            while !bench.outbox.isEmpty {
                bench.kernel.room = 1
                bench.flush()
                let ends = bench.kernel.taken.count { $0 == UInt8(ascii: "\n") }
                #expect(bench.delivered.runs.reduce(0) { $0 + $1.lines } == ends)
            }
            #expect(lines(bench.delivered) == [second: 3])
        }
    }

    @Test func `the first lines of a write that the kernel cuts count, and its rest later`() {
        var whole = OutboxBench()
        whole.open(0)
        whole.deliver([0, 0, 0], due: second)
        let bytes = whole.kernel.taken
        for cut in 1..<bytes.count {
            var bench = OutboxBench(room: cut)
            bench.open(0)
            bench.deliver([0, 0, 0], due: second)
            let ends = bytes[..<cut].count { $0 == UInt8(ascii: "\n") }
            #expect(lines(bench.delivered)[second, default: 0] == ends, "cut at \(cut)")
            bench.kernel.room = nil
            bench.flush()
            #expect(lines(bench.delivered) == [second: 3], "cut at \(cut)")
        }
    }

    @Test(arguments: UInt64(1)...30)
    func `every live line that is not lost counts once, as due when it was`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var bench = OutboxBench(room: dice.number(0...500))
        var expected: [MonotonicInstant: Int] = [:]
        for number in 0..<3 { bench.open(number) }
        for step in 0..<200 {
            let due = dice.happens(oneIn: 3) ? nil : MonotonicInstant(microseconds: Int64(step / 3))
            let numbers = (0..<dice.number(1...6)).map { $0 == 3 ? nil : $0 % 3 }
            bench.deliver(numbers, padding: dice.number(0...60), due: due)
            if let due { expected[due, default: 0] += numbers.count { $0 != nil } }
            guard dice.happens(oneIn: 2) else { continue }
            bench.kernel.room = dice.number(0...1_500)
            bench.flush()
        }
        #expect(bench.faults() == [], "seed \(seed)")
        #expect(bench.outbox.counts.linesLost == 0, "seed \(seed)")
        #expect(lines(bench.delivered) == expected, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...30)
    func `lines that are dropped or replaced never count`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var bench = PolicyBench(lines: dice.number(2...12), room: 0)
        bench.open(.newest)
        bench.open(.dropOldest)
        for step in 0..<200 {
            bench.deliver(
                [(dice.lane(0...2), .stat)], to: [0, 1],
                due: MonotonicInstant(microseconds: Int64(step)))
            guard dice.happens(oneIn: 4) else { continue }
            bench.kernel.room = dice.number(0...900)
            bench.flush()
        }
        #expect(try bench.faults() == [], "seed \(seed)")
        let counts = bench.outbox.counts
        #expect(counts.linesLost > 0 && counts.linesReplaced > 0, "seed \(seed) is too tame")
        let left = bench.delivered.runs.reduce(0) { $0 + $1.lines }
        #expect(Int64(left) == counts.linesSent, "seed \(seed)")
    }

    @Test func `lines of a subscription that has ended count too`() {
        var bench = OutboxBench(lines: 2, room: 0)
        bench.open(0)
        bench.open(1)
        bench.deliver([0, 0], due: 3)
        bench.close(0)
        // These push the others out of the queue, which nothing drops any more.
        for due: MonotonicInstant in [4, 5, 6] { bench.deliver([1], due: due) }
        #expect(bench.faults() == [])
        #expect(lines(bench.delivered).values.reduce(0, +) == 4)
        #expect(lines(bench.delivered)[3] == 2)
    }
}
