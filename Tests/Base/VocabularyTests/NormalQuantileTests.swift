import Glibc
import Testing
import Vocabulary

@Suite struct NormalQuantileTests {
    private static let knownQuantiles: [(Double, Double)] = [
        (.leastNonzeroMagnitude, -38.467405617144344), (1e-300, -37.0470962993612),
        (1e-100, -21.273453560965326), (2e-23, -9.903987758449382), (1e-20, -9.262340089798407),
        (1.3e-11, -6.667611456510741), (1.4e-11, -6.656723091518184), (1e-10, -6.361340902404057),
        (1e-06, -4.753424308822899), (0.001, -3.0902323061678136), (0.01, -2.326347874040841),
        (0.025, -1.9599639845400543), (0.05, -1.6448536269514726), (0.0749, -1.4402382675279637),
        (0.0751, -1.43882539275254), (0.1, -1.2815515655446004), (0.25, -0.6744897501960817),
        (0.4, -0.2533471031357997), (0.499999, -2.5066282745665593e-06),
        (0.500001, 2.5066282747057052e-06), (0.6, 0.2533471031357997), (0.75, 0.6744897501960817),
        (0.9, 1.2815515655446006), (0.924, 1.4325027208258119), (0.926, 1.4466320671589787),
        (0.95, 1.6448536269514722), (0.975, 1.9599639845400538), (0.99, 2.3263478740408408),
        (0.999, 3.090232306167813), (1 - 0x1p-53, 8.209536151601387),
    ]

    @Test(arguments: knownQuantiles) func `known quantiles come out`(
        probability: Double, expected: Double
    ) {
        let value = Elementary.normalQuantile(probability)
        let error = ((value - expected) / expected).magnitude
        #expect(error < 1e-15, "\(probability): \(value), relative error \(error)")
    }

    @Test func `the middle is zero`() {
        #expect(Elementary.normalQuantile(0.5) == 0)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `both sides mirror each other exactly`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        for place in 0..<20_000 {
            // A multiple of 2^-53, so that the complement is exact; the exponent varies too.
            let bits = random.bits(UInt64(place))
            let p = (Double((bits >> 12) >> (bits % 51)) + 0.5) * 0x1p-52
            let (below, above) = (Elementary.normalQuantile(p), Elementary.normalQuantile(1 - p))
            #expect(below == -above, "p \(p), seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the distribution function leads back`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var worst = 0.0
        for place in 0..<20_000 {
            // Evenly over the powers of two from the smallest probabilities up to one half.
            let p = Glibc.exp2(-1 - 1020 * random.uniform(UInt64(place)))
            let quantile = Elementary.normalQuantile(p)
            let back = 0.5 * Glibc.erfc(-quantile / 2.0.squareRoot())
            // An error of the quantile is multiplied by its square.
            worst = max(worst, (back / p - 1).magnitude / (1 + quantile * quantile))
        }
        #expect(worst < 2e-15, "seed \(seed)")
    }

    @Test func `the pieces join without a step`() {
        for edge in [0.075, Glibc.exp(-25)] {
            let step =
                Elementary.normalQuantile(edge * (1 + 1e-13))
                - Elementary.normalQuantile(edge * (1 - 1e-13))
            #expect((0..<1e-12).contains(step), "at \(edge): \(step)")
        }
    }

    @Test func `a probability outside the open interval traps`() async {
        await #expect(processExitsWith: .failure) { _ = Elementary.normalQuantile(0) }
        await #expect(processExitsWith: .failure) { _ = Elementary.normalQuantile(.nan) }
    }
}
