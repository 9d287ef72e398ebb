/// What a session measures. The raw value is the index in every array by metric.
///
/// States stand before totals and positions, as in the rows of windows, where states take half the
/// room.
public enum Metric: UInt8, CaseIterable, Sendable {
    case heartRate
    case speed
    case cadence
    case stride
    case contact
    case altitude
    case distance
    case steps
    case energy
    case ascent
    case latitude
    case longitude

    /// The only place where names, units, decimals and limits of metrics are written.
    // A switch, so that the compiler misses no row, and puts a constant where one column is read:
    // every value of every sample asks for its decimals.
    @inlinable @inline(__always) public var row: MetricRow {
        switch self {
        case .heartRate:
            MetricRow(
                "heart_rate_bpm", healthKit: "HKQuantityTypeIdentifierHeartRate",
                unit: "beats per minute", decimals: 0, .discrete, limits: 0...300,
                isDefault: true)
        case .speed:
            MetricRow(
                "speed_mps", healthKit: "HKQuantityTypeIdentifierRunningSpeed",
                unit: "metres per second", decimals: 3, .discrete, limits: 0...20,
                isDefault: true)
        case .cadence:
            MetricRow(
                "cadence_spm", healthKit: nil, unit: "steps of both feet per minute",
                decimals: 1, .discrete, limits: 0...400, isDefault: true)
        case .stride:
            MetricRow(
                "stride_m", healthKit: "HKQuantityTypeIdentifierRunningStrideLength",
                unit: "metres per step", decimals: 3, .discrete, limits: 0...10, isDefault: true)
        case .contact:
            MetricRow(
                "contact_ms", healthKit: "HKQuantityTypeIdentifierRunningGroundContactTime",
                unit: "milliseconds", decimals: 1, .discrete, limits: 0...5000, isDefault: true)
        case .altitude:
            MetricRow(
                "altitude_m", healthKit: nil, unit: "metres above the sea", decimals: 1,
                .discrete, limits: -500...9000, isDefault: false)
        case .distance:
            MetricRow(
                "distance_m", healthKit: "HKQuantityTypeIdentifierDistanceWalkingRunning",
                unit: "metres", decimals: 2, .cumulative, limits: 0...10_000_000,
                isDefault: false)
        case .steps:
            MetricRow(
                "steps", healthKit: "HKQuantityTypeIdentifierStepCount", unit: "steps",
                decimals: 0, .cumulative, limits: 0...100_000_000, isDefault: false)
        case .energy:
            MetricRow(
                "energy_kcal", healthKit: "HKQuantityTypeIdentifierActiveEnergyBurned",
                unit: "kilocalories, without rest", decimals: 3, .cumulative,
                limits: 0...1_000_000, isDefault: false)
        case .ascent:
            MetricRow(
                "ascent_m", healthKit: nil, unit: "metres climbed", decimals: 1, .cumulative,
                limits: 0...100_000, isDefault: false)
        case .latitude:
            MetricRow(
                "latitude_deg", healthKit: nil, unit: "degrees north", decimals: 7, .position,
                limits: -90...90, isDefault: false)
        case .longitude:
            MetricRow(
                "longitude_deg", healthKit: nil, unit: "degrees east", decimals: 7, .position,
                limits: -180...180, isDefault: false)
        }
    }

    public static let count = allCases.count
    /// The metrics of a subscription that names none.
    public static let defaults = MetricSet(allCases.filter(\.row.isDefault))
    public static let discrete = MetricSet(allCases.filter(\.isDiscrete))
    public static let cumulative = MetricSet(allCases.filter(\.isCumulative))
    /// Where somebody is: they are measured only for who asks for them.
    public static let places: MetricSet = [
        MetricSet(.altitude), MetricSet(.ascent), MetricSet(.latitude), MetricSet(.longitude),
    ]
    /// What body and device tell of every sample: all but the places.
    public static let vitals = allCases.filter { !places.contains($0) }

    @inlinable public var index: Int { Int(rawValue) }
    public var name: String { Self.names[index] }
    /// In words: `beats per minute`.
    public var unit: String { "\(row.unit)" }
    public var healthKitIdentifier: String? { row.healthKitIdentifier.map { "\($0)" } }
    @inlinable public var isCumulative: Bool { row.aggregation == .cumulative }
    @inlinable public var isDiscrete: Bool { row.aggregation == .discrete }
    @inlinable public var decimals: Int { row.decimals }

    private static let names = allCases.map { "\($0.row.name)" }

    /// 10^``decimals``: what a value in the metric's unit is multiplied by.
    @inlinable public var scale: Double {
        switch decimals {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1000
        default: 10_000_000
        }
    }

    /// Whether a value in units of the last decimal is one that a recording may have.
    public func allows(_ units: Int64) -> Bool {
        let scale = Decimal64.powerOfTen(decimals)
        return (row.limits.lowerBound * scale...row.limits.upperBound * scale).contains(units)
    }

    /// The metric of that wire name or HealthKit identifier, or of a name that was once listed.
    public init?(named name: some StringProtocol) {
        if name == Self.formerCadence {
            self = .cadence
            return
        }
        let found = Self.allCases.first { $0.row.isNamed(name) }
        guard let found else { return nil }
        self = found
    }

    /// A former name that looks like an identifier of HealthKit, which has no running cadence.
    private static let formerCadence = "HKQuantityTypeIdentifierRunningCadence"
}

/// An element for each metric. The length of a type must be a literal; a test holds it to the
/// cases.
public typealias PerMetric<Element> = InlineArray<12, Element>

/// A set of metrics.
public struct MetricSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(_ metrics: some Sequence<Metric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << UInt32($1.rawValue) })
    }

    @inlinable public init(_ metric: Metric) {
        self.init(rawValue: 1 << UInt32(metric.rawValue))
    }

    public static let all = MetricSet(Metric.allCases)

    @inlinable public func contains(_ metric: Metric) -> Bool {
        rawValue & (1 << UInt32(metric.rawValue)) != 0
    }

    /// The members in the order of ``Metric``.
    public var members: [Metric] { Metric.allCases.filter(contains) }
}
