import CivilTime
import Days
import Simulation
import Vocabulary

/// A value of many athletes on every day of half a year, some of them missing.
struct Survey {
    /// Athlete by athlete, from a Monday on.
    let series: [[Double?]]

    /// A number of the population with its standard error.
    struct Estimate: CustomStringConvertible {
        let value: Double
        let error: Double

        var description: String { "\(value) ± \(error)" }

        /// Within four standard errors, and the half of a unit to which the table is rounded.
        func agrees(with expected: Double, rounding: Double) -> Bool {
            (value - expected).magnitude <= 4 * error + rounding / 2
        }
    }

    /// The mean over athletes of a statistic of each; those for whom it is nil are left out.
    func estimate(_ statistic: ([Double?]) -> Double?) -> Estimate {
        let values = series.compactMap(statistic)
        let mean = Self.mean(values)
        return Estimate(
            value: mean, error: Self.deviation(values) / Double(values.count).squareRoot())
    }

    var mean: Estimate { estimate { $0.known(1).map(Self.mean) } }

    /// The standard deviation of the athletes' means, without what the days add to it.
    var betweenAthletes: Estimate {
        let means = series.compactMap { $0.known(1).map(Self.mean) }
        let deviation = Self.deviation(means)
        return Estimate(
            value: deviation, error: deviation / (2 * Double(means.count)).squareRoot())
    }

    /// The mean standard deviation of an athlete's days.
    var withinAthlete: Estimate { estimate { $0.known(10).map(Self.deviation) } }

    /// The same within stretches of some days, for what wanders slowly.
    func withinStretches(of days: Int) -> Estimate {
        estimate { series in
            let deviations = stride(from: 0, to: series.count - days, by: days).compactMap {
                let values = series[$0..<$0 + days].compactMap(\.self)
                return values.count > days / 2 ? Self.deviation(values) : nil
            }
            return deviations.isEmpty ? nil : Self.mean(deviations)
        }
    }

    /// What is more on the weekdays than on all days, in units or as a share of the athlete's mean.
    func effect(of weekdays: Set<Weekday>, asShare: Bool = false) -> Estimate {
        estimate { series in
            let chosen = series.indices.filter {
                weekdays.contains(Weekday(rawValue: $0 % 7 + 1) ?? .monday)
            }
            guard let all = series.known(20).map(Self.mean),
                let some = chosen.map({ series[$0] }).known(3).map(Self.mean)
            else { return nil }
            let difference = some - all
            return asShare ? difference / all : difference
        }
    }

    /// The correlation of days with those `lag` days later, about the athlete's mean.
    func autocorrelation(_ lag: Int) -> Estimate {
        estimate { series in
            guard let mean = series.known(30).map(Self.mean),
                Self.deviation(series.compactMap(\.self)) > 0
            else { return nil }
            let variance = Self.mean(series.compactMap { $0.map { ($0 - mean) * ($0 - mean) } })
            let products = (0..<series.count - lag).compactMap { day -> Double? in
                guard let first = series[day], let second = series[day + lag] else { return nil }
                return (first - mean) * (second - mean)
            }
            return products.count > 20 ? Self.mean(products) / variance : nil
        }
    }

    static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    static func deviation(_ values: [Double]) -> Double {
        let mean = mean(values)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(values.count - 1)).squareRoot()
    }
}

extension [Double?] {
    /// The values that are not missing; nil if there are fewer than `count`.
    func known(_ count: Int) -> [Double]? {
        let values = compactMap(\.self)
        return values.count < count ? nil : values
    }
}

/// The days of a fleet that the population tests look at, each computed once.
struct SurveyedFleet {
    static let seed: UInt64 = 77_001
    static let athletes = 160
    static let firstDay = CivilDate(dayNumber: 20_514)
    static let dayCount = 26 * 7

    static let shared = SurveyedFleet()

    private let quantities: [[DayQuantities?]]
    /// Those of more athletes for fewer weeks.
    private let flights: [[DayRun?]]

    let steps: Survey
    let energy: Survey
    let sleep: Survey
    let awake: Survey
    let heart: Survey
    let mass: Survey
    let variability: Survey
    /// Shares of the time asleep in percent, and minutes awake in bed.
    let deep: Survey
    let rem: Survey
    let awakeInBed: Survey
    /// 1 on days with the watch, and after nights with it; 0 on others.
    let worn: Survey
    let wornAtNight: Survey
    /// Minutes of naps, on days with one.
    let naps: Survey
    /// 1 on days with a run.
    let runs: Survey
    let runMinutes: Survey

    private init() {
        let days = (0..<Self.dayCount).map { Self.firstDay.adding(days: $0) }
        let lanes = (0..<4 * Self.athletes).map {
            AthleteDays(seed: Self.seed, lane: LaneID(index: $0), zone: .utc)
        }
        let quantities = lanes.prefix(Self.athletes).map { lane in
            days.map { lane.quantities(on: $0) }
        }
        let flights = lanes.map { lane in days.prefix(56).map { lane.run(on: $0) } }
        func survey(_ value: (DayQuantities) -> Double?) -> Survey {
            Survey(series: quantities.map { $0.map { $0.flatMap(value) } })
        }
        steps = survey { $0.steps > 0 ? Double($0.steps) : nil }
        energy = survey { Double($0.quarters.reduce(0) { $0 + $1.energy }) / 1000 }
        sleep = survey { $0.sleep.map { Double($0.minutesAsleep) } }
        awake = survey { $0.sleep.map { Double($0.minutesAwake) } }
        heart = survey { $0.restingHeartRate.map { Double($0.value) } }
        mass = survey { $0.bodyMass.map { Double($0.value) / 10 } }
        variability = survey { $0.heartRateVariability.map { Double($0.value) / 10 } }
        func share(_ stage: SleepStage) -> Survey {
            survey { day in
                day.sleep.map { 100 * Double($0.minutes(in: stage)) / Double($0.minutesAsleep) }
            }
        }
        (deep, rem) = (share(.deep), share(.rem))
        awakeInBed = survey { $0.sleep.map { Double($0.minutes(in: .awake)) } }
        worn = survey { $0.restingHeartRate == nil ? 0 : 1 }
        wornAtNight = survey { $0.sleep == nil ? 0 : 1 }
        naps = survey { $0.nap.map { Double($0.minutesAsleep) } }
        runs = Survey(series: flights.map { $0.map { $0 == nil ? nil : 1 } })
        runMinutes = Survey(
            series: flights.map { $0.map { $0.map { $0.plan.plannedRun.seconds / 60 } } })
        self.quantities = Array(quantities)
        self.flights = flights
    }

    /// The share of runs, in percent, that begin between two hours.
    func starts(_ hours: Range<Int>, isWeekend: Bool) -> Survey.Estimate {
        Survey(
            series: flights.map {
                $0.map { run in
                    guard let run, run.date.weekday.isWeekend == isWeekend else { return nil }
                    return hours.contains(run.second / 3600) ? 100 : 0
                }
            }
        ).estimate { series in
            let known = series.compactMap(\.self)
            return known.isEmpty ? nil : Survey.mean(known)
        }
    }

    func daysAYear(_ state: DayState) -> Survey.Estimate {
        Survey(series: quantities.map { $0.map { $0?.state == state ? 365 : 0 } }).mean
    }

    /// The share of weeks from Monday to Sunday, in percent, in which resting heart rate moved by
    /// 10 bpm or more.
    var wideWeeks: Survey.Estimate {
        heart.estimate { series in
            Survey.mean(
                stride(from: 0, to: series.count, by: 7).compactMap { start in
                    let week = series[start..<start + 7].compactMap(\.self)
                    guard let low = week.min(), let high = week.max() else { return nil }
                    return high - low >= 10 ? 100 : 0
                })
        }
    }

    /// How much higher resting heart rate is on days after long runs, intervals and the like than
    /// on days after none, in percent.
    var afterHardRuns: Survey.Estimate {
        let pairs = zip(heart.series.prefix(Self.athletes), flights).map { heart, runs in
            (1..<runs.count).map { day -> Double? in
                guard let rate = heart[day] else { return nil }
                guard let run = runs[day - 1] else { return rate }
                return [.easy, .mission].contains(run.plan.kind) ? nil : -rate
            }
        }
        return Survey(series: pairs).estimate { series in
            let after = series.compactMap(\.self).filter { $0 < 0 }
            let others = series.compactMap(\.self).filter { $0 > 0 }
            guard after.count > 3, others.count > 3 else { return nil }
            return 100 * (-Survey.mean(after) / Survey.mean(others) - 1)
        }
    }
}
