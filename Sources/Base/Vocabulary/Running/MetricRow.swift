/// What is true of a metric, of runs or of days, whatever shows or files it: the row of
/// ``Metric/row`` or ``DayMetric/row``.
public struct MetricRow: Sendable {
    /// The name on the wire, unit last.
    public let name: StaticString
    /// HealthKit's identifier, accepted wherever a metric is named; nil where it has none.
    public let healthKitIdentifier: StaticString?
    /// In words: `beats per minute`.
    public let unit: StaticString
    /// Decimals of the integer in which a value is kept.
    public let decimals: Int
    public let aggregation: Aggregation
    /// The smallest and the largest plausible value, in the metric's unit: of a sample, or of an
    /// entry. A command or a CSV recording with another value is refused; in an activity file such
    /// a value is left out.
    public let limits: ClosedRange<Int64>
    /// The statistics that fit the metric.
    public let statistics: StatisticSet
    /// Whether a subscription that names no metric has this one. The defaults are part of the
    /// protocol: a new metric never is one.
    public let isDefault: Bool

    /// How samples of a metric add up, after HealthKit's quantity types.
    public enum Aggregation: String, Sendable {
        /// A state at an instant: average, minimum, maximum and deviation make sense.
        case discrete
        /// An amount that grows: only its increase makes sense.
        case cumulative
        /// A place on earth: it has no mean, and no order.
        case position
    }

    @inlinable @inline(__always) init(
        _ name: StaticString, healthKit identifier: StaticString?, unit: StaticString,
        decimals: Int, _ aggregation: Aggregation, limits: ClosedRange<Int64>,
        isDefault: Bool
    ) {
        self.name = name
        healthKitIdentifier = identifier
        self.unit = unit
        self.decimals = decimals
        self.aggregation = aggregation
        self.limits = limits
        statistics =
            switch aggregation {
            case .discrete: .ofStates
            case .cumulative: .ofTotals
            case .position: .ofPositions
            }
        self.isDefault = isDefault
    }

    /// The same metric where other values are plausible.
    @inlinable func with(limits: ClosedRange<Int64>, isDefault: Bool) -> MetricRow {
        MetricRow(
            name, healthKit: healthKitIdentifier, unit: unit, decimals: decimals, aggregation,
            limits: limits, isDefault: isDefault)
    }

    /// Whether a name is the wire's or HealthKit's.
    func isNamed(_ text: some StringProtocol) -> Bool {
        text == "\(name)" || healthKitIdentifier.map { text == "\($0)" } ?? false
    }
}
