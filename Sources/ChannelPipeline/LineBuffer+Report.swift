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
    ///
    /// - Parameter metric: the label of its metric.
    mutating func append(_ report: MetricReport, of metric: LineLabel, _ labels: ChannelLabels) {
        guard !report.isEmpty else { return }
        append(metric)
        append("{")
        report.forEach { statistic, units, decimals in
            append(labels.statistics[statistic.index])
            appendDecimal(units: units, decimals: decimals)
            append(",")
        }
        if let smoothed = report.smoothed {
            append(labels.smoothed)
            append(smoothed)
            append(",")
        }
        truncate(to: count - 1)
        append("}")
    }
}
