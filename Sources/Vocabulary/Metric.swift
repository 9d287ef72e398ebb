/// What a session measures. The raw value is the place in every array by metric.
package enum Metric: UInt8, CaseIterable, Sendable {
    case heartRate
    case speed
    case cadence
    case stride
    case contact
    case distance
    case steps
    case energy

    /// How samples of a metric add up, after HealthKit's quantity types.
    package enum Aggregation: String, Sendable {
        /// A state at an instant: average, minimum, maximum and deviation make sense.
        case discrete
        /// An amount that grows: only its increase makes sense.
        case cumulative
    }

    /// One row of the table of metrics.
    package struct Description: Sendable {
        /// The name on the wire, unit last.
        package let name: String
        /// HealthKit's identifier, accepted wherever a metric is named.
        package let healthKitIdentifier: String
        package let unit: String
        package let aggregation: Aggregation
        /// Decimal places of the integer in which the metric is kept.
        package let decimals: Int
        /// Largest plausible value in the metric's unit; a recording beyond it is refused.
        package let upperLimit: Int64
    }

    package static let count = allCases.count
    package static let discrete = MetricSet(allCases.filter { !$0.isCumulative })
    package static let cumulative = MetricSet(allCases.filter(\.isCumulative))

    package var index: Int { Int(rawValue) }
    package var name: String { description.name }
    package var decimals: Int { Self.table[index].decimals }
    package var isCumulative: Bool { description.aggregation == .cumulative }
    package var description: Description { Self.table[index] }

    /// What a value in the metric's unit is multiplied by, at each place.
    static let scales = [8 of Double] { Double(Decimal64.powerOfTen(table[$0].decimals)) }

    /// The metric of that wire name or HealthKit identifier.
    package init?(named name: some StringProtocol) {
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
package struct MetricSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ metrics: some Sequence<Metric>) {
        self.init(rawValue: metrics.reduce(0) { $0 | 1 << $1.rawValue })
    }

    package init(_ metric: Metric) { self.init(rawValue: 1 << metric.rawValue) }

    package func contains(_ metric: Metric) -> Bool { rawValue & (1 << metric.rawValue) != 0 }

    /// The members in the order of ``Metric``.
    package var members: [Metric] { Metric.allCases.filter(contains) }
}
