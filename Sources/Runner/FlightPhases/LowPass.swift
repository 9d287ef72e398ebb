/// A first-order low-pass filter for samples at any spacing: `value += a (x − value)`.
///
/// The coefficient is a = dt / (τ + dt), the backward Euler form. It is stable for every dt. The
/// filter lags behind a linear ramp by exactly τ, however the samples are spaced. `HalfLifeFilter`
/// of the module Statistics has an exact decay instead.
struct LowPass: Hashable, Sendable {
    private(set) var value: Double

    init(seededWith value: Double) { self.value = value }

    /// Moves the value by a known change of the input since the last step.
    mutating func move(by change: Double) { value += change }

    /// Advances to `input`, measured `elapsed` seconds after the value before.
    mutating func advance(to input: Double, elapsed: Double, timeConstant: Double) {
        value += elapsed / (timeConstant + elapsed) * (input - value)
    }
}

/// Two equal filters in a row, both seeded with the first value.
struct TwiceLowPass: Hashable, Sendable {
    private(set) var first: LowPass
    private(set) var second: LowPass

    init(seededWith value: Double) {
        first = LowPass(seededWith: value)
        second = first
    }

    mutating func move(by change: Double) {
        first.move(by: change)
        second.move(by: change)
    }

    mutating func advance(to input: Double, elapsed: Double, timeConstant: Double) {
        first.advance(to: input, elapsed: elapsed, timeConstant: timeConstant)
        second.advance(to: first.value, elapsed: elapsed, timeConstant: timeConstant)
    }

    /// The slope of the least-squares line through the past, weighted with exp(−age / τ), per
    /// second (R. G. Brown, "Smoothing, Forecasting and Prediction of Discrete Time Series", 1963).
    func slope(timeConstant: Double) -> Double { (first.value - second.value) / timeConstant }
}
