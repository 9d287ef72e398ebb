import CivilTime
import Simulation
import Vocabulary

@testable import Days

/// The days of athletes with what lies behind them, for tests of how both hang together.
struct RelatedDays: Sendable {
    /// One day; nil where the watch saw nothing of it.
    struct Day: Sendable {
        let athlete: Int
        let date: CivilDate
        let loadBefore: Double
        let strain: Double
        let alcohol: Double
        let daysIll: Int?
        let isAway: Bool
        let runs: Bool
        /// The heart rate at rest as the body has it.
        let rest: Double
        let nightMinutes: Double
        /// What the night before this one lacked, in minutes of the usual one.
        let nightBefore: Double
        let bed: Double
        var logVariability: Double?
        var logSteps: Double?
        var deepShare: Double?
        var remShare: Double?
        var deepEarly: Double?
        var remEarly: Double?
        var remLate: Double?
        var remLatency: Double?
        let isMissing: Bool
        var sleepingRate: Double?
        var sleepingBeyondShown: Double?
        var deepRate: Double?
        var remRate: Double?
        var awakeRate: Double?
        var walkingRate: Double?
        var sittingRate: Double?
        var rateAfterRun: Double?
        var rateOfOfficeHours: Double?
    }

    static let shared = RelatedDays()
    static let athletes = 100
    private static let dayCount = 84
    /// Four weeks are enough for what hundreds of readings a day tell.
    private static let heartDays = 28

    private let people: [Athlete]
    private let days: [[Day]]

    private init() {
        let zone = TimeZoneRules.utc
        let all = (0..<Self.athletes).map {
            AthleteDays(seed: 4711, lane: LaneID(index: $0), zone: zone)
        }
        people = all.map(\.athlete)
        days = all.indices.map { athlete in
            (0..<Self.dayCount).compactMap { number in
                Day(
                    all[athlete], athlete, CivilDate(dayNumber: 20_514 + number),
                    readsHeart: number < Self.heartDays)
            }
        }
    }
}

extension RelatedDays.Day {
    init?(_ days: AthleteDays, _ athlete: Int, _ date: CivilDate, readsHeart: Bool) {
        guard let lived = LivedDay(days, date), let measured = days.quantities(on: date) else {
            return nil
        }
        let course = lived.course
        self.athlete = athlete
        self.date = date
        (loadBefore, strain) = (course.load(-1), course.strain(0))
        alcohol = course.alcohol(on: date.adding(days: -1))
        daysIll = Episodes.illnesses.elapsed(on: date.dayNumber, course.stream(.illness))
        isAway = course.state == .away
        runs = course.slot(0) != nil
        rest = course.nightlyHeartRates(1)[0]
        nightMinutes = Double(lived.night.length)
        bed = Double(lived.night.bed)
        let usual = days.habits.sleeping.minutes / (1 - days.habits.sleeping.wakefulness)
        nightBefore = Double(course.night(endingOn: date.adding(days: -1)).length) - usual
        isMissing = measured.sleep == nil
        logSteps = measured.steps > 0 ? Elementary.log(Double(measured.steps)) : nil
        logVariability = measured.heartRateVariability.map { Elementary.log(Double($0.value)) }
        if let sleep = lived.sleep { take(sleep) }
        if readsHeart { take(days.heartRates(on: date), lived, measured) }
    }

    private mutating func take(_ sleep: Sleep) {
        let asleep = Double(sleep.minutesAsleep)
        deepShare = 100 * Double(sleep.minutes(in: .deep)) / asleep
        remShare = 100 * Double(sleep.minutes(in: .rem)) / asleep
        let middle = sleep.start + FleetDuration(ticks: (sleep.end - sleep.start).ticks / 2)
        func early(_ stage: SleepStage) -> Double? {
            let total = sleep.minutes(in: stage)
            guard total > 0, sleep.minutesAsleep > 300 else { return nil }
            let spans = sleep.stages.filter { $0.stage == stage }.map(\.span)
            let first = spans.reduce(0.0) {
                $0 + max(0, (min($1.upperBound, middle) - $1.lowerBound).seconds / 60)
            }
            return 100 * first / Double(total)
        }
        (deepEarly, remEarly) = (early(.deep), early(.rem))
        remLate = remEarly.map { 100 - $0 }
        remLatency = sleep.stages.first { $0.stage == .rem }.map {
            ($0.span.lowerBound - sleep.start).seconds / 60
        }
    }

    private mutating func take(
        _ readings: [DayEntry], _ lived: LivedDay, _ measured: DayQuantities
    ) {
        guard !readings.isEmpty else { return }
        func mean(_ isWanted: (DayEntry) -> Bool) -> Double? {
            let values = readings.filter(isWanted).map { Double($0.value) }
            return values.count < 3 ? nil : values.reduce(0, +) / Double(values.count)
        }
        func stage(_ entry: DayEntry) -> SleepStage? {
            lived.sleep?.stages.first { $0.span.contains(entry.start) }?.stage
        }
        func isAwake(_ entry: DayEntry) -> Bool {
            stage(entry) == nil && entry.start < lived.nextBed
                && !(lived.nap?.bed.contains(entry.start) ?? false)
        }
        func steps(_ entry: DayEntry) -> Int64 {
            measured.quarters.first { $0.start <= entry.start && entry.start < $0.end }?.steps ?? 0
        }
        let run = lived.course.slot(0).map { lived.course.days.run($0, on: date) }
        func isFar(_ entry: DayEntry) -> Bool {
            run.map {
                entry.start < $0.start - .seconds(1800) || entry.start > $0.end + .seconds(28_800)
            }
                ?? true
        }
        (deepRate, remRate) = (mean { stage($0) == .deep }, mean { stage($0) == .rem })
        sleepingRate = mean { [.deep, .rem, .core].contains(stage($0)) }
        sleepingBeyondShown = measured.restingHeartRate.flatMap { shown in
            sleepingRate.map { $0 - Double(shown.value) }
        }
        awakeRate = mean { isAwake($0) && isFar($0) }
        walkingRate = mean { isAwake($0) && isFar($0) && steps($0) > 900 }
        sittingRate = mean { isAwake($0) && isFar($0) && steps($0) == 0 }
        rateAfterRun = run.flatMap { run in
            mean {
                isAwake($0) && steps($0) < 100
                    && $0.start > run.end + .seconds(3600) && $0.start < run.end + .seconds(7200)
            }
        }
        let office = 9 * 3600..<12 * 3600
        rateOfOfficeHours = mean {
            let second = lived.course.days.zone.local($0.start).second
            return office.contains(second) && isAwake($0) && isFar($0) && steps($0) == 0
        }
    }
}

/// Statistics over the days of each athlete, averaged over athletes.
extension RelatedDays {
    private func overAthletes(_ value: ([Day]) -> Double?) -> Double {
        Survey.mean(days.compactMap(value))
    }

    func mean(_ value: (Day) -> Double?) -> Double {
        overAthletes { days in
            let known = days.compactMap(value)
            return known.count < 3 ? nil : Survey.mean(known)
        }
    }

    /// How much higher a value is on days of a kind than on the athlete's others.
    func difference(
        of value: (Day) -> Double?, among isConsidered: (Day) -> Bool = { _ in true },
        _ isOfKind: (Day) -> Bool
    ) -> Double {
        overAthletes { days in
            let considered = days.filter(isConsidered)
            let chosen = considered.filter(isOfKind).compactMap(value)
            let others = considered.filter { !isOfKind($0) }.compactMap(value)
            guard chosen.count >= 2, others.count >= 5 else { return nil }
            return Survey.mean(chosen) - Survey.mean(others)
        }
    }

    /// The slope of one value on another within athletes.
    func slope(
        of value: (Day) -> Double?, on other: (Day) -> Double?,
        _ isConsidered: (Day) -> Bool = { _ in true }
    ) -> Double {
        overAthletes { days in
            Self.slope(
                days.filter(isConsidered).compactMap { day in
                    other(day).flatMap { x in value(day).map { (x, $0) } }
                })
        }
    }

    /// The slope of an athlete's mean on age.
    func slopeOfAge(_ value: (Day) -> Double?) -> Double {
        let points = days.indices.compactMap { athlete -> (Double, Double)? in
            let known = days[athlete].compactMap(value)
            return known.count < 10
                ? nil : (Double(people[athlete].facts.age), Survey.mean(known))
        }
        return Self.slope(points) ?? .nan
    }

    func correlation(of first: (Athlete) -> Double, with second: (Athlete) -> Double) -> Double {
        Self.correlation(people.map { (first($0), second($0)) })
    }

    func correlation(with first: (Athlete) -> Double, of value: (Day) -> Double?) -> Double {
        Self.correlation(
            days.indices.compactMap { athlete in
                let known = days[athlete].compactMap(value)
                return known.count < 10 ? nil : (first(people[athlete]), Survey.mean(known))
            })
    }

    /// How much likelier a night without the watch is after another one.
    var missingAgain: Double {
        overAthletes { days in
            let missing = days.map(\.isMissing)
            let count = missing.count { $0 }
            guard count >= 5, count <= missing.count - 5 else { return nil }
            let after = zip(missing, missing.dropFirst()).filter(\.0).map { $1 ? 1.0 : 0 }
            return Survey.mean(after) - Double(count) / Double(missing.count)
        }
    }

    /// The heart rate of sitting in office hours, on working days above free ones.
    var differenceOfWork: Double {
        difference(of: \.rateOfOfficeHours) { !$0.date.weekday.isWeekend && $0.daysIll == nil }
    }

    private static func slope(_ points: [(Double, Double)]) -> Double? {
        guard points.count >= 10 else { return nil }
        let (x, y) = (Survey.mean(points.map(\.0)), Survey.mean(points.map(\.1)))
        let square = points.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
        return points.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / square
    }

    private static func correlation(_ points: [(Double, Double)]) -> Double {
        let slope = slope(points) ?? .nan
        return slope * Survey.deviation(points.map(\.0)) / Survey.deviation(points.map(\.1))
    }
}
