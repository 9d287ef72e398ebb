/// What a session measures. The raw value is the index in every array by metric.
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
        /// HealthKit's identifier, accepted wherever a metric is named; nil where it has none.
        public let healthKitIdentifier: String?
        public let unit: String
        public let aggregation: Aggregation
        /// The largest plausible value, in the metric's unit; a recording with more is refused.
        public let upperLimit: Int64
    }

    public static let count = allCases.count
    public static let discrete = MetricSet(allCases.filter { !$0.isCumulative })
    public static let cumulative = MetricSet(allCases.filter(\.isCumulative))

    @inlinable public var index: Int { Int(rawValue) }
    public var name: String { description.name }
    public var isCumulative: Bool { description.aggregation == .cumulative }
    public var description: Description { Self.table[index] }

    /// Decimals of the integer in which a value of the metric is kept.
    // Not a column of the table: every value of every sample needs them, and a switch is inlined.
    @inlinable public var decimals: Int {
        switch self {
        case .heartRate, .steps: 0
        case .cadence, .contact: 1
        case .distance: 2
        case .speed, .stride, .energy: 3
        }
    }

    /// 10^``decimals``: what a value in the metric's unit is multiplied by.
    @inlinable public var scale: Double {
        switch decimals {
        case 0: 1
        case 1: 10
        case 2: 100
        default: 1000
        }
    }

    /// Whether a value in units of the last decimal is one that a recording may have: from 0 to the
    /// upper limit.
    public func allows(_ units: Int64) -> Bool {
        (0...description.upperLimit * Decimal64.powerOfTen(decimals)).contains(units)
    }

    /// The metric of that wire name or HealthKit identifier, or of a name that was once listed.
    public init?(named name: some StringProtocol) {
        if name == Self.formerCadence {
            self = .cadence
            return
        }
        let found = Self.allCases.first { metric in
            let row = metric.description
            return row.name == name || row.healthKitIdentifier.map { $0 == name } == true
        }
        guard let found else { return nil }
        self = found
    }

    /// Looks like an identifier of HealthKit, which has no running cadence.
    private static let formerCadence = "HKQuantityTypeIdentifierRunningCadence"

    /// The only place where names, units and limits of metrics are written.
    private static let table: [Description] = [
        Description(
            name: "heart_rate_bpm", healthKitIdentifier: "HKQuantityTypeIdentifierHeartRate",
            unit: "beats per minute", aggregation: .discrete, upperLimit: 300),
        Description(
            name: "speed_mps", healthKitIdentifier: "HKQuantityTypeIdentifierRunningSpeed",
            unit: "metres per second", aggregation: .discrete, upperLimit: 20),
        Description(
            name: "cadence_spm", healthKitIdentifier: nil, unit: "steps of both feet per minute",
            aggregation: .discrete, upperLimit: 400),
        Description(
            name: "stride_m", healthKitIdentifier: "HKQuantityTypeIdentifierRunningStrideLength",
            unit: "metres per step", aggregation: .discrete, upperLimit: 10),
        Description(
            name: "contact_ms",
            healthKitIdentifier: "HKQuantityTypeIdentifierRunningGroundContactTime",
            unit: "milliseconds", aggregation: .discrete, upperLimit: 5000),
        Description(
            name: "distance_m",
            healthKitIdentifier: "HKQuantityTypeIdentifierDistanceWalkingRunning",
            unit: "metres", aggregation: .cumulative, upperLimit: 10_000_000),
        Description(
            name: "steps", healthKitIdentifier: "HKQuantityTypeIdentifierStepCount",
            unit: "steps", aggregation: .cumulative, upperLimit: 100_000_000),
        Description(
            name: "energy_kcal",
            healthKitIdentifier: "HKQuantityTypeIdentifierActiveEnergyBurned",
            unit: "kilocalories, without rest", aggregation: .cumulative,
            upperLimit: 1_000_000),
    ]
}

/// A set of metrics.
public struct MetricSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ metrics: some Sequence<Metric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << $1.rawValue })
    }

    @inlinable public init(_ metric: Metric) { self.init(rawValue: 1 << metric.rawValue) }

    public static let all = MetricSet(Metric.allCases)

    @inlinable public func contains(_ metric: Metric) -> Bool {
        rawValue & (1 << metric.rawValue) != 0
    }

    /// The members in the order of ``Metric``.
    public var members: [Metric] { Metric.allCases.filter(contains) }
}
