import CivilTime
import Simulation
import Vocabulary

extension DayCourse {
    /// The resting heart rate of the date, known in the evening: what makers of watches show, an
    /// exponential mean over the last days on which the watch was worn.
    func restingHeartRate() -> Reading {
        var (sum, weights) = (0.0, 0.0)
        for (back, rate) in nightlyHeartRates(Self.nightsShown).reversed().enumerated() {
            guard back == 0 || days.wearsWatch(on: date.adding(days: -back)) else { continue }
            let weight = Elementary.exp(-Double(back) * Self.shownDecay)
            (sum, weights) = (sum + weight * rate, weights + weight)
        }
        let minute = 1215 + Int(80 * stream(.day).uniform(DayDraws.counter(date.dayNumber, 2)))
        let lowest = min(33, Double(days.athlete.restingHeartRate) - 5)
        return Reading(
            instant: instant(minute: minute),
            value: Int64((sum / weights).clamped(to: lowest...115).rounded()))
    }

    private static let nightsShown = 8
    /// Each night counts half as much as the one after it.
    private static let shownDecay = Elementary.log(2)

    /// The heart rate at rest of the last nights up to that which ends on the date, as the body
    /// has it, at most eight of them.
    func nightlyHeartRates(_ count: Int) -> [Double] {
        let base = Double(days.athlete.restingHeartRate)
        let usualLoad = Double(days.habits.training.runsPerWeek) / 5.6
        let spread = days.habits.body.heartSpread
        let slow = FadingNoise(stream: stream(.recovery), timeConstant: 6)
            .values(count, upTo: date.dayNumber)
        let single = stream(.heartOfNights)
        return (1 - count...0).map { ahead in
            let date = date.adding(days: ahead)
            let noise = single.normal(UInt64(bitPattern: Int64(date.dayNumber)))
            var rate = base + spread * (2.3 * slow[ahead + count - 1] + 1.1 * noise)
            // Training of the day before, less what is usual, and the strain of a week.
            rate += 0.013 * base * (load(ahead - 1) - usualLoad)
            rate += 0.5 * strain(ahead).clamped(to: -1...1.5)
            rate += 0.06 * alcohol(on: date.adding(days: -1)) * base
            rate += Self.lackOfSleep * (usualNight - Double(night(endingOn: date).length))
            if let elapsed = days.daysIll(on: date.dayNumber) {
                rate += 3 * Elementary.exp(-Double(elapsed) / 3)
            }
            return rate + days.nightlyBeats(on: date.dayNumber)
        }
    }

    /// Beats per minute for each minute of sleep that lacks.
    private static let lackOfSleep = 0.2 / 60

    /// Minutes of a usual night.
    private var usualNight: Double {
        let habits = days.habits.sleeping
        return habits.minutes / (1 - habits.wakefulness)
    }

    /// How much alcohol an evening has, 0...1; the most adds 6 % to the heart rate of the night.
    func alcohol(on evening: CivilDate) -> Double {
        let isFree = evening.weekday == .friday || evening.weekday == .saturday
        let chance = days.habits.body.drinking * (isFree ? 1 : 0.2)
        let draw = stream(.day)
        guard draw.uniform(DayDraws.counter(evening.dayNumber, 3)) < chance else { return 0 }
        return draw.uniform(DayDraws.counter(evening.dayNumber, 4))
    }

    /// The mass that the scales show a few minutes after waking; nil where nobody stands on them.
    ///
    /// - Parameter wake: minutes after midnight.
    func bodyMass(wake: Int) -> Reading? {
        let day = stream(.day)
        let isWeighed =
            day.uniform(DayDraws.counter(date.dayNumber, 5)) < days.habits.body.weighing
        guard days.hasScales(on: date), isWeighed else { return nil }
        var percent = 0.55 * day.normal(DayDraws.counter(date.dayNumber, 6))
        percent += 0.36 * smooth(.massOfDays, period: 2)
        percent += 0.35 * smooth(.massOfWeeks, period: 20)
        percent += smooth(.massOfMonths, period: 120)
        percent += days.habits.body.massRhythm * Self.massRhythm(date.weekday) + holidays
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
