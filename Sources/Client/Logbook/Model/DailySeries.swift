import CivilTime
import FlightDisplay
import Readout
import Vocabulary

/// A metric day by day, oldest first.
///
/// A day without a value is nil, never zero. A day that is not over is left out of all results that
/// need whole days.
package struct DailySeries: Equatable, Sendable {
    package struct Day: Equatable, Sendable {
        package let date: CivilDate
        package let value: Double?
        /// Whether the day is over, or its value cannot grow any more.
        package let isWhole: Bool

        package init(_ date: CivilDate, _ value: Double?, isWhole: Bool = true) {
            self.date = date
            self.value = value
            self.isWhole = isWhole
        }

        /// The value of a whole day.
        package var settled: Double? { isWhole ? value : nil }
    }

    package let days: [Day]

    package init(_ days: [Day]) { self.days = days }

    /// - Parameter date: the date of a bucket's start. A bucket begins where its day does, even if
    ///   the first value came later.
    package init(
        _ metric: LogMetric, _ buckets: [DayBucket], _ units: Units = .metric,
        date: (FleetInstant) -> CivilDate
    ) {
        days = buckets.map {
            Day(
                date($0.start), $0[metric, units],
                isWhole: !($0.isOpen && metric.statistic != .latest))
        }
    }

    /// The last `count` days.
    package func last(_ count: Int) -> DailySeries { DailySeries(days.suffix(count)) }

    /// The values of whole days.
    package var settled: [Double] { days.compactMap(\.settled) }

    package var average: Double? { Self.average(settled) }

    package var extent: ClosedRange<Double>? {
        let values = days.compactMap(\.value)
        guard let least = values.min(), let greatest = values.max() else { return nil }
        return least...greatest
    }

    static func average(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The difference of each day to the day before it, for days where both have a value: 28
    /// differences need 29 days, and fewer than two values give none.
    package var differences: DailySeries {
        guard days.count > 1 else { return DailySeries([]) }
        return DailySeries(
            zip(days, days.dropFirst()).map { before, day in
                guard let value = day.settled, let last = before.settled else {
                    return Day(day.date, nil)
                }
                return Day(day.date, value - last)
            })
    }

    /// The average of each weekday; a weekday without a value is missing.
    package var byWeekday: [Weekday: Double] {
        Dictionary(grouping: days, by: \.date.weekday)
            .compactMapValues { Self.average($0.compactMap(\.settled)) }
    }
}

/// The first day of a week.
package enum WeekStart: String, CaseIterable, Sendable {
    case monday, sunday

    package var next: WeekStart { self == .monday ? .sunday : .monday }

    /// The days of a week in their order.
    package var weekdays: [Weekday] {
        switch self {
        case .monday: Weekday.allCases
        case .sunday: [.sunday] + Weekday.allCases.dropLast()
        }
    }

    /// The first day of the week that holds a date.
    package func start(of date: CivilDate) -> CivilDate {
        switch self {
        case .monday: date.startOfWeek
        case .sunday: date.adding(days: 1).startOfWeek.adding(days: -1)
        }
    }
}
