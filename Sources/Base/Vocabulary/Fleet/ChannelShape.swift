/// The kinds of lines that a subscription can ask for.
public enum LineKind: String, CaseIterable, Sendable {
    case stat, sample, phase, advisory, event, truth
    /// What is known of an athlete's days apart from the seconds of runs.
    case entry
}

/// The span that a statistic covers, up to and including the instant of emission.
public enum Window: Hashable, Sendable {
    case span(FleetDuration)
    /// The whole session so far.
    case session
}

/// What is added to every discrete metric of a `stat` line under `smoothed`.
public enum Smoothing: Hashable, Sendable {
    case none
    /// Mean of the samples of the last `span`; delay span / 2.
    case mean(FleetDuration)
    /// Median of the samples of the last `span`; delay span / 2.
    case median(FleetDuration)
    /// First-order filter; delay half-life / ln 2.
    case ema(halfLife: FleetDuration)
    /// The same filter twice, seeded with the first measured value; delay 2 half-life / ln 2.
    case ema2(halfLife: FleetDuration)
}

/// Where the grid of emissions lies.
public enum Alignment: String, CaseIterable, Sendable {
    /// Multiples of `every` of session time.
    case session
    /// Multiples of `every` of the clock, in UTC.
    case clock
}

/// What a channel computes. All subscriptions with an equal shape share one channel.
public struct ChannelShape: Hashable, Sendable {
    public var kinds: Set<LineKind> = [.stat]
    public var metrics: MetricSet = Metric.defaults
    /// The metrics of days of which the kind `entry` brings entries; empty without that kind.
    public var dayMetrics: DayMetricSet = []
    public var statistics: Set<Statistic> = [.average, .latest]
    public var window: Window = .span(.seconds(5))
    public var every: FleetDuration = .seconds(1)
    public var smoothing: Smoothing = .none
    public var alignment: Alignment = .session
    /// A metric's statistics are left out while it covers less of the window than this, 0...100.
    public var minimumCoveragePercent: Int = 0
    /// What its readers may see; it narrows what all other fields bring.
    public var sight = Sight.everything

    public init() {}
}
