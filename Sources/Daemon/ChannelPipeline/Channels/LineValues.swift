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

/// How the truth looks in a line and in a cell.
extension LineBuffer {
    /// Adds `,"driven_heart_rate_bpm":152.31,…`; no `faults` where there are none.
    mutating func append(_ truth: Truth) {
        append(#","driven_heart_rate_bpm":"#)
        append(truth.printedHeartRate)
        append(#","intensity":"#)
        append(truth.printedIntensity)
        append(#","part":""#)
        append(utf8: truth.part.rawValue)
        append("\"")
        guard !truth.faults.isEmpty else { return }
        append(#","faults":[""#)
        append(truth.faults, between: #"",""#)
        append(#""]"#)
    }

    /// Adds `,"true_latitude_deg":52.0123456,…`.
    mutating func append(_ site: Site) {
        append(#","true_latitude_deg":"#)
        appendDecimal(units: site.latitude, decimals: Metric.latitude.decimals)
        append(#","true_longitude_deg":"#)
        appendDecimal(units: site.longitude, decimals: Metric.longitude.decimals)
        append(#","true_altitude_m":"#)
        appendDecimal(units: site.altitude, decimals: Metric.altitude.decimals)
    }

    /// Adds the names of faults in the order of their table.
    package mutating func append(_ faults: FaultSet, between separator: StaticString) {
        var isFirst = true
        for fault in Self.faults where faults.contains(fault) {
            if !isFirst { append(separator) }
            append(utf8: fault.rawValue)
            isFirst = false
        }
    }

    /// Kept, since `allCases` makes an array at every call.
    private static let faults = Fault.allCases
}

/// Fixed decimals, ties to even, as all that is printed.
extension Truth {
    /// Beats per minute with two decimals.
    package var printedHeartRate: Decimal64 { Self.decimal(drivenHeartRate, 2) }

    /// Share of the reserve with three decimals.
    package var printedIntensity: Decimal64 { Self.decimal(intensity, 3) }

    private static func decimal(_ value: Double, _ decimals: Int) -> Decimal64 {
        let scaled = value * Double(Decimal64.powerOfTen(decimals))
        return Decimal64(units: Int64(scaled.rounded(.toNearestOrEven)), decimals: decimals)
    }
}

/// The texts around the numbers of a channel's lines.
final class ChannelLabels: Sendable {
    /// By index of the phase: `,"phase":"climb"`.
    let phases = allPhases
    /// By column: `,"speed_mps":`.
    let metrics: [LineLabel]
    /// By index of the statistic: `"average":`.
    let statistics = allStatistics
    /// `"smoothed":`.
    let smoothed = LineLabel(#""smoothed":"#)

    init(_ metrics: [Metric]) { self.metrics = metrics.map { Self.allMetrics[$0.index] } }

    // Made once for all channels: thousands of subscribers that catch up have one each.
    private static let allPhases = Phase.allCases.map { LineLabel(#","phase":"\#($0.rawValue)""#) }
    private static let allStatistics = Statistic.allCases.map { LineLabel(#""\#($0.rawValue)":"#) }
    private static let allMetrics = Metric.allCases.map { LineLabel(#","\#($0.name)":"#) }
}
