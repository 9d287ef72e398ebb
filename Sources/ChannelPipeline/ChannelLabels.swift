import Vocabulary
import WireProtocol

/// The texts around the numbers of a channel's lines.
final class ChannelLabels: Sendable {
    /// By place of the phase: `,"phase":"climb"`.
    let phases: [LineLabel]
    /// By column: `,"speed_mps":`.
    let metrics: [LineLabel]
    /// By place of the statistic: `"average":`.
    let statistics: [LineLabel]
    /// `"smoothed":`.
    let smoothed = LineLabel(#""smoothed":"#)

    init(_ metrics: [Metric]) {
        phases = Phase.allCases.map { LineLabel(#","phase":"\#($0.rawValue)""#) }
        statistics = Statistic.allCases.map { LineLabel(#""\#($0.rawValue)":"#) }
        self.metrics = metrics.map { LineLabel(#","\#($0.name)":"#) }
    }
}
