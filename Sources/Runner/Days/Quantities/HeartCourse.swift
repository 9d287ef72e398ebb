import CivilTime
import Simulation
import Vocabulary

/// The heart rate of an athlete at any instant of a date apart from the run, as a watch reads it
/// every five minutes.
///
/// Asleep it falls from a higher start, is lowest in deep sleep and livelier in REM sleep; awake it
/// depends on sitting, walking by the steps of the quarter of an hour, meals, a working day's
/// tension and the hour. It leads to the rate at which a run begins, and comes back from the one at
/// which it ends over an hour or two.
struct HeartCourse {
    private let days: AthleteDays
    private let isWorkingDay: Bool
    private let quarters: [QuarterHour]
    private let rest: Double
    private let reserve: Double
    /// What walking asks of the reserve.
    private let walking: Double
    /// Of the night that ends on the date, of a nap, and of the next night.
    private let nights: [SleepingHeart]
    private let runs: [RunningHeart]

    /// - Parameter runs: of the date and of those beside it.
    init(_ day: LivedDay, _ runs: [DayRun]) {
        let course = day.course
        days = course.days
        let athlete = days.athlete
        isWorkingDay = course.state == .well && !course.date.weekday.isWeekend
        quarters = day.quarters
        rest = course.nightlyHeartRates(1)[0]
        reserve = Double(athlete.maximalHeartRate) - rest
        let uptake = days.athlete(on: course.date.dayNumber).maximalOxygenUptake
        walking = Self.walkingUptake / (uptake - Self.restingUptake)
        var nights: [SleepingHeart] = []
        if let sleep = day.sleep { nights.append(SleepingHeart(sleep, rest: rest)) }
        if let nap = day.nap { nights.append(SleepingHeart(nap, rest: rest + 3)) }
        let next = course.date.adding(days: 1)
        if day.nextBed < course.span.upperBound, let span = days.zone.day(next) {
            let course = DayCourse(days, next, span)
            course.sleep(course.night(endingOn: next)).map {
                nights.append(SleepingHeart($0, rest: course.nightlyHeartRates(1)[0]))
            }
        }
        self.nights = nights
        self.runs = runs.map { RunningHeart($0, course.days) }
    }

    /// Millilitres of oxygen per kilogram and minute: at rest, and more while walking at 5 km/h
    /// (the walking equation of the ACSM).
    private static let restingUptake = 3.5
    private static let walkingUptake = 8.3

    /// Beats per minute.
    ///
    /// - Parameters:
    ///   - instant: outside of runs.
    ///   - number: of the reading, which draws its noise.
    func rate(at instant: FleetInstant, number: Int) -> Double {
        let stream = days.draws.stream(.heartOfMinutes)
        func uniform(_ draw: Int) -> Double { stream.uniform(DayDraws.counter(number, 8 + draw)) }
        let wander = SmoothNoise(days.draws, .heartOfMinutes, period: 4).value(on: number)
        let single = stream.normal(DayDraws.counter(number, 8))
        var rate: Double
        if let night = nights.first(where: { $0.contains(instant) }) {
            rate = night.rate(at: instant) + 0.8 * wander + 1.1 * single
        } else {
            rate = awake(at: instant, uniform(1), uniform(2)) + 2.6 * wander + 1.8 * single
        }
        for run in runs { rate = run.lead(rate, at: instant) }
        return rate.clamped(to: rest - 12...rest + 0.97 * reserve)
    }

    private func awake(at instant: FleetInstant, _ activity: Double, _ vigour: Double) -> Double {
        let hour = Double(days.zone.local(instant).second) / 3600
        // Sitting; highest in the late afternoon.
        var rate = rest + 10 + 2 * Elementary.cos((hour - 16) / 12 * .pi)
        if isWorkingDay, (8.0..<17).contains(hour) { rate += days.habits.body.tension }
        for meal in [8.0, 12.7, 19.2] where hour > meal && hour < meal + 1.5 { rate += 3 }
        let steps = steps(at: instant)
        // A quarter of an hour of walking has some 1500 steps.
        let share = min(0.95, Double(steps) / 1500)
        if activity < share { return rate + reserve * walking * (0.8 + 0.6 * vigour) }
        // Standing and pottering about between.
        return rate + (steps > 0 ? 3 + 7 * vigour * vigour : 0)
    }
}

extension HeartCourse {
    /// The steps in the quarter of an hour of an instant.
    private func steps(at instant: FleetInstant) -> Int64 {
        guard let first = quarters.first, first.start <= instant else { return 0 }
        let index = Int((instant - first.start).ticks / (first.end - first.start).ticks)
        return index < quarters.count ? quarters[index].steps : 0
    }
}

/// A night's heart rate.
private struct SleepingHeart {
    private let sleep: Sleep
    private let rest: Double

    init(_ sleep: Sleep, rest: Double) { (self.sleep, self.rest) = (sleep, rest) }

    func contains(_ instant: FleetInstant) -> Bool {
        sleep.start <= instant && instant < sleep.end
    }

    /// On average over a night this is the heart rate at rest.
    func rate(at instant: FleetInstant) -> Double {
        let stage = sleep.stages.first { $0.span.contains(instant) }?.stage ?? .core
        let ofStage =
            switch stage {
            case .deep: -1.5
            case .core: 0.0
            case .rem: 2.5
            case .awake: 7.0
            }
        let minutes = (instant - sleep.start).seconds / 60
        return rest - 1.7 + 5 * Elementary.exp(-minutes / 90) + ofStage
    }
}

/// How a run draws the heart rate of the time around it towards its own.
private struct RunningHeart {
    private let run: DayRun
    /// Beats per minute at the session's first sample and after its last one.
    private let start: Double
    private let end: Double
    private let hardness: Double

    init(_ run: DayRun, _ days: AthleteDays) {
        self.run = run
        let athlete = days.athlete(on: run.date.dayNumber)
        start = athlete.startingHeartRate(
            seed: days.seed, lane: days.lane, lap: run.date.dayNumber)
        let isHard = ![.easy, .long, .mission].contains(run.plan.kind)
        hardness = isHard ? 1 : 0
        let rest = Double(athlete.restingHeartRate)
        let reserve = Double(athlete.maximalHeartRate) - rest
        // What is left after a minute or three of standing, in the median of simulated runs.
        end = rest + 0.06 * reserve + (isHard ? 24 : 14)
    }

    /// The rate that comes out near the run, from the one without it.
    func lead(_ rate: Double, at instant: FleetInstant) -> Double {
        if instant <= run.start {
            let minutes = (run.start - instant).seconds / 60 - Self.held
            guard minutes < 30 else { return rate }
            return rate + (start - rate) * Elementary.exp(-max(0, minutes) / 5)
        }
        let minutes = max(0, (instant - run.end).seconds / 60 - Self.held)
        guard minutes < 12 * 60 else { return rate }
        // What the run left behind, for some minutes, and for some hours.
        let quick = (end > rate ? 0.55 : 1) * (end - rate) * Elementary.exp(-minutes / 6)
        let slow = max(0, end - rate) * 0.45 * Elementary.exp(-minutes / 40)
        let late = (4 + 4 * hardness) * Elementary.exp(-minutes / 150)
        return rate + quick + slow + late * (1 - Elementary.exp(-minutes / 15))
    }

    /// Minutes before the first and after the last sample in which the rate is that of the run:
    /// the next reading is at most as far away.
    private static let held = 5.0
}
