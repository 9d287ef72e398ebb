import CivilTime
import Simulation
import Vocabulary

/// The life of one athlete by the calendar: what is done and measured on any date, past or to come.
///
/// Everything is a function of seed, lane, zone and date, in a time that does not depend on how far
/// the date is: there is no state, and nothing is counted from the fleet's epoch. Making one costs
/// a few microseconds.
package struct AthleteDays: Sendable {
    package let seed: UInt64
    package let lane: LaneID
    package let zone: TimeZoneRules
    package let athlete: Athlete
    package let habits: DayHabits
    /// The region or route that is given to the athlete.
    let terrain: Terrain?
    /// What is ordered of the body and of the habits.
    let athleteOrder: AthleteOrder?
    let habitsOrder: HabitsOrder?
    /// What is ordered to befall the athlete, by the date; nil where nothing is.
    let findingCourse: FindingCourse?
    let draws: DayDraws

    /// - Parameters:
    ///   - terrain: the region or route that is given.
    ///   - order: what is ordered of the athlete's body and sensors.
    ///   - daysOrder: what is ordered of habits and findings.
    package init(
        seed: UInt64, lane: LaneID, zone: TimeZoneRules, on terrain: Terrain? = nil,
        as order: AthleteOrder? = nil, days daysOrder: DaysOrder? = nil
    ) {
        self.seed = seed
        self.lane = lane
        self.zone = zone
        self.terrain = terrain
        athleteOrder = order
        habitsOrder = daysOrder?.habits
        findingCourse = FindingCourse(daysOrder?.findings)
        athlete = Athlete.drawn(seed: seed, lane: lane, as: order)
        draws = DayDraws(seed: seed, lane: lane)
        habits = .drawn(draws, as: habitsOrder)
    }

    /// Ill, away or neither, as ordered by date, else as drawn. Whose number of runs is ordered is
    /// well on all other dates.
    package func state(on date: CivilDate) -> DayState {
        let day = date.dayNumber
        if let ordered = findingCourse?.state(on: day) { return ordered }
        if daysIll(on: day) != nil { return .ill }
        if keepsRuns { return .well }
        return Episodes.absences.elapsed(on: day, draws.stream(.absence)) == nil ? .well : .away
    }

    /// Days since a drawn illness began that has not ended, from 0 on; nil where what is ordered
    /// takes its place.
    func daysIll(on day: Int) -> Int? {
        guard !keepsRuns, findingCourse?.state(on: day) == nil else { return nil }
        return Episodes.illnesses.elapsed(on: day, draws.stream(.illness))
    }

    /// Whether the athlete is at home, where the scales are.
    func hasScales(on date: CivilDate) -> Bool {
        state(on: date) != .away && !(findingCourse?.isOn(.away, date.dayNumber) ?? false)
    }

    /// Whether each week has the ordered number of runs, whatever comes but findings by date.
    var keepsRuns: Bool { habitsOrder?.runsPerWeek != nil }
}

extension AthleteDays {
    /// The days that ``nextRun(after:)`` looks at, apart from those on which findings allow no run.
    /// Nobody rests longer, nor leaves the watch in a drawer: breaks take 14 weeks, two of which
    /// can follow each other all but closely.
    package static let lookAhead = 730

    /// The run of a date; nil on a day of rest, on a day when the athlete is ill or away, and on a
    /// date that the zone skips. Takes microseconds.
    package func run(on date: CivilDate) -> DayRun? {
        guard let slot = slot(on: date), zone.start(of: date) != nil else { return nil }
        return run(slot, on: date)
    }

    /// The run of a date that has one.
    func run(_ slot: RunSlot, on date: CivilDate) -> DayRun {
        let day = date.dayNumber
        let condition = condition(on: day)
        let athlete = athlete.taking(condition)
        let plan =
            terrain?.plan(ofDay: day, seed: seed, lane: lane, athlete: athlete)
            ?? plan(slot, ofDay: day, of: athlete)
        let stream = draws.stream(.run)
        let standing = 60 + Int64(stream.uniform(DayDraws.counter(day, 1)) * 121)
        return DayRun(
            date: date, second: slot.second,
            start: zone.instant(of: date, second: slot.second) + tickOfSecond,
            duration: plan.standingBefore + plan.longestRun + .seconds(standing), plan: plan,
            terrain: terrain, athleteOrder: athleteOrder, condition: condition)
    }

    private func plan(_ slot: RunSlot, ofDay day: Int, of athlete: Athlete) -> RunPlan {
        let seconds = Int64(slot.minutes) * 60
        guard let habitsOrder, habitsOrder.keepsLengths else {
            return RunPlan.ofDay(
                seed: seed, lane: lane, day: day, athlete: athlete, kind: slot.kind,
                seconds: seconds)
        }
        return RunPlan.ofDay(
            seed: seed, lane: lane, day: day, athlete: athlete, kind: slot.kind, lasting: seconds,
            within: habitsOrder.missionSeconds)
    }

    /// The first run that starts after `instant`, among those of the next ``lookAhead`` days; nil
    /// for an athlete who is ordered never to run.
    package func nextRun(after instant: FleetInstant) -> DayRun? {
        guard habitsOrder?.runsPerWeek != 0 else { return nil }
        var day = zone.date(at: instant).dayNumber
        var week = self.week(TrainingWeek.place(of: day).week)
        for _ in 0...Self.lookAhead {
            if let last = findingCourse?.lastDay(from: day, \.preventsRuns) { day = last + 1 }
            let number = TrainingWeek.place(of: day).week
            if number != week.number { week = self.week(number) }
            let date = CivilDate(dayNumber: day)
            day += 1
            guard let slot = slot(on: date, in: week), zone.start(of: date) != nil else { continue }
            let run = run(slot, on: date)
            if run.start > instant { return run }
        }
        return nil
    }

    /// By how much after a full second the lane's sessions begin, lest all lanes begin together:
    /// every fifth tick, and every tick from lane 10,000 on.
    package var tickOfSecond: FleetDuration {
        let step: Int64 = lane.index < 10_000 ? 5 : 1
        // Multiples of the golden ratio are spread evenly however many there are.
        let fraction = UInt64(lane.index) &* 0x9E37_79B9_7F4A_7C15
        let places = UInt64(FleetDuration.ticksPerSecond / step)
        return FleetDuration(ticks: Int64(fraction.multipliedFullWidth(by: places).high) * step)
    }
}

extension AthleteDays {
    /// The day's run without its plan.
    func slot(on date: CivilDate) -> RunSlot? {
        slot(on: date, in: week(TrainingWeek.place(of: date.dayNumber).week))
    }

    func week(_ number: Int) -> TrainingWeek {
        TrainingWeek(number, habits.training, draws, as: habitsOrder)
    }

    /// The run planned for a date of a week, if it comes about.
    func slot(on date: CivilDate, in week: TrainingWeek) -> RunSlot? {
        guard let planned = planned(on: date, in: week), state(on: date) == .well else {
            return nil
        }
        let stream = draws.stream(.run)
        // Other things come up on some days.
        guard keepsRuns || stream.uniform(DayDraws.counter(date.dayNumber, 0)) > 0.05 else {
            return nil
        }
        let second = startSecond(on: date, stream)
        guard let time = terrain?.longestRun(of: athlete(on: date.dayNumber)) else {
            return RunSlot(
                kind: planned.kind, minutes: planned.minutes, second: second,
                longest: habitsOrder?.longest(planned))
        }
        // Whoever runs for hours sets off in time to be back before the night, unless the start is
        // ordered.
        let latest = habitsOrder?.start == nil ? Int(Self.latestEnd - time.seconds) : second
        return RunSlot(
            kind: .long, minutes: Int(time.seconds / 60), second: min(second, latest))
    }

    /// Seconds after midnight by which a run along a given route is over.
    private static let latestEnd = 23.0 * 3600
}
