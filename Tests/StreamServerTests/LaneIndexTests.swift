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
            let lanes = (0..<dice.number(0...60)).map { _ in dice.number(0...9) }
            for (place, lane) in lanes.enumerated() {
                block.bytes.append("{}\n")
                block.endLine(
                    at: StreamPosition(FleetInstant(ticks: Int64(place)), lane: lane, .stat),
                    lap: 0)
            }
            index.rebuild(for: block)
            for lane in 0...9 {
                var found: [Int] = []
                index.forEach(lane: lane) { found.append($0) }
                let wanted = lanes.indices.filter { lanes[$0] == lane }
                #expect(found == wanted, "seed \(seed), round \(round), lane \(lane)")
            }
            #expect(Set(index.lanes) == Set(lanes), "seed \(seed), round \(round)")
            #expect(index.lanes.count == Set(lanes).count, "seed \(seed), round \(round)")
        }
    }
}
