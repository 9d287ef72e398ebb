/// What a session measures. The raw value is the place in every array by metric.
public enum Metric: UInt8, CaseIterable, Sendable {
    case heartRate
    case speed
    case cadence
    case stride
    case contact
    case distance
    case steps
    case energy

    /// How samples of a metric add up, after HealthKit's quantity types.
    public enum Aggregation: String, Sendable {
        /// A state at an instant: average, minimum, maximum and deviation make sense.
        case discrete
        /// An amount that grows: only its increase makes sense.
        case cumulative
    }

    /// One row of the table of metrics.
    public struct Description: Sendable {
        /// The name on the wire, unit last.
        public let name: String
        /// HealthKit's identifier, accepted wherever a metric is named.
        public let healthKitIdentifier: String
        public let unit: String
        public let aggregation: Aggregation
        /// Decimal places of the integer in which the metric is kept.
        public let decimals: Int
        /// Largest plausible value in the metric's unit; a recording beyond it is refused.
        public let upperLimit: Int64
    }

    public static let count = allCases.count
    public static let discrete = MetricSet(allCases.filter { !$0.isCumulative })
    public static let cumulative = MetricSet(allCases.filter(\.isCumulative))

    public var index: Int { Int(rawValue) }
    public var name: String { description.name }
    public var decimals: Int { Self.table[index].decimals }
    public var isCumulative: Bool { description.aggregation == .cumulative }
    public var description: Description { Self.table[index] }

    /// What a value in the metric's unit is multiplied by, at each place.
    static let scales = [8 of Double] { Double(Decimal64.powerOfTen(table[$0].decimals)) }

    /// The metric of that wire name or HealthKit identifier.
    public init?(named name: some StringProtocol) {
        let found = Self.allCases.first {
            $0.description.name == name || $0.description.healthKitIdentifier == name
        }
        guard let found else { return nil }
        self = found
    }

    /// The only place where names, units, places and limits of metrics are written.
    private static let table: [Description] = [
        Description(
            name: "heart_rate_bpm", healthKitIdentifier: "HKQuantityTypeIdentifierHeartRate",
            unit: "beats per minute", aggregation: .discrete, decimals: 0, upperLimit: 300),
        Description(
            name: "speed_mps", healthKitIdentifier: "HKQuantityTypeIdentifierRunningSpeed",
            unit: "metres per second", aggregation: .discrete, decimals: 3, upperLimit: 20),
        // HealthKit has no running cadence; the name follows its cycling sibling.
        Description(
            name: "cadence_spm", healthKitIdentifier: "HKQuantityTypeIdentifierRunningCadence",
            unit: "steps of both feet per minute", aggregation: .discrete, decimals: 1,
            upperLimit: 400),
        Description(
            name: "stride_m", healthKitIdentifier: "HKQuantityTypeIdentifierRunningStrideLength",
            unit: "metres per step", aggregation: .discrete, decimals: 3, upperLimit: 10),
        Description(
            name: "contact_ms",
            healthKitIdentifier: "HKQuantityTypeIdentifierRunningGroundContactTime",
            unit: "milliseconds", aggregation: .discrete, decimals: 1, upperLimit: 5000),
        Description(
            name: "distance_m",
            healthKitIdentifier: "HKQuantityTypeIdentifierDistanceWalkingRunning",
            unit: "metres", aggregation: .cumulative, decimals: 2, upperLimit: 10_000_000),
        Description(
            name: "steps", healthKitIdentifier: "HKQuantityTypeIdentifierStepCount",
            unit: "steps", aggregation: .cumulative, decimals: 0, upperLimit: 100_000_000),
        Description(
            name: "energy_kcal",
            healthKitIdentifier: "HKQuantityTypeIdentifierActiveEnergyBurned",
            unit: "kilocalories, without rest", aggregation: .cumulative, decimals: 3,
            upperLimit: 1_000_000),
    ]
}

/// A set of metrics.
public struct MetricSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ metrics: some Sequence<Metric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << $1.rawValue })
    }

    public init(_ metric: Metric) { self.init(rawValue: 1 << metric.rawValue) }

    public func contains(_ metric: Metric) -> Bool { rawValue & (1 << metric.rawValue) != 0 }

    /// The members in the order of ``Metric``.
    public var members: [Metric] { Metric.allCases.filter(contains) }
}
