/// What is known of an athlete's days apart from the seconds of runs. The raw value is the index in
/// every array by metric of days, and the order of entries that become known together.
public enum DayMetric: UInt8, CaseIterable, Sendable {
    case steps
    case distance
    case energy
    case restingHeartRate
    case sleep
    case bodyMass
    case latitude
    case longitude
    case heartRate
    case heartRateVariability
    case timeInBed
    case awake
    case coreSleep
    case deepSleep
    case remSleep

    /// The only place where names, units, decimals and limits of metrics of days are written; a
    /// metric that runs have too takes its row from ``Metric``.
    @inlinable public var row: MetricRow {
        switch self {
        case .steps: Metric.steps.row.with(limits: 0...200_000, isDefault: true)
        case .distance: Metric.distance.row.with(limits: 0...500_000, isDefault: true)
        case .energy: Metric.energy.row.with(limits: 0...30_000, isDefault: true)
        case .restingHeartRate:
            MetricRow(
                "resting_heart_rate_bpm", healthKit: "HKQuantityTypeIdentifierRestingHeartRate",
                unit: "beats per minute", decimals: 0, .discrete, limits: 20...200,
                isDefault: true)
        // A category in HealthKit: a stretch of time asleep. Here it is the minutes of it.
        case .sleep:
            MetricRow(
                "sleep_min", healthKit: "HKCategoryTypeIdentifierSleepAnalysis",
                unit: "minutes asleep", decimals: 0, .cumulative, limits: 0...1440,
                isDefault: true)
        case .bodyMass:
            MetricRow(
                "body_mass_kg", healthKit: "HKQuantityTypeIdentifierBodyMass", unit: "kilograms",
                decimals: 1, .discrete, limits: 20...500, isDefault: true)
        case .latitude: Metric.latitude.row.with(limits: -90...90, isDefault: false)
        case .longitude: Metric.longitude.row.with(limits: -180...180, isDefault: false)
        case .heartRate: Metric.heartRate.row.with(limits: 20...250, isDefault: false)
        case .heartRateVariability:
            MetricRow(
                "hrv_sdnn_ms", healthKit: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
                unit: "milliseconds", decimals: 1, .discrete, limits: 1...500, isDefault: false)
        // The stages of sleep are values of HealthKit's one category.
        case .timeInBed: Self.minutes("in_bed_min", "minutes in bed")
        case .awake: Self.minutes("awake_min", "minutes awake in bed")
        case .coreSleep: Self.minutes("sleep_core_min", "minutes in light sleep")
        case .deepSleep: Self.minutes("sleep_deep_min", "minutes in deep sleep")
        case .remSleep: Self.minutes("sleep_rem_min", "minutes in REM sleep")
        }
    }

    /// The row of a stretch of time in bed.
    @inlinable static func minutes(_ name: StaticString, _ unit: StaticString) -> MetricRow {
        MetricRow(
            name, healthKit: nil, unit: unit, decimals: 0, .cumulative, limits: 0...1440,
            isDefault: false)
    }

    /// The metrics of a subscription to entries that names none.
    public static let defaults = DayMetricSet(allCases.filter(\.row.isDefault))
    /// Where the athlete is apart from runs, as the phone tells it.
    public static let positions: DayMetricSet = [
        DayMetricSet(.latitude), DayMetricSet(.longitude),
    ]
    /// What comes every five minutes, so that whoever does not name it must not pay for it.
    public static let frequent: DayMetricSet = positions.union(DayMetricSet(.heartRate))
    /// How a night went, minute by minute.
    public static let stages: DayMetricSet = [
        DayMetricSet(.timeInBed), DayMetricSet(.awake), DayMetricSet(.coreSleep),
        DayMetricSet(.deepSleep), DayMetricSet(.remSleep),
    ]
    /// What people enter by hand, and what is shown day by day: all but positions and stages.
    public static let ofPeople = DayMetricSet.all.subtracting(positions).subtracting(stages)

    public var index: Int { Int(rawValue) }
    public var name: String { Self.names[index] }
    /// In words: `beats per minute`.
    public var unit: String { "\(row.unit)" }
    public var healthKitIdentifier: String? { row.healthKitIdentifier.map { "\($0)" } }
    public var isCumulative: Bool { row.aggregation == .cumulative }
    public var decimals: Int { row.decimals }

    private static let names = allCases.map { "\($0.row.name)" }

    /// The metric of that wire name or HealthKit identifier.
    public init?(named name: some StringProtocol) {
        let found = Self.allCases.first { $0.row.isNamed(name) }
        guard let found else { return nil }
        self = found
    }
}

/// A set of metrics of days.
public struct DayMetricSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(_ metrics: some Sequence<DayMetric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << UInt32($1.rawValue) })
    }

    public init(_ metric: DayMetric) { self.init(rawValue: 1 << UInt32(metric.rawValue)) }

    public static let all = DayMetricSet(DayMetric.allCases)

    public func contains(_ metric: DayMetric) -> Bool {
        rawValue & (1 << UInt32(metric.rawValue)) != 0
    }

    /// The members in the order of ``DayMetric``.
    public var members: [DayMetric] { DayMetric.allCases.filter(contains) }
}
