import TestSupport
import Testing

@testable import StreamServer

@Suite struct SlotsTests {
    @Test func `there is one slot from the beginning, and it is free`() {
        let slots = Slots<Int>()
        #expect(Array(slots) == [nil])
    }

    @Test(arguments: UInt64(1)...10)
    func `slots keep what an array of them would`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var slots = Slots<UInt64>()
        var model: [UInt64?] = [nil]
        for step in UInt64(0)..<200 {
            let slot = dice.number(0...9)
            if dice.happens(oneIn: 3), slot < model.count {
                slots[slot] = nil
                model[slot] = nil
            } else {
                while model.count <= slot { model.append(nil) }
                slots.fill(slot, with: step)
                model[slot] = step
            }
            #expect(Array(slots) == model, "seed \(seed), step \(step)")
        }
    }
}
