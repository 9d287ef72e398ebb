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
    let draws: DayDraws

    package init(
        seed: UInt64, lane: LaneID, zone: TimeZoneRules, on terrain: Terrain? = nil
    ) {
        self.seed = seed
        self.lane = lane
        self.zone = zone
        self.terrain = terrain
        athlete = Athlete.drawn(seed: seed, lane: lane)
        draws = DayDraws(seed: seed, lane: lane)
        habits = .drawn(draws)
    }

    /// Ill, away or neither.
    package func state(on date: CivilDate) -> DayState {
        let day = date.dayNumber
        if Episodes.illnesses.elapsed(on: day, draws.stream(.illness)) != nil { return .ill }
        if Episodes.absences.elapsed(on: day, draws.stream(.absence)) != nil { return .away }
        return .well
    }
}

extension AthleteDays {
    /// The days that ``nextRun(after:)`` looks at. Nobody rests longer, nor leaves the watch in a
    /// drawer: breaks take 14 weeks, two of which can follow each other all but closely.
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
        let plan =
            terrain?.plan(ofDay: day, seed: seed, lane: lane, athlete: athlete)
            ?? RunPlan.ofDay(
                seed: seed, lane: lane, day: day, athlete: athlete, kind: slot.kind,
                seconds: Int64(slot.minutes) * 60)
        let stream = draws.stream(.run)
        let standing = 60 + Int64(stream.uniform(DayDraws.counter(day, 1)) * 121)
        return DayRun(
            date: date, second: slot.second,
            start: zone.instant(of: date, second: slot.second) + tickOfSecond,
            duration: plan.standingBefore + plan.longestRun + .seconds(standing), plan: plan,
            terrain: terrain)
    }

    /// The first run that starts after `instant`, among those of the next ``lookAhead`` days.
    package func nextRun(after instant: FleetInstant) -> DayRun? {
        let date = zone.date(at: instant)
        var (number, week): (Int?, TrainingWeek?)
        for days in 0...Self.lookAhead {
            let next = date.adding(days: days)
            let place = TrainingWeek.place(of: next.dayNumber)
            if place.week != number {
                (number, week) = (place.week, self.week(place.week))
            }
            guard let slot = slot(on: next, week?.runs[place.day]), zone.start(of: next) != nil
            else { continue }
            let run = run(slot, on: next)
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
        let place = TrainingWeek.place(of: date.dayNumber)
        return slot(on: date, week(place.week).runs[place.day])
    }

    func week(_ number: Int) -> TrainingWeek { TrainingWeek(number, habits.training, draws) }

    /// The run planned for a date, if it comes about.
    func slot(on date: CivilDate, _ planned: TrainingWeek.Run?) -> RunSlot? {
        guard let planned, state(on: date) == .well else { return nil }
        let stream = draws.stream(.run)
        // Other things come up on some days.
        guard stream.uniform(DayDraws.counter(date.dayNumber, 0)) > 0.05 else { return nil }
        let second = startSecond(on: date, stream)
        guard let time = terrain?.longestRun(of: athlete) else {
            return RunSlot(kind: planned.kind, minutes: planned.minutes, second: second)
        }
        // Whoever runs for hours sets off in time to be back before the night.
        return RunSlot(
            kind: .long, minutes: Int(time.seconds / 60),
            second: min(second, Int(Self.latestEnd - time.seconds)))
    }

    /// Seconds after midnight by which a run along a given route is over.
    private static let latestEnd = 23.0 * 3600

    private func startSecond(on date: CivilDate, _ stream: RandomStream) -> Int {
        let day = date.dayNumber
        let noise = stream.normal(DayDraws.counter(day, 2))
        let habits = habits.training
        // Some runs come when they can: at the usual time of somebody else.
        guard stream.uniform(DayDraws.counter(day, 4)) >= habits.otherTimes else {
            let other = stream.uniform(DayDraws.counter(day, 5))
            return Self.otherStart(other, noise, isFree: date.weekday.isWeekend)
        }
        let hours = Double(habits.usualStart) / 3600
        guard date.weekday.isWeekend, habits.timeOfDay != .early else {
            let spread = habits.timeOfDay == .early ? 0.35 : 0.8
            return Self.second(hours + spread * noise, habits.timeOfDay)
        }
        // At weekends runs of the middle of the day lie an hour and a half earlier, and runs after
        // work lie anywhere, many of them in the morning.
        guard habits.timeOfDay == .evening else {
            return Int((hours - 1.5 + 1.2 * noise).clamped(to: 8...15) * 3600)
        }
        switch stream.uniform(DayDraws.counter(day, 3)) {
        case ..<0.4: return Int((9.5 + 0.8 * noise).clamped(to: 7.5...12) * 3600)
        case ..<0.66: return Int((13.6 + 1.3 * noise).clamped(to: 11...17) * 3600)
        default: return Self.second(hours + 0.8 * noise, .evening)
        }
    }

    private static func otherStart(_ uniform: Double, _ noise: Double, isFree: Bool) -> Int {
        let hours =
            switch uniform {
            case ..<0.2: 7.2 + 0.6 * noise
            case ..<(isFree ? 0.75 : 0.5): 11 + 1.8 * noise
            default: 17.8 + 1.5 * noise
            }
        return Int(hours.clamped(to: 6...21) * 3600)
    }

    private static func second(_ hours: Double, _ time: TrainingHabits.TimeOfDay) -> Int {
        let range: ClosedRange<Double> =
            switch time {
            case .early: 6...7.9997
            case .midday: 9...16
            case .evening: 16...21
            }
        return Int(hours.clamped(to: range) * 3600)
    }
}
