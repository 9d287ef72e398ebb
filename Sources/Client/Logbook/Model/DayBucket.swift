import FlightDisplay
import Readout
import Vocabulary
import WireProtocol

/// The statistics of an interval, as a `bucket` line has them.
package struct DayBucket: Equatable, Sendable {
    package let start: FleetInstant
    package let end: FleetInstant
    /// Whether lines may still come into the interval, which is not over.
    package let isOpen: Bool
    private let values: [String: JSONValue]

    /// Nil if the line is not a bucket.
    package init?(line: JSONValue) {
        guard line["type"]?.text == "bucket", let start = line["start"]?.instant,
            let end = line["end"]?.instant, start < end
        else { return nil }
        self.start = start
        self.end = end
        isOpen = line["open"] == .boolean(true)
        values = line.fields
    }

    /// The value of a metric in the shown unit; nil if nothing was measured.
    package subscript(metric: LogMetric, units: Units) -> Double? {
        self[metric, metric.statistic].flatMap { metric.shown($0, units) }
    }

    /// Any statistic of a metric, as on the wire; nil if nothing was measured.
    package subscript(metric: LogMetric, statistic: Statistic) -> Double? {
        values[metric.name]?[statistic.rawValue]?.double
    }

    /// Whether the interval has no value of any metric.
    package var isEmpty: Bool { !LogMetric.all.contains { values[$0.name] != nil } }
}

/// The code and the reason with which the daemon refused a request.
package struct Refusal: Equatable, Sendable {
    package let code: String
    package let reason: String
    package let suggestion: String
    /// Whether the same request may succeed later.
    package let mayPass: Bool

    package init(line: JSONValue) {
        code = line["code"]?.text ?? "internal"
        reason = line["reason"]?.text ?? line["description"]?.text ?? "refused without a reason"
        suggestion = line["suggestion"]?.text ?? ""
        mayPass = line["retryable"] == .boolean(true)
    }
}

/// A question to the daemon: buckets of one length each, over a range of dates.
package struct LogQuestion: Hashable, Sendable {
    /// The length of a bucket, as on the wire.
    package enum Interval: String, Sendable {
        case day = "1d"
        case quarter = "15m"
    }

    package let lane: LaneID
    package let metrics: [LogMetric]
    package let from: CivilDay
    /// The first date after the range.
    package let to: CivilDay
    package var interval = Interval.day

    /// A date in the form of the wire. A plain text, so that questions are compared quickly.
    package typealias CivilDay = String

    /// The most buckets of a page.
    private static let pageLimit = 100

    /// The whole request, without its newline.
    ///
    /// - Parameter page: the `next` of the page before; nil for the first page.
    package func request(id: String, page: String?) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"query""#)
        line.appendField("id", id)
        line.append(#","select":{"session":"s"#)
        line.appendInteger(Int64(lane.index))
        line.append(#""},"metrics":["#)
        let names = metrics.map { "\"\($0.name)\"" }.joined(separator: ",")
        line.append(utf8: names)
        line.append("]")
        let statistics = statistics.map { "\"\($0.rawValue)\"" }.sorted()
        line.append(#","stats":["#)
        line.append(utf8: statistics.joined(separator: ","))
        line.append("]")
        line.appendField("from", from)
        line.appendField("to", to)
        line.appendField("interval", interval.rawValue)
        line.appendField("limit", Self.pageLimit)
        line.appendField("page", page)
        line.append("}")
        return line.text
    }

    /// A day has one value of each metric; its parts also have a range.
    private var statistics: Set<Statistic> {
        let values = Set(metrics.map(\.statistic))
        return interval == .day ? values : values.union([.min, .max])
    }
}
