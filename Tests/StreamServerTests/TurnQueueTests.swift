import TestSupport
import Testing

@testable import StreamServer

@Suite struct TurnQueueTests {
    @Test(arguments: UInt64(1)...10)
    func `turns come in the order of queueing`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var queue = TurnQueue()
        var model: [UInt64] = []
        for step in 0..<500 {
            if dice.happens(oneIn: 2) {
                queue.append(UInt64(step))
                model.append(UInt64(step))
            } else {
                let expected = model.isEmpty ? nil : model.removeFirst()
                #expect(queue.popFirst() == expected, "seed \(seed), step \(step)")
            }
        }
        while let expected = model.first {
            #expect(queue.popFirst() == expected, "seed \(seed)")
            model.removeFirst()
        }
        #expect(queue.popFirst() == nil)
    }
}
