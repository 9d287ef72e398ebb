/// What is known of an athlete's days apart from the seconds of runs. The raw value is the index in
/// every array by metric of days, and the order of entries that become known together.
public enum DayMetric: UInt8, CaseIterable, Sendable {
    case steps
    case distance
    case energy
    case restingHeartRate
    case sleep
    case bodyMass

    /// One row of the table of metrics of days.
    public struct Description: Sendable {
        /// The name on the wire, unit last.
        public let name: String
        /// HealthKit's identifier, accepted wherever a metric is named.
        public let healthKitIdentifier: String
        public let unit: String
        public let aggregation: Metric.Aggregation
        /// The smallest and the largest plausible value of one entry, in the metric's unit.
        public let limits: ClosedRange<Int64>
    }

    public static let count = allCases.count
    public static let discrete = DayMetricSet(allCases.filter { !$0.isCumulative })
    public static let cumulative = DayMetricSet(allCases.filter(\.isCumulative))

    public var index: Int { Int(rawValue) }
    public var name: String { description.name }
    public var isCumulative: Bool { description.aggregation == .cumulative }
    public var description: Description { Self.table[index] }

    /// Decimals of the integer in which a value of the metric is kept.
    public var decimals: Int {
        switch self {
        case .steps, .restingHeartRate, .sleep: 0
        case .bodyMass: 1
        case .distance: 2
        case .energy: 3
        }
    }

    /// The metric of that wire name or HealthKit identifier.
    public init?(named name: some StringProtocol) {
        let found = Self.allCases.first {
            $0.description.name == name || $0.description.healthKitIdentifier == name
        }
        guard let found else { return nil }
        self = found
    }

    /// The only place where names, units and limits of metrics of days are written.
    private static let table: [Description] = [
        Description(
            name: "steps", healthKitIdentifier: "HKQuantityTypeIdentifierStepCount",
            unit: "steps", aggregation: .cumulative, limits: 0...200_000),
        Description(
            name: "distance_m",
            healthKitIdentifier: "HKQuantityTypeIdentifierDistanceWalkingRunning",
            unit: "metres", aggregation: .cumulative, limits: 0...500_000),
        Description(
            name: "energy_kcal",
            healthKitIdentifier: "HKQuantityTypeIdentifierActiveEnergyBurned",
            unit: "kilocalories, without rest", aggregation: .cumulative, limits: 0...30_000),
        Description(
            name: "resting_heart_rate_bpm",
            healthKitIdentifier: "HKQuantityTypeIdentifierRestingHeartRate",
            unit: "beats per minute", aggregation: .discrete, limits: 20...200),
        // A category in HealthKit: a stretch of time asleep. Here it is the minutes of it.
        Description(
            name: "sleep_min", healthKitIdentifier: "HKCategoryTypeIdentifierSleepAnalysis",
            unit: "minutes asleep", aggregation: .cumulative, limits: 0...1440),
        Description(
            name: "body_mass_kg", healthKitIdentifier: "HKQuantityTypeIdentifierBodyMass",
            unit: "kilograms", aggregation: .discrete, limits: 20...500),
    ]
}

/// A set of metrics of days.
public struct DayMetricSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ metrics: some Sequence<DayMetric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << $1.rawValue })
    }

    public init(_ metric: DayMetric) { self.init(rawValue: 1 << metric.rawValue) }

    public static let all = DayMetricSet(DayMetric.allCases)

    public func contains(_ metric: DayMetric) -> Bool { rawValue & (1 << metric.rawValue) != 0 }

    /// The members in the order of ``DayMetric``.
    public var members: [DayMetric] { DayMetric.allCases.filter(contains) }
}
