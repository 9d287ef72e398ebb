/// Resting and maximal heart rate, and what a heart rate means between them.
package struct HeartRateReserve: Equatable, Sendable {
    package let resting: Double
    package let maximal: Double

    /// Traps unless `resting` is below `maximal`.
    package init(resting: Double, maximal: Double) {
        precondition(resting < maximal, "no reserve from \(resting) to \(maximal)")
        self.resting = resting
        self.maximal = maximal
    }

    /// The share of the heart-rate reserve, after Karvonen (Annales Medicinae Experimentalis et
    /// Biologiae Fenniae, 1957).
    package func fraction(_ heartRate: Double) -> Double {
        (heartRate - resting) / (maximal - resting)
    }

    package func heartRate(_ fraction: Double) -> Double {
        resting + fraction * (maximal - resting)
    }

    /// The lower bounds of the five zones, as shares of the reserve.
    package static let zoneBounds = [0.5, 0.6, 0.7, 0.8, 0.9]

    /// 1 to 5, or 0 below the first zone.
    package func zone(_ heartRate: Double) -> Int {
        let fraction = fraction(heartRate)
        return Self.zoneBounds.prefix { $0 <= fraction }.count
    }
}
