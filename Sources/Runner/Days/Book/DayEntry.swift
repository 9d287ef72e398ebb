import CivilTime
import Vocabulary

/// What becomes known of an athlete at an instant, apart from a run.
package struct DayEntry: Equatable, Sendable {
    /// When it becomes known: its place in the order of lines. A lane has one at each instant at
    /// most.
    package let instant: FleetInstant
    package let metric: DayMetric
    /// The value in units of the metric's last decimal.
    package let value: Int64
    /// The time that it speaks of; a reading has two equal instants.
    package let start: FleetInstant
    package let end: FleetInstant
}

extension AthleteDays {
    /// The simulated entries that become known on a date, in order, all at instants of their own.
    /// None if the zone skips the date.
    ///
    /// The last quarter of an hour of a day becomes known on the next. Steps, distance and energy
    /// of a quarter lie on successive ticks, as do entries that would be known together. Takes some
    /// twenty microseconds.
    package func entries(on date: CivilDate) -> [DayEntry] {
        guard let day = zone.day(date) else { return [] }
        let before = zone.date(at: day.lowerBound - FleetDuration(ticks: 1))
        // Of the day before only the end can come after midnight.
        let late = LivedDay(self, before)?.quarters.last.map(entries(of:)) ?? []
        let own = quantities(on: date).map(entries(of:)) ?? []
        let known = (late + own).filter { day.contains($0.instant) }
        return Self.apart(
            known.sorted {
                ($0.instant, $0.metric.rawValue, $0.start) < (
                    $1.instant, $1.metric.rawValue, $1.start
                )
            })
    }

    /// The first simulated entry that becomes known after `instant`, in the next ``lookAhead``
    /// days, apart from those of which nothing can become known.
    package func nextEntry(after instant: FleetInstant) -> DayEntry? {
        var day = zone.date(at: instant).dayNumber
        for _ in 0...Self.lookAhead {
            let entries = entries(on: CivilDate(dayNumber: day))
            if let entry = entries.first(where: { $0.instant > instant }) { return entry }
            // What remains of the day before became known on this one.
            day = (findingCourse?.lastSilentDay(from: day) ?? day) + 1
        }
        return nil
    }

    /// How long after a quarter of an hour its steps become known, 1 to 2990 ticks: a function of
    /// the lane, spread over a minute.
    package var entryDelay: FleetDuration {
        let fraction = UInt64(lane.index) &* 0x9E37_79B9_7F4A_7C15
        return FleetDuration(ticks: 1 + Int64(fraction.multipliedFullWidth(by: 2990).high))
    }

    /// Steps, distance and energy; none without steps.
    private func entries(of quarter: QuarterHour) -> [DayEntry] {
        guard quarter.steps > 0 else { return [] }
        let values: [(DayMetric, Int64)] = [
            (.steps, quarter.steps), (.distance, quarter.distance), (.energy, quarter.energy),
        ]
        return values.map { metric, value in
            DayEntry(
                instant: quarter.end + entryDelay, metric: metric, value: value,
                start: quarter.start, end: quarter.end)
        }
    }

    private func entries(of quantities: DayQuantities) -> [DayEntry] {
        var entries: [DayEntry] = []
        entries.reserveCapacity(3 * quantities.quarters.count + 64)
        for quarter in quantities.quarters { entries += self.entries(of: quarter) }
        for case let sleep? in [quantities.sleep, quantities.nap] {
            entries += self.entries(of: sleep)
        }
        let readings: [(DayMetric, Reading?)] = [
            (.restingHeartRate, quantities.restingHeartRate), (.bodyMass, quantities.bodyMass),
            (.heartRateVariability, quantities.heartRateVariability),
        ]
        for case (let metric, let reading?) in readings {
            let instant = reading.instant + entryDelay
            entries.append(
                DayEntry(
                    instant: instant, metric: metric, value: reading.value, start: instant,
                    end: instant))
        }
        return entries
    }

    /// Becomes known as a whole when the athlete gets up.
    private func entries(of sleep: Sleep) -> [DayEntry] {
        let spans =
            sleep.segments.map { (DayMetric.sleep, $0) } + [(.timeInBed, sleep.bed)]
            + sleep.stages.map { ($0.stage.metric, $0.span) }
        return spans.map { metric, span in
            DayEntry(
                instant: sleep.bed.upperBound + entryDelay, metric: metric,
                value: Sleep.minutes(span.lowerBound, span.upperBound), start: span.lowerBound,
                end: span.upperBound)
        }
    }

    /// The same entries, each at least a tick after the one before.
    private static func apart(_ entries: [DayEntry]) -> [DayEntry] {
        var apart: [DayEntry] = []
        apart.reserveCapacity(entries.count)
        for entry in entries {
            guard let last = apart.last?.instant, entry.instant <= last else {
                apart.append(entry)
                continue
            }
            apart.append(
                DayEntry(
                    instant: last + FleetDuration(ticks: 1), metric: entry.metric,
                    value: entry.value, start: entry.start, end: entry.end))
        }
        return apart
    }
}

extension SleepStage {
    /// The metric of the minutes in it.
    fileprivate var metric: DayMetric {
        switch self {
        case .awake: .awake
        case .core: .coreSleep
        case .deep: .deepSleep
        case .rem: .remSleep
        }
    }
}
