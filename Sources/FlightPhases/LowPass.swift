/// A first-order low-pass filter for samples at any spacing: `value += a (x − value)`.
///
/// The coefficient is a = dt / (τ + dt), the backward Euler form. It is stable for any dt, and the
/// filter trails a straight ramp by exactly τ whatever the spacing of the samples, equal or not.
struct LowPass: Hashable, Sendable {
    private(set) var value: Double

    init(seededWith value: Double) { self.value = value }

    /// Takes in `input`, measured `elapsed` seconds after the one before.
    mutating func advance(to input: Double, elapsed: Double, timeConstant: Double) {
        value += elapsed / (timeConstant + elapsed) * (input - value)
    }
}
