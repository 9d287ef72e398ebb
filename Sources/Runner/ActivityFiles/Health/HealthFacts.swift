import Simulation
import Vocabulary

/// What is known of an export besides what was measured.
package struct HealthFacts: Sendable {
    /// The lane, such as `s7`, which stands for the device.
    package let name: String
    /// The serial number of the device; not 0.
    package let serialNumber: UInt32
    /// The profile of the athlete; nil if it is unknown.
    package let profile: SessionProfile?
    /// When the export says that it was made.
    package let exported: FleetInstant
    /// Entries that begin, and samples that are measured, outside of the range are left out, as by
    /// a query of these instants; nil is everything.
    package let range: Range<FleetInstant>?
    /// Seconds by which local time is ahead of UTC.
    package let localOffset: @Sendable (FleetInstant) -> Int
    /// The civil day that holds an instant.
    package let day: @Sendable (FleetInstant) -> HealthDay

    package init(
        name: String, serialNumber: UInt32, profile: SessionProfile?, exported: FleetInstant,
        range: Range<FleetInstant>?, localOffset: @escaping @Sendable (FleetInstant) -> Int,
        day: @escaping @Sendable (FleetInstant) -> HealthDay
    ) {
        self.name = name
        self.serialNumber = serialNumber
        self.profile = profile
        self.exported = exported
        self.range = range
        self.localOffset = localOffset
        self.day = day
    }

    func contains(_ instant: FleetInstant) -> Bool { range?.contains(instant) ?? true }

    /// As the Health app writes times: whole seconds, rounded down, by the local clock.
    func time(_ instant: FleetInstant) -> XMLValue {
        .local(
            instant.ticks.dividedRoundingDown(by: FleetDuration.ticksPerSecond),
            offset: localOffset(instant))
    }
}

/// A civil day.
package struct HealthDay: Sendable {
    /// `2026-03-01`.
    package let date: String
    package let range: Range<FleetInstant>

    package init(date: String, range: Range<FleetInstant>) {
        self.date = date
        self.range = range
    }
}

/// A kind of record: HealthKit's identifier, and a unit of an export with the decimals that make a
/// value of ours exact.
struct HealthQuantity: Sendable {
    let identifier: String
    let unit: StaticString
    let decimals: Int
    /// The factor from a value of ours to the last of these decimals.
    let factor: Int64

    /// Traps for a metric of which HealthKit has no records, such as the cadence.
    init(_ metric: Metric) { self.init(metric.row, FiledMetric(metric).health) }

    /// Nil of sleep, whose stages are a category, and of positions.
    init?(_ metric: DayMetric) {
        guard let unit = FiledMetric.HealthUnit(metric) else { return nil }
        self.init(metric.row, unit)
    }

    private init(_ row: MetricRow, _ unit: FiledMetric.HealthUnit) {
        guard let identifier = row.healthKitIdentifier else {
            preconditionFailure("HealthKit has no records of \(row.name)")
        }
        self.identifier = "\(identifier)"
        self.unit = unit.name
        decimals = unit.decimals ?? row.decimals
        factor = unit.factor
    }

    func value(_ value: Int64) -> XMLValue { .decimal(value * factor, decimals) }
}
