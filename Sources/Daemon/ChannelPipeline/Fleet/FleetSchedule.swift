import Vocabulary

/// When the sessions of a fleet begin: a lane flies one session after the other, a lap each.
///
/// Lane 0 and every recording begin at the epoch; the laps of the other lanes are spread over the
/// lap before it by the fractional parts of multiples of the golden ratio, so that however many
/// there are, they are staggered evenly. A started lane begins when its command says.
extension Fleet {
    /// The instant at which a session begins: one sample period before its first sample. Traps by
    /// the calendar on a day without a run.
    package func start(of session: SessionName) -> FleetInstant {
        if session.lane >= .firstStarted {
            return commands.start(of: session.lane) ?? forgottenStart
        }
        if let calendar = calendar(of: session.lane) {
            return calendarRun(of: session, in: calendar).start
        }
        return epoch + offset(of: session.lane)
            + FleetDuration.lap * Int64(session.lap)
    }

    /// The start of a forgotten started session: just before the sessions that are known.
    var forgottenStart: FleetInstant {
        (commands.retention.started ?? FleetInstant.presents.lowerBound) - FleetDuration(ticks: 1)
    }

    /// The session that the lane flies at `instant`; at the instant where one ends and the next
    /// begins, the next. For a lane that rests then, the session that it flies next, or the last
    /// one if there is no other.
    ///
    /// A recording flies once, and so does a started lane: its session is always lap 0.
    package func session(of lane: LaneID, at instant: FleetInstant) -> SessionName {
        guard !fliesOnce(lane) else { return SessionName(lane: lane, lap: 0) }
        if let calendar = calendar(of: lane) {
            return session(of: lane, at: instant, in: calendar)
        }
        let sinceFirst = instant - start(of: SessionName(lane: lane, lap: 0))
        let lap = sinceFirst.ticks.dividedRoundingDown(by: FleetDuration.lap.ticks)
        return SessionName(lane: lane, lap: Int(lap))
    }

    /// The beginning of the lane's lap 0 after the epoch: from minus one lap up to zero, in whole
    /// slots; in ticks from ``slottedLanes`` on.
    package func offset(of lane: LaneID) -> FleetDuration {
        guard lane.index > 0, !isRecorded(lane) else { return .zero }
        let fraction = UInt64(lane.index) &* Self.goldenRatio
        let step = lane.index < Self.slottedLanes ? Self.slotDuration : FleetDuration(ticks: 1)
        let steps = UInt64(FleetDuration.lap.ticks / step.ticks)
        return step * -Int64(fraction.multipliedFullWidth(by: steps).high)
    }

    /// Slots, and every epoch, begin at multiples of this duration. Lanes that begin with a slot
    /// are due together: at 1 Hz they wake a daemon ten times a second.
    package static let slotDuration = FleetDuration(ticks: 5)

    /// Lanes below this number begin with a slot. The further lanes of a larger fleet are spread
    /// over all ticks, lest ten thousand lines wait for each other.
    package static let slottedLanes = 10_000

    /// Orders lanes by the tick of the sample period at which they are due, stably; lanes by the
    /// calendar are left in their order: few of them fly together. O(lanes).
    package func inOrderOfSlots(_ choices: [LaneChoice]) -> [LaneChoice] {
        guard !restsBetweenRuns else { return choices }
        let slots = choices.map { choice in
            start(of: SessionName(lane: choice.lane, lap: 0)).slot(of: rate.period)
        }
        var next = Array(repeating: 0, count: Int(rate.period.ticks) + 1)
        for slot in slots { next[slot + 1] += 1 }
        for slot in next.indices.dropFirst() { next[slot] += next[slot - 1] }
        var ordered = choices
        for (choice, slot) in zip(choices, slots) {
            ordered[next[slot]] = choice
            next[slot] += 1
        }
        return ordered
    }

    /// When the session ends whatever happens: where the lane's next one begins; by the calendar
    /// half a day after its start, if that is earlier. Nil for a lane that flies once, and where
    /// the calendar has no such session.
    package func latestEnd(of session: SessionName) -> FleetInstant? {
        guard !fliesOnce(session.lane) else { return nil }
        guard let calendar = calendar(of: session.lane) else {
            return start(of: session) + FleetDuration.lap
        }
        guard let run = calendar.run(of: session.lane, on: session.lap) else { return nil }
        let longest = run.start + CalendarRun.longest
        let next = calendar.nextRun(of: session.lane, after: run.start)
        return next.map { min(longest, $0.start) } ?? longest
    }

    /// The lane's next session; nil for a lane that flies once, and by the calendar if there is no
    /// other.
    package func next(after session: SessionName) -> SessionName? {
        guard !fliesOnce(session.lane) else { return nil }
        guard let calendar = calendar(of: session.lane) else {
            return SessionName(lane: session.lane, lap: session.lap + 1)
        }
        let run = calendar.nextRun(of: session.lane, after: start(of: session))
        return run.map { SessionName(lane: session.lane, lap: $0.lap) }
    }

    /// Whether the lane has a session of that lap: it lies within the instants that stream
    /// positions can name, as do the sessions aloft at the first and the last of
    /// ``FleetInstant/presents``; by the calendar the athlete runs on that day.
    func hasLap(_ session: SessionName) -> Bool {
        guard !fliesOnce(session.lane) else {
            return session.lap == 0 && !commands.isForgotten(session.lane)
        }
        guard let calendar = calendar(of: session.lane) else {
            return laps(of: session.lane).contains(session.lap)
        }
        return calendar.run(of: session.lane, on: session.lap) != nil
    }

    /// The session that the lane flies at `instant`, or the first that it has.
    package func firstSession(of lane: LaneID, from instant: FleetInstant) -> SessionName {
        var session = session(of: lane, at: instant)
        guard !fliesOnce(lane), calendar(of: lane) == nil else { return session }
        session.lap = max(session.lap, laps(of: lane).lowerBound)
        return session
    }

    /// The laps of ``hasLap(_:)`` of a lane that flies one after the other.
    private func laps(of lane: LaneID) -> ClosedRange<Int> {
        let first = session(of: lane, at: StreamPosition.instants.lowerBound)
        let last = session(of: lane, at: StreamPosition.instants.upperBound)
        return first.lap + 1...last.lap - 1
    }

    /// 2⁶⁴ divided by the golden ratio.
    private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15
}

/// Lanes that fly by the calendar, and rest between two sessions.
extension Fleet {
    /// The calendar by which a lane flies; nil for a lane that flies laps, or once.
    func calendar(of lane: LaneID) -> (any RunCalendar)? {
        guard case .days(let calendar) = schedule, !fliesOnce(lane) else { return nil }
        return calendar
    }

    /// How many steps of a flight take as long as one look at its lane in the calendar, or in the
    /// book of its day: up to a hundred microseconds.
    var stepsOfLook: Int { restsBetweenRuns ? 40 : 1 }

    /// The longest time within a span for which a lane has samples.
    package func flownAtMost(in span: FleetDuration) -> FleetDuration {
        guard case .days(let calendar) = schedule else { return span }
        let days = span.ticks / Self.day.ticks + 2
        return min(span, calendar.mostOfDay * days)
    }

    private static var day: FleetDuration { .seconds(86_400) }

    /// Whether its lanes fly by the calendar, and rest between two sessions.
    package var restsBetweenRuns: Bool {
        switch schedule {
        case .laps: false
        case .days: true
        }
    }

    /// Whether the lane of a flight is at rest: it flies by the calendar, and no session is under
    /// way.
    func rests(_ flight: LaneFlight) -> Bool {
        !flight.isUnderWay && calendar(of: flight.lane) != nil
    }

    /// How long a session lasts without its pauses. Not for a recording, whose rows tell.
    func duration(of session: SessionName) -> FleetDuration {
        calendar(of: session.lane).map { calendarRun(of: session, in: $0).duration } ?? .lap
    }

    private func calendarRun(
        of session: SessionName, in calendar: any RunCalendar
    ) -> CalendarRun {
        guard let run = calendar.run(of: session.lane, on: session.lap) else {
            preconditionFailure("\(session) is a day without a run")
        }
        return run
    }

    /// The run of the day or of the day before that is under way, else the next one.
    private func session(
        of lane: LaneID, at instant: FleetInstant, in calendar: any RunCalendar
    ) -> SessionName {
        let today = calendar.lap(at: instant)
        for lap in [today, calendar.lap(before: today)] {
            guard let run = calendar.run(of: lane, on: lap), run.start <= instant else { continue }
            let session = SessionName(lane: lane, lap: lap)
            if run.start == instant || !hasLanded(session, at: instant) {
                return session
            }
        }
        let next = calendar.nextRun(of: lane, after: instant)?.lap
        return SessionName(lane: lane, lap: next ?? lastLap(of: lane, in: calendar))
    }

    private func lastLap(of lane: LaneID, in calendar: any RunCalendar) -> Int {
        guard let lap = calendar.laps.last(where: { calendar.run(of: lane, on: $0) != nil }) else {
            preconditionFailure("lane \(lane) never runs")
        }
        return lap
    }
}
