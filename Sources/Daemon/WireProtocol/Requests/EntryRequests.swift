import JSON
import Vocabulary

/// Requests to add samples by hand and to remove them.
extension CommandRequest {
    /// Reads the fields of an `add`; throws at the first that cannot be used. The fleet checks
    /// limits and times.
    init(
        add fields: RequestObject, _ clock: () -> MomentClock
    ) throws(WireError) {
        let lane = try fields.required("session", Self.lane) {
            "\(Excerpt.quoted($0)) is not the name of a lane."
        }
        let metric = try fields.required("metric", DayMetric.init(named:)) {
            Metric(named: $0) == nil
                ? "There is no metric \(Excerpt.quoted($0))."
                : "\(Excerpt.quoted($0)) is a metric of runs, and has no samples by hand."
        }
        guard DayMetric.ofPeople.contains(metric) else {
            throw .badField(
                "metric", of: .add,
                reason: "\(metric.name) comes from the phone or the watch alone, "
                    + "and has no samples by hand.")
        }
        guard let number = try fields.number("value") else { throw fields.missing("value") }
        let value = try Self.value(number, of: metric)
        let (start, end) = try Self.times(fields, of: metric, clock)
        guard let sample = ManualSample(metric, value: value, from: start, to: end) else {
            guard metric.limits.contains(value) else {
                throw .outside(metric)
            }
            throw fields.bad("end", "It is far from the start.")
        }
        self = .add(sample, lane: lane)
    }

    /// The entry that a `remove` is about.
    static func entry(_ object: RequestObject) throws(WireError) -> EntryName {
        try object.required("entry", EntryName.init(parsing:)) {
            "\(Excerpt.quoted($0)) is not the name of an entry."
        }
    }

    /// A lane as a whole, without a lap.
    private static func lane(_ text: String) -> LaneID? {
        SelectedSessions(parsing: text).flatMap { $0.lap == nil ? $0.lane : nil }
    }

    private static func value(
        _ number: JSONNumber, of metric: DayMetric
    ) throws(WireError) -> Int64 {
        if let value = number.units(decimals: metric.decimals) { return value }
        let limits = metric.row.limits
        let isOutside =
            number.double < Double(limits.lowerBound)
            || number.double > Double(limits.upperBound)
        guard !isOutside else { throw .outside(metric) }
        throw .badField(
            "value", of: .add,
            reason: metric.decimals == 0
                ? "\(metric.name) is a whole number."
                : "\(metric.name) has at most \(metric.decimals) decimals.")
    }

    private static func times(
        _ fields: RequestObject, of metric: DayMetric, _ clock: () -> MomentClock
    ) throws(WireError) -> (FleetInstant, FleetInstant) {
        if metric.isPoint {
            try refuse("start", fields, of: metric)
            try refuse("end", fields, of: metric)
            let instant = try time("at", fields, clock)
            return (instant, instant)
        }
        try refuse("at", fields, of: metric)
        return (try time("start", fields, clock), try time("end", fields, clock))
    }

    private static func refuse(
        _ field: String, _ fields: RequestObject, of metric: DayMetric
    ) throws(WireError) {
        guard fields.has(field) else { return }
        throw WireError(
            .badField, reason: "A sample of \(metric.name) has no \(field).",
            suggestion: metric.isPoint ? "Give it at." : "Give it start and end.", field: field)
    }

    /// The last tick at or before the time, so that no present time lies ahead.
    private static func time(
        _ field: String, _ fields: RequestObject, _ clock: () -> MomentClock
    ) throws(WireError) -> FleetInstant {
        FleetInstant(
            notAfter: try MomentField.microseconds(
                try fields.required(field), field, of: .add, by: clock))
    }
}

extension WireError {
    /// There is no entry of this name, or the peer may not know of it.
    public static func noEntry(_ name: EntryName) -> WireError {
        noEntry(reason: "This fleet has no \(name).")
    }

    /// The entry of this name has been removed.
    public static func entryIsRemoved(_ name: EntryName) -> WireError {
        noEntry(reason: "\(name) has been removed already.")
    }

    private static func noEntry(reason: String) -> WireError {
        WireError(
            .noEntry, reason: reason,
            suggestion: "Give the name of a sample that was added and not removed.",
            field: "entry")
    }

    /// The value of a sample by hand lies outside its metric's limits.
    public static func outside(_ metric: DayMetric) -> WireError {
        let (limits, unit) = (metric.row.limits, metric.row.unit)
        return WireError(
            .badField, reason: "No sample of \(metric.name) has such a value.",
            suggestion: "Give \(limits.lowerBound) to \(limits.upperBound) \(unit).",
            field: "value")
    }
}
