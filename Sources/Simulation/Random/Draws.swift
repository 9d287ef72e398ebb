import Vocabulary

/// The random draws of one athlete (no lap) or of one session.
struct Draws {
    let seed: UInt64
    let lane: Int
    var lap: Int?

    func stream(_ purpose: RandomPurpose) -> RandomStream {
        RandomStream(seed: seed, lane: lane, lap: lap, purpose: purpose.rawValue)
    }

    /// Standard normal.
    func normal(_ purpose: RandomPurpose) -> Double { stream(purpose).normal(0) }

    func normal(_ purpose: RandomPurpose, mean: Double, deviation: Double) -> Double {
        mean + deviation * normal(purpose)
    }

    /// The logarithm has the standard deviation `sigma`.
    func logNormal(_ purpose: RandomPurpose, median: Double, sigma: Double) -> Double {
        median * Elementary.exp(sigma * normal(purpose))
    }

    /// The draw for the event number `place`; the logarithm has the standard deviation `sigma`.
    func logNormal(
        _ purpose: RandomPurpose, place: UInt64, median: Double, sigma: Double
    ) -> Double {
        median * Elementary.exp(sigma * stream(purpose).normal(place))
    }

    /// The draw for the event number `place`.
    func uniform(
        _ purpose: RandomPurpose, place: UInt64, in range: ClosedRange<Double>
    ) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * stream(purpose).uniform(place)
    }

    /// Uniform in the open interval (0, 1).
    func uniform(_ purpose: RandomPurpose) -> Double { stream(purpose).uniform(0) }

    func uniform(_ purpose: RandomPurpose, in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * uniform(purpose)
    }

    /// A whole number of seconds, each of the range equally likely.
    func wholeSeconds(_ purpose: RandomPurpose, in range: ClosedRange<Int64>) -> Int64 {
        let count = Double(range.upperBound - range.lowerBound + 1)
        return range.lowerBound + Int64(uniform(purpose) * count)
    }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
