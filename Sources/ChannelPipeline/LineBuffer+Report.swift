import Statistics
import Vocabulary
import WireProtocol

/// How measured values and statistics look in a line.
extension LineBuffer {
    /// Adds `,"speed_mps":3.012`.
    mutating func appendValue(_ units: Int64, of metric: Metric) {
        append(#",""#)
        append(utf8: metric.name)
        append(#"":"#)
        appendDecimal(units: units, decimals: metric.decimals)
    }

    /// Adds `,"held_s":12.40`; whole hundredths hold every number of ticks.
    mutating func appendSeconds(_ name: StaticString, _ duration: FleetDuration) {
        append(#",""#)
        append(name)
        append(#"":"#)
        appendDecimal(units: duration.ticks * 2, decimals: 2)
    }

    /// Adds `,"heart_rate_bpm":{"average":151.20,…}`, or nothing if the report is empty.
    mutating func append(_ report: MetricReport, of metric: Metric) {
        guard !report.isEmpty else { return }
        append(#",""#)
        append(utf8: metric.name)
        append(#"":{"#)
        let opening = count
        for statistic in Statistic.allCases {
            guard let value = report[statistic] else { continue }
            appendField(statistic.rawValue, value, after: opening)
        }
        if let smoothed = report.smoothed { appendField("smoothed", smoothed, after: opening) }
        append("}")
    }

    private mutating func appendField(_ name: String, _ value: Decimal64, after opening: Int) {
        append(count == opening ? "\"" : ",\"")
        append(utf8: name)
        append("\":")
        appendDecimal(units: value.units, decimals: value.decimals)
    }
}
