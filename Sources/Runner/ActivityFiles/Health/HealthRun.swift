import Vocabulary

/// The records and the workout of one session.
struct HealthRun: Sendable {
    private let plan: String
    private let period: FleetDuration
    private let isIndoors: Bool
    private var route: HealthRouteReference?
    /// The last sample of a second that may not be over.
    private var pending: ActivityMoment?
    /// Where the present span of totals begins, and its last sample; nil before the first.
    private var spanStart: ActivityPoint
    private var spanEnd: ActivityPoint?
    /// Totals of the last sample, and totals that are in records already or before the range.
    private var latest = Sample()
    private var written = Sample()
    /// The totals of the workout; nil before it.
    private var totals: ActivityTotals?
    private var pauses: [(instant: FleetInstant, ends: Bool)] = []

    /// A watch tells totals every few seconds.
    private static let longestSpan = FleetDuration.seconds(5)
    private static let measured: [Metric] = [.heartRate, .speed, .stride, .contact]
    private static let cumulative: [Metric] = [.steps, .distance, .energy]

    init(
        from start: ActivityPoint, plan: String, period: FleetDuration,
        route: HealthRouteReference?, isIndoors: Bool
    ) {
        self.plan = plan
        self.period = period
        self.route = route
        self.isIndoors = isIndoors
        spanStart = start
    }

    mutating func take(
        _ moment: ActivityMoment, isRunning: Bool, _ records: inout HealthRecords
    ) {
        if isRunning {
            let origin = moment.point.before(period)
            if totals == nil { totals = ActivityTotals(from: origin, totals: latest) }
            totals?.add(moment)
            route?.note(moment)
        }
        measure(moment, &records)
        grow(moment, &records)
    }

    mutating func pause(at point: ActivityPoint, _ records: inout HealthRecords) {
        endSpan(&records)
        if totals != nil { pauses.append((point.instant, false)) }
    }

    mutating func resume(at point: ActivityPoint) {
        spanStart = point
        if totals != nil { pauses.append((point.instant, true)) }
    }

    mutating func finish(_ records: inout HealthRecords) {
        writePending(&records)
        endSpan(&records)
        writeWorkout(&records)
    }

    private mutating func measure(_ moment: ActivityMoment, _ records: inout HealthRecords) {
        if let pending, Self.second(pending) != Self.second(moment) { writePending(&records) }
        pending = moment
    }

    private static func second(_ moment: ActivityMoment) -> Int64 {
        moment.point.instant.ticks.dividedRoundingDown(by: FleetDuration.ticksPerSecond)
    }

    private mutating func writePending(_ records: inout HealthRecords) {
        guard let moment = pending else { return }
        pending = nil
        guard records.facts.contains(moment.point.instant) else { return }
        for metric in Self.measured {
            guard let value = moment.sample[metric] else { continue }
            records.write(metric, value, at: moment.point.instant)
        }
    }
}

/// The growth of totals, in spans of samples of one day.
extension HealthRun {
    private mutating func grow(_ moment: ActivityMoment, _ records: inout HealthRecords) {
        let point = moment.point
        if let spanEnd, !isOneSpan(spanEnd, point, &records) { endSpan(&records) }
        spanEnd = point
        for metric in Self.cumulative {
            if let total = moment.sample[metric] { latest[metric] = total }
        }
        if point.sessionTime - spanStart.sessionTime >= Self.longestSpan { endSpan(&records) }
    }

    /// Whether two samples are of one day, and both within the range or both outside.
    private func isOneSpan(
        _ first: ActivityPoint, _ second: ActivityPoint, _ records: inout HealthRecords
    ) -> Bool {
        let facts = records.facts
        return facts.contains(first.instant) == facts.contains(second.instant)
            && records.day(of: first.instant).range.contains(second.instant)
    }

    private mutating func endSpan(_ records: inout HealthRecords) {
        guard let end = spanEnd else { return }
        for metric in Self.cumulative {
            guard let total = latest[metric] else { continue }
            let grown = total - (written[metric] ?? 0)
            written[metric] = total
            guard grown > 0, records.facts.contains(end.instant) else { continue }
            records.write(metric, grown, from: spanStart.instant, to: end.instant)
        }
        spanStart = end
        spanEnd = nil
    }
}

/// The workout.
extension HealthRun {
    private func writeWorkout(_ records: inout HealthRecords) {
        let facts = records.facts
        guard let totals, facts.contains(totals.start.instant) else { return }
        let dates: [XMLWriter.Attribute] = [
            ("startDate", facts.time(totals.start.instant)),
            ("endDate", facts.time(totals.end.instant)),
        ]
        records.xml.open(
            "Workout",
            [
                ("workoutActivityType", .word("HKWorkoutActivityTypeRunning")),
                ("duration", Self.minutes(totals.timed)), ("durationUnit", .word("min")),
            ] + Self.totals(totals) + records.source()
                + [("creationDate", facts.time(totals.end.instant))] + dates)
        for (key, value) in [("HKIndoorWorkout", isIndoors ? "1" : "0"), ("RunwayPlan", plan)] {
            records.xml.empty("MetadataEntry", [("key", .text(key)), ("value", .text(value))])
        }
        for pause in pauses where pause.instant < totals.end.instant {
            let type: StaticString =
                pause.ends ? "HKWorkoutEventTypeResume" : "HKWorkoutEventTypePause"
            records.xml.empty(
                "WorkoutEvent", [("type", .word(type)), ("date", facts.time(pause.instant))])
        }
        route?.write(&records)
        for statistic in Self.statistics(totals) {
            records.xml.empty("WorkoutStatistics", [statistic[0]] + dates + statistic.dropFirst())
        }
        records.xml.close()
    }

    /// A span in millionths of a minute.
    private static func minutes(_ span: FleetDuration) -> XMLValue {
        let perMinute = FleetDuration.seconds(60).ticks
        return .decimal((span.ticks * 1_000_000).dividedRoundingToEven(by: perMinute), 6)
    }

    /// Totals as the app wrote them before it had statistics; many readers look for them.
    private static func totals(_ totals: ActivityTotals) -> [XMLWriter.Attribute] {
        var attributes: [XMLWriter.Attribute] = []
        if let distance = totals.increase(.distance) {
            attributes.append(("totalDistance", HealthQuantity(.distance).value(distance)))
            attributes.append(("totalDistanceUnit", .word(HealthQuantity(.distance).unit)))
        }
        if let energy = totals.increase(.energy) {
            attributes.append(("totalEnergyBurned", HealthQuantity(.energy).value(energy)))
            attributes.append(("totalEnergyBurnedUnit", .word(HealthQuantity(.energy).unit)))
        }
        return attributes
    }

    /// The statistics of each metric that was measured, its type first.
    private static func statistics(_ totals: ActivityTotals) -> [[XMLWriter.Attribute]] {
        let courses: [(Metric, ActivityTotals.Course)] = [
            (.heartRate, totals.heartRate), (.speed, totals.speed), (.stride, totals.stride),
            (.contact, totals.contact),
        ]
        let measured = courses.compactMap { metric, course -> [XMLWriter.Attribute]? in
            let quantity = HealthQuantity(metric)
            guard let least = course.least, let greatest = course.greatest,
                let average = course.average(scale: 100 * quantity.factor)
            else { return nil }
            return [
                ("type", .text(quantity.identifier)),
                ("average", .decimal(average, quantity.decimals + 2)),
                ("minimum", quantity.value(least)), ("maximum", quantity.value(greatest)),
                ("unit", .word(quantity.unit)),
            ]
        }
        let grown = cumulative.compactMap { metric -> [XMLWriter.Attribute]? in
            let quantity = HealthQuantity(metric)
            guard let sum = totals.increase(metric) else { return nil }
            return [
                ("type", .text(quantity.identifier)), ("sum", quantity.value(sum)),
                ("unit", .word(quantity.unit)),
            ]
        }
        return measured + grown
    }
}
