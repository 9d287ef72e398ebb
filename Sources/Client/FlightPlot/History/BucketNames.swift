import CivilTime
import FlightDisplay
import Logbook
import Vocabulary
import WireProtocol

/// The names of a query's intervals on a plot, in the fleet's time zone.
package struct BucketNames {
    private let interval: CivilInterval
    private let zone: TimeZoneRules

    package init(_ interval: CivilInterval, _ zone: TimeZoneRules) {
        self.interval = interval
        self.zone = zone
    }

    /// A bucket as the daemon writes it: the sum of a metric that adds up, else the average.
    package func bucket(_ line: JSONValue, of metric: QueryMetric) -> MetricHistory.Bucket {
        let values = line[metric.name]
        let start = line["start"]?.instant ?? FleetInstant(ticks: 0)
        return MetricHistory.Bucket(
            name: name(start), label: label(start), isLandmark: isLandmark(start),
            value: values?[metric.isCumulative ? "sum" : "average"]?.double,
            least: metric.isCumulative ? nil : values?["min"]?.double,
            greatest: metric.isCumulative ? nil : values?["max"]?.double,
            isOpen: line["open"] == .boolean(true),
            weekday: interval == .days(1) ? zone.date(at: start).weekday : nil)
    }

    private func name(_ start: FleetInstant) -> String {
        let date = zone.date(at: start)
        return switch interval {
        case .elapsed: "\(date.long), \(zone.clock(start))"
        case .days(1): date.long
        case .days(let days) where days % 7 == 0: "week from \(date.long)"
        case .days: "from \(date.long)"
        case .months(1) where date.day == 1: "\(date.monthName) \(date.year)"
        case .months: "from \(date.long)"
        }
    }

    private func label(_ start: FleetInstant) -> String {
        let date = zone.date(at: start)
        let day = "\(date.day) \(date.monthName.prefix(3))"
        return switch interval {
        case .elapsed: isMidnight(start) ? day : zone.clock(start)
        case .days: day
        case .months: "\(date.monthName.prefix(3)) \(date.year)"
        }
    }

    /// Whether an interval is a landmark: a Monday, a January, or for spans each quarter of a day.
    private func isLandmark(_ start: FleetInstant) -> Bool {
        let date = zone.date(at: start)
        return switch interval {
        case .elapsed: zone.local(start).second % (6 * 3600) == 0
        case .days: date.weekday == .monday
        case .months: date.month == 1
        }
    }

    private func isMidnight(_ start: FleetInstant) -> Bool { zone.local(start).second == 0 }
}
