import TestSupport
import Testing
import Vocabulary

@testable import StreamAudit

@Suite struct SessionRowsTests {
    @Test(arguments: UInt64(1)...4)
    func `a lane is found when it has been inserted`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var rows = SessionRows()
        var reference: [LaneID: Int64] = [:]
        for number in 0..<Int64(700) {
            let lane = dice.chance(50) ? dice.lane(0...399) : dice.lane(600_000...862_143)
            #expect((rows.index(of: lane) == nil) == (reference[lane] == nil), "seed \(seed)")
            guard reference[lane] == nil else { continue }
            reference[lane] = number
            let index = rows.insert(SessionRows.Row(n: number, lane: lane, lap: 0))
            #expect(rows.index(of: lane) == index, "seed \(seed)")
        }
        rows.awaitAll()
        #expect(rows.count == reference.count)
        for (lane, number) in reference {
            guard let index = rows.index(of: lane) else {
                Issue.record("seed \(seed): lane \(lane) is gone")
                continue
            }
            #expect(rows[index].n == number, "seed \(seed)")
            #expect(rows[index].isAwaited, "seed \(seed)")
        }
    }

    @Test func `a row is small`() {
        #expect(MemoryLayout<SessionRows.Row>.stride <= 64)
        #expect(MemoryLayout<StreamAccount>.size <= 300)
    }
}
