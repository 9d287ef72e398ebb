import TestSupport
import Testing

@testable import StreamServer

@Suite struct SubscriptionTableTests {
    @Test func `there is one number from the beginning, and it is free`() {
        let table = SubscriptionTable<Int>()
        #expect(Array(table) == [nil])
    }

    @Test(arguments: UInt64(1)...10)
    func `the table keeps what an array of them would`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var table = SubscriptionTable<UInt64>()
        var model: [UInt64?] = [nil]
        for step in UInt64(0)..<200 {
            let number = dice.number(0...9)
            if dice.happens(oneIn: 3), number < model.count {
                table[number] = nil
                model[number] = nil
            } else {
                while model.count <= number { model.append(nil) }
                table.fill(number, with: step)
                model[number] = step
            }
            #expect(Array(table) == model, "seed \(seed), step \(step)")
        }
    }
}
