import Simulation
import Testing
import Vocabulary

@Suite struct InnovationTests {
    @Test(arguments: 0..<5 as Range<UInt64>)
    func `mean, deviation and tails are those of a normal number`(seed: UInt64) {
        let stream = RandomStream(seed: seed, lane: 0, purpose: 1)
        let count = 40_000
        let drawn = (0..<count).map { stream.innovation(UInt64($0)) }
        let mean = drawn.reduce(0, +) / Double(count)
        let variance = drawn.reduce(0) { $0 + $1 * $1 } / Double(count)
        let beyondTwo = Double(drawn.count { $0.magnitude > 2 }) / Double(count)
        #expect(mean.magnitude < 0.02, "seed \(seed)")
        #expect((variance - 1).magnitude < 0.03, "seed \(seed)")
        // The normal share is 4.6 %.
        #expect((0.035...0.055).contains(beyondTwo), "seed \(seed)")
        #expect(drawn.allSatisfy { $0.magnitude < 3.5 }, "seed \(seed)")
    }
}
