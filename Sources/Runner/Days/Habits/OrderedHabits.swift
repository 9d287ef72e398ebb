import CivilTime
import Simulation
import Vocabulary

extension DayHabits {
    /// The habits that are ordered, and for the rest those that are drawn.
    static func drawn(_ draws: DayDraws, as order: HabitsOrder?) -> DayHabits {
        guard let order else { return drawn(draws) }
        let stream = draws.stream(.habits)
        let training = TrainingHabits.drawn(stream, draws.stream(.breaks)).ordered(order, draws)
        return DayHabits(
            training: training,
            walking: .drawn(stream, draws.stream(.walking)).ordered(order),
            sleeping: .drawn(training.timeOfDay, stream, draws.stream(.sleeping)).ordered(order),
            wear: .drawn(draws.stream(.wear)).ordered(order),
            body: .drawn(stream, draws.stream(.recovery)))
    }
}

extension TrainingHabits {
    fileprivate func ordered(_ order: HabitsOrder, _ draws: DayDraws) -> TrainingHabits {
        let start = start(order, draws)
        let easy = order.lengths.map { lengths in
            easyMinutes.clamped(
                to: Double(lengths.others.lowerBound)...Double(lengths.others.upperBound))
        }
        var day = longRunDay
        if case .on(let weekday)? = order.longRun { day = weekday }
        return TrainingHabits(
            timeOfDay: start.time, runsPerWeek: order.runsPerWeek ?? runsPerWeek, longRunDay: day,
            usualStart: start.second, easyMinutes: easy ?? easyMinutes, keepsDays: keepsDays,
            pattern: pattern, easyWeek: easyWeek,
            otherTimes: order.start == nil ? otherTimes : 0,
            breakShare: order.runsPerWeek == nil ? breakShare : 0)
    }

    private func start(
        _ order: HabitsOrder, _ draws: DayDraws
    ) -> (time: TimeOfDay, second: Int) {
        switch order.start {
        case nil: return (timeOfDay, usualStart)
        case .usual(let time)?:
            return (time, Self.usualStart(time, draws.stream(.habits)))
        case .between(let range)?:
            let uniform = draws.stream(.orderedStarts).uniform(0)
            let middle = range.lowerBound + range.count / 2
            let time: TimeOfDay =
                middle < 9 * 3600 ? .early : middle < 16 * 3600 ? .midday : .evening
            return (time, range.second(at: uniform * Double(range.count)))
        }
    }
}

extension WalkingHabits {
    fileprivate func ordered(_ order: HabitsOrder) -> WalkingHabits {
        guard let steps = order.stepsPerDay else { return self }
        return WalkingHabits(
            steps: Double(steps), spread: spread, idleness: idleness, weekend: weekend,
            rhythm: rhythm, concentration: concentration, contrast: contrast,
            blockMinutes: blockMinutes, unevenness: unevenness, sitting: sitting,
            stillness: stillness)
    }
}

extension SleepHabits {
    fileprivate func ordered(_ order: HabitsOrder) -> SleepHabits {
        guard let sleep = order.sleep else { return self }
        return SleepHabits(
            minutes: Double(sleep.count) * (1 - wakefulness), bedMinute: Double(sleep.lowerBound),
            wakefulness: wakefulness, latency: latency, spread: spread, weekendBed: weekendBed,
            weekendWake: weekendWake, lateNights: lateNights, nightlyWalks: nightlyWalks,
            nightlySteps: nightlySteps, naps: naps)
    }
}

extension WearHabits {
    fileprivate func ordered(_ order: HabitsOrder) -> WearHabits {
        WearHabits(
            nightsOff: order.nightsOff ?? nightsOff, daysOff: order.daysOff ?? daysOff,
            chargesInEvening: chargesInEvening, chargeMinutes: chargeMinutes, charges: charges)
    }
}
