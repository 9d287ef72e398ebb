import CivilTime
import Vocabulary

/// What becomes known every five minutes, for whoever asks for it.
extension AthleteDays {
    /// The entries of the frequent ones of `metrics` that become known on a date, in order, none at
    /// an instant of another entry. Takes some hundred microseconds for each kind.
    package func frequentEntries(on date: CivilDate, _ metrics: DayMetricSet) -> [DayEntry] {
        let rates = metrics.contains(.heartRate) ? heartRates(on: date) : []
        guard !metrics.isDisjoint(with: DayMetric.positions) else { return rates }
        let positions = positions(on: date)
        return rates.isEmpty ? positions : (positions + rates).sorted { $0.instant < $1.instant }
    }

    /// The first of them after `instant`; nil if there is none.
    package func nextFrequentEntry(
        after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> DayEntry? {
        let rate = metrics.contains(.heartRate) ? nextHeartRate(after: instant) : nil
        guard !metrics.isDisjoint(with: DayMetric.positions) else { return rate }
        let position = nextPosition(after: instant)
        return [rate, position].compactMap(\.self).min { $0.instant < $1.instant }
    }
}
