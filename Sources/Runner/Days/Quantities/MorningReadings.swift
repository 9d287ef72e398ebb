import CivilTime
import Simulation
import Vocabulary

extension DayCourse {
    /// The resting heart rate of the date, known in the evening.
    func restingHeartRate() -> Reading {
        let base = Double(days.athlete.restingHeartRate)
        let day = stream(.day)
        var rate = base + 1.25 * day.normal(DayDraws.counter(date.dayNumber, 1))
        rate += 0.9 * smooth(.heartOfDays, period: 2)
        rate += 1.2 * smooth(.heartOfWeeks, period: 14)
        rate += 1.5 * smooth(.heartOfMonths, period: 60)
        // Training of the day before, less what is usual, and the strain of a week.
        rate += 0.013 * base * (loadBefore - Double(days.habits.runsPerWeek) / 5.6)
        rate += 0.5 * strain.clamped(to: -1...1.5)
        rate += alcohol * base
        if let elapsed = Episodes.illnesses.elapsed(on: date.dayNumber, stream(.illness)) {
            rate += 3 * Elementary.exp(-Double(elapsed) / 3)
        }
        let minute = 1215 + Int(80 * day.uniform(DayDraws.counter(date.dayNumber, 2)))
        return Reading(
            instant: instant(minute: minute), value: Int64(rate.clamped(to: 33...115).rounded()))
    }

    /// The share that alcohol on the evening before adds to the heart rate.
    private var alcohol: Double {
        let evening = date.adding(days: -1)
        let isFree = evening.weekday == .friday || evening.weekday == .saturday
        let chance = days.habits.drinking * (isFree ? 1 : 0.2)
        let draw = stream(.day)
        guard draw.uniform(DayDraws.counter(evening.dayNumber, 3)) < chance else { return 0 }
        return 0.06 * draw.uniform(DayDraws.counter(evening.dayNumber, 4))
    }

    /// The mass that the scales show a few minutes after waking; nil where nobody stands on them.
    ///
    /// - Parameter wake: minutes after midnight.
    func bodyMass(wake: Int) -> Reading? {
        let day = stream(.day)
        let isWeighed =
            day.uniform(DayDraws.counter(date.dayNumber, 5)) < days.habits.weighing
        guard state != .away, isWeighed else { return nil }
        var percent = 0.55 * day.normal(DayDraws.counter(date.dayNumber, 6))
        percent += 0.36 * smooth(.massOfDays, period: 2)
        percent += 0.35 * smooth(.massOfWeeks, period: 20)
        percent += smooth(.massOfMonths, period: 120)
        percent += days.habits.massRhythm * Self.massRhythm(date.weekday) + holidays
        let mass = days.athlete.facts.mass * (1 + percent / 100)
        let delay = 3 + Int(15 * day.uniform(DayDraws.counter(date.dayNumber, 7)))
        return Reading(
            instant: instant(minute: wake + delay), value: Int64((mass * 10).rounded()))
    }

    /// Percent of mass on a weekday, up over the weekend and down in the week.
    private static func massRhythm(_ weekday: Weekday) -> Double {
        switch weekday {
        case .monday: 0.17
        case .tuesday: 0.06
        case .wednesday: -0.03
        case .thursday: -0.10
        case .friday: -0.18
        case .saturday: -0.07
        case .sunday: 0.15
        }
    }

    /// Percent of mass that the days around Christmas add, half of them for the weeks after.
    private var holidays: Double {
        let days = Double(date.dayOfYear)
        // Days since the 20th of December, in years of 365 days.
        let since = days >= 354 ? days - 354 : days + 11
        if since <= 14 { return 0.5 * since / 14 }
        return 0.5 * max(0, 1 - (since - 14) / 70)
    }
}
