import LoadTesting
import TestSupport
import Testing
import Vocabulary

@Suite struct DueQueueTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `entries come out by time, whatever the order they came in`(seed: UInt64) {
        let dice = RandomStream(seed: seed, lane: 0, purpose: 1)
        var queue = DueQueue()
        let instants = (0..<200).map { place in
            MonotonicInstant(microseconds: Int64(dice.bits(place) % 100))
        }
        for (subscriber, due) in instants.enumerated() { queue.enter(subscriber, at: due) }
        var removed: [DueQueue.Entry] = []
        while let entry = queue.removeDue(at: 100) { removed.append(entry) }
        #expect(removed.map(\.due) == instants.sorted(), "seed \(seed)")
        #expect(removed.allSatisfy { instants[$0.subscriber] == $0.due }, "seed \(seed)")
        #expect(Set(removed.map(\.subscriber)).count == 200, "seed \(seed)")
    }

    @Test func `what is not due stays`() {
        var queue = DueQueue()
        queue.enter(7, at: 10)
        #expect(queue.removeDue(at: 9) == nil)
        #expect(queue.next == 10)
        #expect(queue.removeDue(at: 10)?.subscriber == 7)
        #expect(queue.next == nil)
    }
}
