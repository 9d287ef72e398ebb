import Vocabulary
import WireProtocol

/// The texts around the numbers of a channel's lines.
final class ChannelLabels: Sendable {
    /// By place of the phase: `,"phase":"climb"`.
    let phases = allPhases
    /// By column: `,"speed_mps":`.
    let metrics: [LineLabel]
    /// By place of the statistic: `"average":`.
    let statistics = allStatistics
    /// `"smoothed":`.
    let smoothed = LineLabel(#""smoothed":"#)

    init(_ metrics: [Metric]) { self.metrics = metrics.map { Self.allMetrics[$0.index] } }

    // Made once for all channels: thousands of subscribers that catch up have one each.
    private static let allPhases = Phase.allCases.map { LineLabel(#","phase":"\#($0.rawValue)""#) }
    private static let allStatistics = Statistic.allCases.map { LineLabel(#""\#($0.rawValue)":"#) }
    private static let allMetrics = Metric.allCases.map { LineLabel(#","\#($0.name)":"#) }
}
