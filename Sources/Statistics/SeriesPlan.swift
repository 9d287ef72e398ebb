import Vocabulary

/// What the windows and the smoothing of all sessions in a channel have in common.
public struct SeriesPlan: Sendable {
    /// One for each metric, in the order of ``Metric``.
    public let metrics: [Metric]
    let window: WindowPlan
    /// Of the window over which states are smoothed by their mean, if they are.
    let mean: WindowPlan?
    let smoothing: Smoothing
    let minimumCoveragePercent: Int64
    /// By column: what is asked for and fits the metric.
    let asked: [StatisticSet]
    /// By column.
    let decimals: [Int]
    /// How many columns are states; totals come after them.
    let discreteColumns: Int

    /// Statistics that do not fit a metric are passed over, and so is smoothing of a cumulative
    /// one. Traps if `period`, the window, a smoothing span or a half-life is not positive.
    ///
    /// - Parameter period: the nominal time from one sample to the next, for which the windows are
    ///   sized; denser samples make them grow.
    public init(_ shape: ChannelShape, period: FleetDuration) {
        let metrics = shape.metrics.members
        let periodTicks = Int32(period.ticks)
        let asked = metrics.map { StatisticSet(shape.statistics, fitting: $0) }
        self.metrics = metrics
        self.asked = asked
        decimals = metrics.map(\.decimals)
        discreteColumns = metrics.count { !$0.isCumulative }
        smoothing = discreteColumns > 0 ? shape.smoothing : .none
        minimumCoveragePercent = Int64(shape.minimumCoveragePercent)
        window = WindowPlan(
            TrailingSpan(shape.window), metrics: metrics, periodTicks: periodTicks,
            hasSquares: asked.contains { $0.contains(.sd) })
        mean =
            if case .mean(let length) = smoothing {
                WindowPlan(
                    TrailingSpan(length), metrics: metrics.filter { !$0.isCumulative },
                    periodTicks: periodTicks)
            } else {
                nil
            }
    }

    /// How long before an instant the samples begin on which its reports depend; nil if they
    /// depend on all since the session's start.
    ///
    /// A filter forgets nothing, and what has left the span of a total is the value before it,
    /// however old.
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

    /// Whether the largest or the smallest values are asked for.
    func hasExtreme(_ statistic: Statistic) -> Bool {
        asked.contains { $0.contains(statistic) }
    }

    /// How many values of a column can wait for their turn as the extreme; of a session only one.
    func candidates(_ column: Int, _ statistic: Statistic) -> Int {
        asked[column].contains(statistic) ? max(window.rows, 1) : 0
    }

    /// Whether every session keeps more than one window.
    var hasExtras: Bool {
        hasExtreme(.max) || hasExtreme(.min) || smoothing != .none
    }
}

/// A set of statistics in one byte.
@usableFromInline
struct StatisticSet: Equatable, Sendable {
    @usableFromInline var bits: UInt8 = 0

    init() {}

    /// The members of `statistics` that fit `metric`.
    init(_ statistics: Set<Statistic>, fitting metric: Metric) {
        for statistic in statistics where statistic.applies(to: metric) { insert(statistic) }
    }

    var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func contains(_ statistic: Statistic) -> Bool { bits & (1 << statistic.index) != 0 }

    /// Calls `body` for each member, in the order of ``Statistic``.
    @inlinable @inline(__always)
    func forEach(_ body: (Statistic) -> Void) {
        var left = bits
        while left != 0 {
            body(Statistic.byIndex[left.trailingZeroBitCount])
            left &= left - 1
        }
    }

    mutating func insert(_ statistic: Statistic) { bits |= 1 << statistic.index }
}

extension Statistic {
    /// Every statistic at its place.
    @usableFromInline static let byIndex: [8 of Statistic] = [
        .average, .min, .max, .sd, .latest, .sum, .count, .coverage,
    ]

    /// Its place in `allCases` and in arrays by statistic, 0...7.
    @inlinable public var index: Int {
        switch self {
        case .average: 0
        case .min: 1
        case .max: 2
        case .sd: 3
        case .latest: 4
        case .sum: 5
        case .count: 6
        case .coverage: 7
        }
    }
}
