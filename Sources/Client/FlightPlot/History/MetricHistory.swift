import FlightDisplay
import Readout
import Vocabulary

/// A metric over a row of intervals: days, weeks, months or spans.
package struct MetricHistory: Sendable {
    package struct Bucket: Sendable {
        /// The interval in words, such as `Thu 5 March 2026`.
        package let name: String
        /// Below the axis, such as `5 Mar`.
        package let label: String
        /// Whether a labelled interval should begin here, as a week does.
        package let isLandmark: Bool
        /// The sum or the average; nil if there is nothing, which is not zero.
        package let value: Double?
        package let least: Double?
        package let greatest: Double?
        /// Whether more may still come to it.
        package let isOpen: Bool
        /// The weekday of an interval that is a day, from 0 for Monday; nil of any other.
        package let weekday: Int?

        /// A value that is no number counts as none.
        package init(
            name: String, label: String, isLandmark: Bool, value: Double?, least: Double? = nil,
            greatest: Double? = nil, isOpen: Bool = false, weekday: Int? = nil
        ) {
            self.weekday = weekday
            self.name = name
            self.label = label
            self.isLandmark = isLandmark
            self.value = value.flatMap { $0.isFinite ? $0 : nil }
            self.least = least.flatMap { $0.isFinite ? $0 : nil }
            self.greatest = greatest.flatMap { $0.isFinite ? $0 : nil }
            self.isOpen = isOpen
        }
    }

    package let metric: QueryMetric
    package let buckets: [Bucket]
    /// The units of those who read it; values are those of the wire.
    let units: Units
    /// What is aimed at, as on the wire; nil for nothing.
    let goal: Double?

    package init(
        _ metric: QueryMetric, _ buckets: [Bucket], units: Units = .metric, goal: Double? = nil
    ) {
        self.metric = metric
        self.buckets = buckets
        self.units = units
        self.goal = goal
    }

    var readout: MetricReadout { MetricReadout(metric.shown, units) }

    /// The means of the days of each weekday that are over; nil where fewer than two weeks of days
    /// have a value.
    var byWeekday: MetricHistory? {
        let days = buckets.filter { $0.weekday != nil && !$0.isOpen }
        guard days.count(where: { $0.value != nil }) >= 14 else { return nil }
        let names = [
            "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays",
        ]
        let weekdays = names.enumerated().map { weekday, name in
            let values = days.filter { $0.weekday == weekday }.compactMap(\.value)
            let mean = values.reduce(0, +) / Double(max(1, values.count))
            return Bucket(
                name: name, label: String(name.prefix(3)), isLandmark: false,
                value: values.isEmpty ? nil : mean)
        }
        return MetricHistory(metric, weekdays, units: units, goal: goal)
    }

    /// Of the closed intervals that have one; nil without any.
    var mean: Double? {
        let values = buckets.filter { !$0.isOpen }.compactMap(\.value)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The sum of all; of a metric that adds up.
    var total: Double? {
        let values = buckets.compactMap(\.value)
        return metric.isCumulative && !values.isEmpty ? values.reduce(0, +) : nil
    }

    var missing: Int { buckets.count { $0.value == nil } }
}
