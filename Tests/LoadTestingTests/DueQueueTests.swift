import LoadTesting
import Testing
import Vocabulary

@Suite struct DueQueueTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `entries come out by time, whatever the order they came in`(seed: UInt64) {
        let dice = RandomStream(seed: seed, lane: 0, purpose: 1)
        var queue = DueQueue()
        let instants = (0..<200).map { Int64(dice.bits($0) % 100) }
        for (place, due) in instants.enumerated() { queue.enter(place, at: due) }
        var taken: [DueQueue.Entry] = []
        while let entry = queue.take(at: 100) { taken.append(entry) }
        #expect(taken.map(\.due) == instants.sorted(), "seed \(seed)")
        #expect(taken.allSatisfy { instants[$0.place] == $0.due }, "seed \(seed)")
        #expect(Set(taken.map(\.place)).count == 200, "seed \(seed)")
    }

    @Test func `what is not due stays`() {
        var queue = DueQueue()
        queue.enter(7, at: 10)
        #expect(queue.take(at: 9) == nil)
        #expect(queue.next == 10)
        #expect(queue.take(at: 10)?.place == 7)
        #expect(queue.next == nil)
    }
}
