import Vocabulary

/// A value that follows another one with a time constant.
struct FirstOrderLag: Sendable {
    var value: Double
    /// The share of the distance that is covered in a period.
    let share: Float

    init(timeConstant: Double, period: Double, value: Double = 0) {
        self.value = value
        share = Float(1 - Elementary.exp(-period / timeConstant))
    }

    @inline(__always)
    mutating func follow(_ target: Double) { value += (target - value) * Double(share) }

    /// The share for a time constant that changes from sample to sample: the trapezoidal rule
    /// spares an exponential, and is within 1 % for time constants above three periods.
    @inline(__always)
    static func share(timeConstant: Double, period: Double) -> Double {
        period / (timeConstant + 0.5 * period)
    }
}
