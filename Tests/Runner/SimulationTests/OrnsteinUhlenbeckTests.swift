import Simulation
import Testing
import Vocabulary

@Suite struct OrnsteinUhlenbeckTests {
    /// Time constant 4 s, deviation 2, so many seconds at `period`.
    private static func values(period: Double, seconds: Double, seed: UInt64) -> [Double] {
        let stream = RandomStream(seed: seed, lane: 0, purpose: 1)
        var noise = OrnsteinUhlenbeck(
            timeConstant: 4, deviation: 2, period: period, first: stream.normal(0))
        return (1...Int(seconds / period)).map { place in
            noise.advance(by: stream.innovation(UInt64(place)))
            return noise.value
        }
    }

    private static func autocovariance(_ values: [Double], lag: Int) -> Double {
        let products = zip(values, values.dropFirst(lag)).map { $0 * $1 }
        return products.reduce(0, +) / Double(products.count)
    }

    @Test(arguments: [1, 0.5, 0.2, 0.1], 0..<3 as Range<UInt64>)
    func `deviation and autocorrelation do not depend on the sample period`(
        period: Double, seed: UInt64
    ) {
        let values = Self.values(period: period, seconds: 6000, seed: seed)
        let variance = Self.autocovariance(values, lag: 0)
        #expect((variance.squareRoot() - 2).magnitude < 0.2, "seed \(seed)")
        for seconds in [2.0, 4, 8] {
            let lag = Int((seconds / period).rounded())
            let correlation = Self.autocovariance(values, lag: lag) / variance
            let expected = Elementary.exp(-seconds / 4)
            #expect((correlation - expected).magnitude < 0.1, "seed \(seed), lag \(seconds) s")
        }
    }

    @Test func `the first value has the deviation of all others`() {
        let noise = OrnsteinUhlenbeck(timeConstant: 4, deviation: 2, period: 1, first: -1.5)
        #expect(noise.value == -3)
    }
}
