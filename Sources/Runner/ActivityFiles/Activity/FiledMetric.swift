import Vocabulary

/// How a metric stands in activities and exports: its fields in a record of FIT, and its unit in
/// the records of Health.
///
/// TCX has room for four metrics, whose elements nest in `TCXActivity`; the columns of CSV are
/// those of ``RecordedRow``, which reads them again.
struct FiledMetric: Sendable {
    let fit: [FITColumn]
    let health: HealthUnit

    /// A unit of an export with the decimals that make a value of ours exact.
    struct HealthUnit: Sendable {
        let name: StaticString
        /// Decimals of a value in the unit; nil for those of the metric.
        var decimals: Int?
        /// The factor from a value of ours to the last of these decimals.
        var factor: Int64 = 1
    }

    /// A field of a record, and its value of a sample.
    struct FITColumn: Sendable {
        let field: FITField
        let value: @Sendable (Sample) -> Int64?

        init(
            _ number: UInt8, _ type: FITBaseType, _ value: @escaping @Sendable (Sample) -> Int64?
        ) {
            field = FITField(number, type)
            self.value = value
        }
    }

    private init(_ health: HealthUnit, _ fit: FITColumn...) {
        self.health = health
        self.fit = fit
    }

    /// Metrics as the fields of a record follow each other.
    static let inRecords: [Metric] = [.heartRate, .speed, .distance, .cadence, .stride, .contact]

    /// Those that a run outdoors has as well.
    static let placesInRecords: [Metric] = [.latitude, .longitude, .altitude]

    /// The row of a metric; the only place where files' names of metrics are written.
    init(_ metric: Metric) {
        self =
            switch metric {
            case .heartRate:
                FiledMetric(
                    HealthUnit(name: "count/min"),
                    FITColumn(3, .uint8) { $0[.heartRate] })
            // Millimetres a second: 0.0036 km/h.
            case .speed:
                FiledMetric(
                    HealthUnit(name: "km/hr", decimals: 4, factor: 36),
                    FITColumn(73, .uint32) { $0[.speed] })
            case .cadence:
                FiledMetric(
                    HealthUnit(name: "count/min"),
                    FITColumn(4, .uint8) { FITQuantity.footCadence($0[.cadence]).whole },
                    FITColumn(53, .uint8) { FITQuantity.footCadence($0[.cadence]).fraction })
            case .stride:
                FiledMetric(
                    HealthUnit(name: "m"),
                    FITColumn(85, .uint16) { FITQuantity.stepLength($0[.stride]) })
            // The stance's share of a stride comes with its time.
            case .contact:
                FiledMetric(
                    HealthUnit(name: "ms"),
                    FITColumn(41, .uint16) { $0[.contact] },
                    FITColumn(40, .uint16) { $0.stancePercent })
            case .distance:
                FiledMetric(
                    HealthUnit(name: "km", decimals: 5),
                    FITColumn(5, .uint32) { $0[.distance] })
            case .altitude:
                FiledMetric(
                    HealthUnit(name: "m"),
                    FITColumn(78, .uint32) { FITQuantity.altitude($0[.altitude]) })
            case .ascent: FiledMetric(HealthUnit(name: "m"))
            case .latitude:
                FiledMetric(
                    HealthUnit(name: "deg"),
                    FITColumn(0, .int32) { FITQuantity.semicircles($0[.latitude]) })
            case .longitude:
                FiledMetric(
                    HealthUnit(name: "deg"),
                    FITColumn(1, .int32) { FITQuantity.semicircles($0[.longitude]) })
            case .steps: FiledMetric(HealthUnit(name: "count"))
            case .energy: FiledMetric(HealthUnit(name: "kcal"))
            }
    }
}

extension FiledMetric {
    /// The value of HealthKit's one category for a stage of sleep; nil for all else. The stretches
    /// asleep as such have none: their stages are asleep already.
    static func sleepAnalysis(_ metric: DayMetric) -> StaticString? {
        switch metric {
        case .timeInBed: "HKCategoryValueSleepAnalysisInBed"
        case .awake: "HKCategoryValueSleepAnalysisAwake"
        case .coreSleep: "HKCategoryValueSleepAnalysisAsleepCore"
        case .deepSleep: "HKCategoryValueSleepAnalysisAsleepDeep"
        case .remSleep: "HKCategoryValueSleepAnalysisAsleepREM"
        case .steps, .distance, .energy, .restingHeartRate, .sleep, .bodyMass, .latitude,
            .longitude, .heartRate, .heartRateVariability:
            nil
        }
    }
}

extension FiledMetric.HealthUnit {
    /// The unit of a metric of days; nil for sleep and its stages, which are a category, and for
    /// positions, of which Health has no records but the routes of workouts.
    init?(_ metric: DayMetric) {
        switch metric {
        case .steps: self = FiledMetric(.steps).health
        case .distance: self = FiledMetric(.distance).health
        case .energy: self = FiledMetric(.energy).health
        case .restingHeartRate: self.init(name: "count/min")
        case .bodyMass: self.init(name: "kg")
        case .heartRate: self = FiledMetric(.heartRate).health
        case .heartRateVariability: self.init(name: "ms")
        case .sleep, .latitude, .longitude, .timeInBed, .awake, .coreSleep, .deepSleep, .remSleep:
            return nil
        }
    }
}
