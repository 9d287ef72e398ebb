import CivilTime
import FlightDisplay
import Logbook
import Vocabulary
import WireProtocol

/// How the intervals of a query are called on a plot, in the time of the fleet.
package struct BucketNames {
    private let interval: CivilInterval
    private let zone: TimeZoneRules

    package init(_ interval: CivilInterval, _ zone: TimeZoneRules) {
        self.interval = interval
        self.zone = zone
    }

    /// A bucket as the daemon writes it; of what adds up the sum, else the average.
    package func bucket(_ line: JSONValue, of metric: QueryMetric) -> MetricHistory.Bucket {
        let values = line[metric.name]
        let start = line["start"]?.instant ?? FleetInstant(ticks: 0)
        return MetricHistory.Bucket(
            name: name(start), label: label(start), isLandmark: isLandmark(start),
            value: values?[metric.isCumulative ? "sum" : "average"]?.double,
            least: metric.isCumulative ? nil : values?["min"]?.double,
            greatest: metric.isCumulative ? nil : values?["max"]?.double,
            isOpen: line["open"] == .boolean(true),
            weekday: interval == .days(1) ? zone.date(at: start).weekday.rawValue - 1 : nil)
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

    /// Mondays, the first months of years; of spans midnights, and quarters of a day.
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
