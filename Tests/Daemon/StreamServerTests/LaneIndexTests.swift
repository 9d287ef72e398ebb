import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct LaneIndexTests {
    @Test(arguments: UInt64(1)...20)
    func `each lane's lines are found in order, and no other's`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var index = LaneIndex()
        for round in 0..<5 {
            var block = LineBlock()
            let lanes = (0..<dice.number(0...60)).map { _ in dice.lane(0...9) }
            for (place, lane) in lanes.enumerated() {
                block.bytes.append("{}\n")
                block.endLine(
                    at: StreamPosition(FleetInstant(ticks: Int64(place)), lane: lane, .stat),
                    lap: 0)
            }
            index.rebuild(for: block)
            var found: [LaneID: [Int]] = [:]
            index.forEachLane { runs in
                let lane = runs[runs.startIndex].lane
                #expect(found[lane] == nil, "seed \(seed), round \(round), lane \(lane)")
                #expect(runs.allSatisfy { $0.lane == lane && !$0.lines.isEmpty })
                found[lane] = runs.flatMap(\.lines)
            }
            let wanted = Dictionary(grouping: lanes.indices) { lanes[$0] }
            #expect(found == wanted, "seed \(seed), round \(round)")
        }
    }

    @Test func `a lane has one run of lines in a block of one instant`() {
        var block = LineBlock()
        for lane: LaneID in [0, 0, 3, 4, 4, 4, 9] {
            block.bytes.append("{}\n")
            block.endLine(at: StreamPosition(FleetInstant(ticks: 7), lane: lane, .stat), lap: 0)
        }
        var index = LaneIndex()
        index.rebuild(for: block)
        var runs: [[Range<Int>]] = []
        index.forEachLane { runs.append($0.map(\.lines)) }
        #expect(runs == [[0..<2], [2..<3], [3..<6], [6..<7]])
    }
}
