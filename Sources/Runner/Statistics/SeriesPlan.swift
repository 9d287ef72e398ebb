import Vocabulary

/// What the series of all sessions in a channel have in common: the windows' layout and what is
/// asked of every metric.
public struct SeriesPlan: Sendable {
    /// The metric of each column, in the order of ``Metric``.
    public let metrics: [Metric]
    let window: WindowPlan
    /// The plan of the window over which the mean smooths; nil for other smoothing.
    let mean: WindowPlan?
    let smoothing: Smoothing
    let minimumCoveragePercent: Int64
    /// By column: the statistics that are asked for and apply to the metric.
    let asked: [StatisticSet]
    /// By column.
    let decimals: [Int]
    /// The number of columns with discrete metrics; all others come after them.
    let discreteColumns: Int

    /// Ignores statistics that do not apply to a metric, and smoothing of cumulative metrics. Traps
    /// unless `period`, the window, the smoothing span and the half-life are positive.
    ///
    /// - Parameter period: the nominal time from sample to sample. Windows are allocated for it,
    ///   and grow if samples are denser.
    public init(_ shape: ChannelShape, period: FleetDuration) {
        let metrics = shape.metrics.members
        let periodTicks = Int32(period.ticks)
        let asked = metrics.map { metric in
            StatisticSet(shape.statistics).intersection(metric.row.statistics)
        }
        self.metrics = metrics
        self.asked = asked
        decimals = metrics.map(\.decimals)
        discreteColumns = metrics.count(where: \.isDiscrete)
        smoothing = discreteColumns > 0 ? shape.smoothing : .none
        minimumCoveragePercent = Int64(shape.minimumCoveragePercent)
        window = WindowPlan(
            TrailingSpan(shape.window), metrics: metrics, periodTicks: periodTicks,
            hasSquares: asked.contains { $0.contains(.sd) })
        mean =
            if case .mean(let length) = smoothing {
                WindowPlan(
                    TrailingSpan(length), metrics: metrics.filter(\.isDiscrete),
                    periodTicks: periodTicks)
            } else {
                nil
            }
    }

    /// How far back the samples reach on which a report depends; nil if it depends on all of them.
    ///
    /// A filter depends on all. So does `sum`: the value before the window may be of any age.
    public var memory: FleetDuration? {
        let hasSum = asked.contains { $0.contains(.sum) }
        guard !window.span.isSession, !hasSum else { return nil }
        let smoothing: Int32? =
            switch smoothing {
            case .none: 0
            case .mean(let length), .median(let length): TrailingSpan(length).length(at: .max)
            case .ema, .ema2: nil
            }
        return smoothing.map {
            FleetDuration(ticks: Int64(max(window.span.length(at: .max), $0)))
        }
    }

    /// Whether `statistic`, the maximum or the minimum, is asked of any column.
    func hasExtreme(_ statistic: Statistic) -> Bool {
        asked.contains { $0.contains(statistic) }
    }

    /// The most candidates for a column's extreme; over a whole session only one.
    func candidates(_ column: Int, _ statistic: Statistic) -> Int {
        asked[column].contains(statistic) ? max(window.rows, 1) : 0
    }

    /// Whether the series of a session need ``SeriesExtras``.
    var hasExtras: Bool {
        hasExtreme(.max) || hasExtreme(.min) || smoothing != .none
    }
}
