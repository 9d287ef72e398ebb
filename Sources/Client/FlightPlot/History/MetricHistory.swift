import CivilTime
import FlightDisplay
import Readout
import Vocabulary

/// A metric over a row of intervals: days, weeks, months or spans.
package struct MetricHistory: Sendable {
    package struct Bucket: Sendable {
        /// The interval in words, such as `Thu 5 March 2026`.
        package let name: String
        /// The label below the axis, such as `5 Mar`.
        package let label: String
        /// Whether a labelled interval should begin here, as a week does.
        package let isLandmark: Bool
        /// The sum or the average; nil without any value, which is not zero.
        package let value: Double?
        package let least: Double?
        package let greatest: Double?
        /// Whether the interval is not over yet.
        package let isOpen: Bool
        /// The weekday of an interval that is a day; nil for any other interval.
        package let weekday: Weekday?

        /// A value that is not a finite number counts as missing.
        package init(
            name: String, label: String, isLandmark: Bool, value: Double?, least: Double? = nil,
            greatest: Double? = nil, isOpen: Bool = false, weekday: Weekday? = nil
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
    /// The units of the readers; values are in the units of the wire.
    let units: Units
    /// The goal, in the units of the wire; nil without one.
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

    /// The mean of each weekday's closed days; nil unless at least 14 days have a value.
    var byWeekday: MetricHistory? {
        let days = buckets.filter { $0.weekday != nil && !$0.isOpen }
        guard days.count(where: { $0.value != nil }) >= 14 else { return nil }
        let weekdays = Weekday.allCases.map { weekday in
            let values = days.filter { $0.weekday == weekday }.compactMap(\.value)
            let mean = values.reduce(0, +) / Double(max(1, values.count))
            return Bucket(
                name: "\(weekday.long)s", label: weekday.short, isLandmark: false,
                value: values.isEmpty ? nil : mean)
        }
        return MetricHistory(metric, weekdays, units: units, goal: goal)
    }

    /// The mean of the closed intervals that have a value; nil without any.
    var mean: Double? {
        let values = buckets.filter { !$0.isOpen }.compactMap(\.value)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The sum of all values, for a metric that adds up; else nil.
    var total: Double? {
        let values = buckets.compactMap(\.value)
        return metric.isCumulative && !values.isEmpty ? values.reduce(0, +) : nil
    }

    var missing: Int { buckets.count { $0.value == nil } }
}
