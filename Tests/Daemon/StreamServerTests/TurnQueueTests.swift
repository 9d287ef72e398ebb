import TestSupport
import Testing

@testable import StreamServer

@Suite struct TurnQueueTests {
    @Test(arguments: UInt64(1)...10)
    func `turns come in the order of queueing`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var queue = TurnQueue()
        var model: [ConnectionTable.Token] = []
        for step in 0..<500 {
            if dice.happens(oneIn: 2) {
                let token = ConnectionTable.Token(bits: UInt64(step))
                queue.append(token)
                model.append(token)
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
