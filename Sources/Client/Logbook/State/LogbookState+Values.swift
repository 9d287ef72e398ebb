import CivilTime
import Readout
import Vocabulary

/// A row of the list of values.
struct ListedValue: Equatable, Sendable {
    /// The day to which the value belongs.
    let date: CivilDate
    /// The value in the shown unit.
    let value: Double
    /// The entry; nil for a whole day.
    let entry: LogEntry?
    let isWhole: Bool
}

/// The values of the metric on the page.
extension LogbookState {
    /// The newest body mass that was added by hand to the date of a day's page.
    var addedMass: LogEntry? {
        guard let calendar, shelf.listMetric == .bodyMass else { return nil }
        return shelf.list?.entries.first { $0.isManual && calendar.date(at: $0.last) == date }
    }

    /// The metric day by day, with one day before the shown ones.
    var series: DailySeries {
        guard let calendar, let question, let buckets = shelf[question].buckets else {
            return DailySeries([])
        }
        return DailySeries(place.metric, buckets, preferences.units, date: calendar.date)
    }

    /// The values, the newest first: single entries; for a metric with entries each quarter hour,
    /// the days and the entries by hand. O(values).
    var listedValues: [ListedValue] {
        guard let calendar, place.page == .metric else { return [] }
        let metric = place.metric
        let entries = (metric.dayMetric == shelf.listMetric ? shelf.list?.entries : nil) ?? []
        let listed = entries.compactMap { entry in
            metric.shown(entry.value, preferences.units).map {
                ListedValue(
                    date: calendar.date(at: entry.last), value: $0, entry: entry, isWhole: true)
            }
        }
        guard metric.hasQuarters else { return listed }
        let byHand = Dictionary(
            grouping: listed.filter { $0.entry?.isManual ?? false }, by: \.date)
        return series.last(place.days).days.reversed().flatMap { day in
            let whole = day.value.map {
                ListedValue(date: day.date, value: $0, entry: nil, isWhole: day.isWhole)
            }
            return [whole].compactMap(\.self) + (byHand[day.date] ?? [])
        }
    }
}
