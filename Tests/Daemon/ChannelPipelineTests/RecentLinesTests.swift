import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

@Suite struct RecentLinesTests {
    /// A block of lines at one instant, one for each lane.
    private func block(at tick: Int64, lanes: Int, padding: Int) -> LineBlock {
        var block = LineBlock()
        for lane in (0..<lanes).map(LaneID.init(index:)) {
            block.bytes.append("{\"tick\":")
            block.bytes.appendInteger(tick)
            block.bytes.append(",\"lane\":")
            block.bytes.appendInteger(Int64(lane.index))
            block.bytes.append(bytes: Array(repeating: UInt8(ascii: " "), count: padding))
            block.bytes.append("}\n")
            block.endLine(
                at: StreamPosition(FleetInstant(ticks: tick), lane: lane, .stat), lap: 0)
        }
        return block
    }

    private func lines(_ block: borrowing LineBlock) -> [Substring] {
        block.bytes.text.split(separator: "\n")
    }

    @Test(arguments: UInt64(1)...20)
    func `what it has is every line after a point, in portions of any size`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let start = StreamPosition(after: FleetInstant(ticks: 100))
        var recent = RecentLines(since: start)
        var all: [(position: StreamPosition, text: Substring)] = []
        for tick in Int64(101)...400 {
            let padding = dice.happens(oneIn: 40) ? 20_000 : dice.number(100...400)
            let made = block(at: tick, lanes: dice.number(0...4), padding: padding)
            recent.append(made)
            for (entry, text) in zip(made.entries, lines(made)) {
                all.append((entry.position, text))
            }
            // Looking at every third tick is enough, and takes a third of the time.
            guard tick % 3 == 0 else { continue }
            let after = max(dice.pick(all.map(\.position) + [start]), recent.since)
            let expected = all.filter { $0.position > after }.map(\.text)
            var found: [Substring] = []
            var position = after
            for _ in 0..<500 {
                var portion = LineBlock()
                let bytes = dice.number(1...30_000)
                guard
                    let last = recent.recall(
                        after: position, bytes: bytes, isPaced: true, into: &portion)
                else { break }
                #expect(portion.entries.last?.position == last)
                #expect(portion.entries.last?.end == portion.bytes.count)
                found += lines(portion)
                position = last
            }
            #expect(found == expected, "seed \(seed), tick \(tick)")
        }
    }

    @Test func `half of the limit at least is there, and never more than all`() {
        var recent = RecentLines(since: StreamPosition(bits: 0))
        let made = block(at: 1, lanes: 1, padding: 300).bytes.count
        for tick in Int64(1)...2000 {
            recent.append(block(at: tick, lanes: 1, padding: 300))
            var everything = LineBlock()
            _ = recent.recall(after: recent.since, bytes: .max, isPaced: true, into: &everything)
            #expect(everything.bytes.count <= RecentLines.limitBytes)
            let least = min(Int(tick) * made, RecentLines.limitBytes / 2) - made - 3
            #expect(everything.bytes.count >= least, "tick \(tick)")
        }
    }

    @Test func `a block that is too large leaves nothing behind but what follows it`() {
        var recent = RecentLines(since: StreamPosition(bits: 0))
        recent.append(block(at: 1, lanes: 3, padding: 10))
        recent.append(block(at: 2, lanes: 3, padding: RecentLines.limitBytes))
        #expect(recent.since == StreamPosition(FleetInstant(ticks: 2), lane: 2, .stat))
        recent.append(block(at: 3, lanes: 2, padding: 10))
        var portion = LineBlock()
        _ = recent.recall(after: recent.since, bytes: .max, isPaced: true, into: &portion)
        #expect(lines(portion).count == 2)
    }
}
