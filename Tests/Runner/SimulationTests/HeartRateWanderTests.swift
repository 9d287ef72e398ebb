import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct HeartRateWanderTests {
    /// The wander of 600 s at a share of the heart-rate reserve, beats per minute.
    private static func wander(lane: LaneID, used: Double) -> [Double] {
        let draws = Draws(seed: 31, lane: lane, lap: 0)
        let noise = SessionNoise(draws: draws)
        var wander = HeartRateWander(
            athlete: .drawn(seed: 31, lane: lane), draws: draws, noise: noise, period: 1)
        return (1...600).map { number in
            wander.next(used: used, at: SamplePoint(number, seconds: 1, noise: noise))
        }
    }

    /// Root mean square of the changes from second to second.
    private static func roughness(_ values: [Double]) -> Double {
        let squares = zip(values, values.dropFirst()).reduce(0) { sum, pair in
            sum + (pair.1 - pair.0) * (pair.1 - pair.0)
        }
        return (squares / Double(values.count - 1)).squareRoot()
    }

    @Test(arguments: 0..<20 as Range<LaneID>)
    func `the vagus nerve makes the heart wander at rest, and lets go in work`(lane: LaneID) {
        let atRest = Self.wander(lane: lane, used: 0.1)
        let inWork = Self.wander(lane: lane, used: 0.7)
        #expect(Self.roughness(atRest) > Self.roughness(inWork), "lane \(lane)")
        #expect(inWork == Self.wander(lane: lane, used: 0.95), "lane \(lane)")
    }

    @Test func `the heart is restless at times`() {
        let ratios = (0..<40).map { (lane: LaneID) in
            let values = Self.wander(lane: lane, used: 0.7)
            let first = Self.roughness(Array(values[..<300]))
            let second = Self.roughness(Array(values[300...]))
            return max(first, second) / min(first, second)
        }.sorted()
        #expect(ratios[20] > 1.1, "\(ratios)")
        #expect(ratios[39] < 4, "\(ratios)")
    }
}
