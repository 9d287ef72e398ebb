import Vocabulary

/// A first-order low-pass filter given by its half-life, applied once or twice.
///
/// A difference between value and filter is halved in every half-life, however the samples lie:
/// y += (1 - 2^(-Δt/h)) (x - y), with Δt since the value before. Seeded with the first value.
/// A steady rise sampled every p comes out p g / (1 - g) late, where g = 2^(-p/h); that is close
/// to h / ln 2 - p / 2, and twice as much for the filter applied twice.
///
/// `Double` in a fixed order of operations, the same to the last bit on every processor.
public struct HalfLifeFilter: Sendable {
    private let halfLifeTicks: Int32
    private let periodTicks: Int32
    private let periodGain: Double
    private let isTwofold: Bool
    private var newestTicks: Int32?
    private var once = 0.0
    private var twice = 0.0

    /// - Parameter isTwofold: feed the result to a second filter of the same half-life.
    public init(halfLife: FleetDuration, periodTicks: Int32, isTwofold: Bool) {
        precondition(
            (1...Int64(Int32.max)).contains(halfLife.ticks), "half-life of \(halfLife.ticks) ticks")
        halfLifeTicks = Int32(halfLife.ticks)
        self.periodTicks = periodTicks
        self.isTwofold = isTwofold
        periodGain = Self.gain(ticks: periodTicks, halfLifeTicks: halfLifeTicks)
    }

    /// The filtered value; nil before the first.
    public var value: Double? {
        guard newestTicks != nil else { return nil }
        return isTwofold ? twice : once
    }

    /// Takes the value at `ticks`, later than the one before.
    public mutating func observe(_ value: Int32, at ticks: Int32) {
        let measured = Double(value)
        if let newestTicks {
            let gain = gain(ticks: ticks - newestTicks)
            once += gain * (measured - once)
            twice += gain * (once - twice)
        } else {
            once = measured
            twice = measured
        }
        newestTicks = ticks
    }

    private func gain(ticks: Int32) -> Double {
        ticks == periodTicks
            ? periodGain : Self.gain(ticks: ticks, halfLifeTicks: halfLifeTicks)
    }

    /// The share of a difference that is gone after `ticks`.
    private static func gain(ticks: Int32, halfLifeTicks: Int32) -> Double {
        1 - Elementary.exp(-naturalLogarithmOfTwo * Double(ticks) / Double(halfLifeTicks))
    }

    private static let naturalLogarithmOfTwo = 0x1.62e42fefa39efp-1
}
