/// A metric by its name, whether samples of runs have it, entries of days, or both.
public struct QueryMetric: Hashable, Sendable {
    /// Nil if runs do not have it.
    public let run: Metric?
    /// Nil if entries do not have it.
    public let day: DayMetric?
    /// The name on the wire, unit last.
    public let name: String
    /// Decimals of the integer in which a value is kept; the same in runs and in days.
    public let decimals: Int
    public let isCumulative: Bool
    /// Whether it is where somebody is, which has neither a sum nor an average.
    public var isPosition: Bool { run?.row.aggregation == .position }
    /// The statistics that fit the metric.
    public let statistics: StatisticSet

    private init(_ run: Metric, _ day: DayMetric?) {
        self.run = run
        self.day = day
        name = run.name
        decimals = run.decimals
        isCumulative = run.isCumulative
        statistics = run.row.statistics
    }

    private init(_ day: DayMetric) {
        run = nil
        self.day = day
        name = day.name
        decimals = day.decimals
        isCumulative = day.isCumulative
        statistics = day.row.statistics
    }

    /// Every name once: those of runs, then those that only days have.
    public static let all: [QueryMetric] =
        Metric.allCases.map { QueryMetric($0, DayMetric(named: $0.name)) }
        + DayMetric.allCases.filter { Metric(named: $0.name) == nil }.map { QueryMetric($0) }

    /// The metrics of a query that names none: those of runs but places, and those of days that a
    /// subscription to entries has by itself.
    public static let defaults = all.filter { metric in
        metric.run.map { !Metric.places.contains($0) }
            ?? metric.day.map(DayMetric.defaults.contains) ?? false
    }

    /// The metric of that wire name or HealthKit identifier.
    public init?(named name: some StringProtocol) {
        let (run, day) = (Metric(named: name), DayMetric(named: name))
        guard let found = Self.all.first(where: { $0.run == run && $0.day == day }) else {
            return nil
        }
        self = found
    }
}
