import TestSupport
import Testing
import Vocabulary

@testable import ChannelPipeline

@Suite struct LaneCountsTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `lanes are counted as in a dictionary`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var counts = LaneCounts()
        var model: [LaneID: Int] = [:]
        for step in 0..<600 {
            let number = dice.pick([0, 255, 256, 1000, 600_000, dice.within(0...1500)])
            let lane = LaneID(index: Int(number))
            if dice.chance(50) {
                counts.add(lane)
                model[lane, default: 0] += 1
            } else {
                let left = model[lane].map { $0 - 1 }
                #expect(counts.remove(lane) == left, "seed \(seed), step \(step), lane \(lane)")
                model[lane] = left == 0 ? nil : left
            }
            #expect(counts[lane] == model[lane], "seed \(seed), step \(step), lane \(lane)")
            #expect(counts.count == model.count, "seed \(seed), step \(step)")
        }
    }
}
