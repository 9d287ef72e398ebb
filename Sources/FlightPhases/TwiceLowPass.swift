/// The same filter twice in a row, both seeded with the first value.
struct TwiceLowPass: Hashable, Sendable {
    private(set) var first: LowPass
    private(set) var second: LowPass

    init(seededWith value: Double) {
        first = LowPass(seededWith: value)
        second = first
    }

    mutating func advance(to input: Double, elapsed: Double, timeConstant: Double) {
        first.advance(to: input, elapsed: elapsed, timeConstant: timeConstant)
        second.advance(to: first.value, elapsed: elapsed, timeConstant: timeConstant)
    }

    /// The slope of the least-squares line through the past, weighted with exp(−age / τ), per
    /// second (R. G. Brown, "Smoothing, Forecasting and Prediction of Discrete Time Series", 1963).
    func slope(timeConstant: Double) -> Double { (first.value - second.value) / timeConstant }
}
