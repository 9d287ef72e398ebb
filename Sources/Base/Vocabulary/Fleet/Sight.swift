/// What the readers of a channel may see of measured values and of judgements made from them.
///
/// It is a part of the channel's shape: two readers share a channel only if both may see the same,
/// so that a line is encoded once for all its readers and tells none of them too much.
public struct Sight: Hashable, Sendable {
    /// Metrics of runs: values in lines, snapshots and summaries.
    public var metrics: MetricSet
    /// Metrics of days: entries, and what a snapshot says of the athlete.
    public var dayMetrics: DayMetricSet
    /// Flight phases, which are read from the heart rate.
    public var showsPhases: Bool
    /// Whether the summary of a run says how often a mission called.
    public var showsAdvisories: Bool

    public init(
        metrics: MetricSet, dayMetrics: DayMetricSet, showsPhases: Bool, showsAdvisories: Bool
    ) {
        self.metrics = metrics
        self.dayMetrics = dayMetrics
        self.showsPhases = showsPhases
        self.showsAdvisories = showsAdvisories
    }

    public static let everything = Sight(
        metrics: .all, dayMetrics: .all, showsPhases: true, showsAdvisories: true)
    public static let nothing = Sight(
        metrics: [], dayMetrics: [], showsPhases: false, showsAdvisories: false)

    public func isSubset(of other: Sight) -> Bool {
        metrics.isSubset(of: other.metrics) && dayMetrics.isSubset(of: other.dayMetrics)
            && (!showsPhases || other.showsPhases)
            && (!showsAdvisories || other.showsAdvisories)
    }

    /// The names of its metrics, those of runs first, each once.
    public var metricNames: [String] {
        let runs = metrics.members.map(\.name)
        return runs + dayMetrics.members.map(\.name).filter { !runs.contains($0) }
    }
}
