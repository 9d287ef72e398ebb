import CivilTime
import Days
import Vocabulary

/// The numbers of the table on the page Days, by the names of its rows.
enum PopulationRows {
    typealias Row = (name: String, estimate: @Sendable (SurveyedFleet) -> Survey.Estimate)
    private static let weekend: Set<Weekday> = [.saturday, .sunday]

    static let all: [Row] =
        runs + steps + sleep + stages + heart + mass + wear

    private static let runs: [Row] = [
        ("runs a week", { $0.runs.estimate { Survey.mean($0.map { $0 == nil ? 0 : 7 }) } }),
        ("length of a run, min", { $0.runMinutes.mean }),
        ("begin from 6 to 9 h on working days, %", { $0.starts(6..<9, isWeekend: false) }),
        ("begin from 17 to 20 h on working days, %", { $0.starts(17..<20, isWeekend: false) }),
        ("begin from 8 to 11 h at weekends, %", { $0.starts(8..<11, isWeekend: true) }),
        ("begin from 17 to 20 h at weekends, %", { $0.starts(17..<20, isWeekend: true) }),
        ("days ill a year", { $0.daysAYear(.ill) }),
        ("days away a year", { $0.daysAYear(.away) }),
    ]

    private static let steps: [Row] = [
        ("steps a day", { $0.steps.mean }),
        ("steps, between people", { $0.steps.betweenAthletes }),
        ("steps, within a person", { $0.steps.withinAthlete }),
        ("steps, one day's correlation with another", { $0.steps.intraclass }),
        ("steps on Sunday, %", { $0.steps.percent(on: [.sunday]) }),
        ("steps on Friday, %", { $0.steps.percent(on: [.friday]) }),
        ("steps, autocorrelation of a day", { $0.steps.autocorrelation(1) }),
        ("steps, autocorrelation of a week", { $0.steps.autocorrelation(7) }),
        ("energy of them a day, kcal", { $0.energy.mean }),
    ]

    private static let sleep: [Row] = [
        ("sleep, min", { $0.sleep.mean }),
        ("sleep, between people", { $0.sleep.betweenAthletes }),
        ("sleep, within a person", { $0.sleep.withinAthlete }),
        ("sleep, one night's correlation with another", { $0.sleep.intraclass }),
        ("sleep at weekends, min more", { $0.sleep.difference(weekend) }),
        ("awake in the night, min", { $0.awake.mean }),
        ("sleep, autocorrelation of a day", { $0.sleep.autocorrelation(1) }),
        ("sleep, autocorrelation of a week", { $0.sleep.autocorrelation(7) }),
    ]

    private static let stages: [Row] = [
        ("deep sleep, % of the time asleep", { $0.deep.mean }),
        ("REM sleep, % of the time asleep", { $0.rem.mean }),
        ("awake in bed, min", { $0.awakeInBed.mean }),
        ("nap, min", { $0.naps.mean }),
        (
            "days with a nap, %",
            { $0.naps.estimate { Survey.mean($0.map { $0 == nil ? 0 : 100 }) } }
        ),
    ]

    private static let wear: [Row] = [
        (
            "days with the watch, %",
            { $0.worn.estimate { Survey.mean($0.compactMap(\.self)) * 100 } }
        ),
        (
            "nights with the watch, %",
            { $0.wornAtNight.estimate { Survey.mean($0.compactMap(\.self)) * 100 } }
        ),
        ("a night with the watch, autocorrelation of a day", { $0.wornAtNight.autocorrelation(1) }),
    ]

    private static let heart: [Row] = [
        ("resting heart rate, bpm", { $0.heart.mean }),
        ("resting heart rate, between people", { $0.heart.betweenAthletes }),
        ("resting heart rate, within half a year", { $0.heart.withinAthlete }),
        ("resting heart rate, within a week", { $0.heart.withinStretches(of: 7) }),
        ("weeks with a range of 10 bpm or more, %", { $0.wideWeeks }),
        ("resting heart rate after a hard or long run, %", { $0.afterHardRuns }),
        ("resting heart rate on Sunday, bpm more", { $0.heart.effect(of: [.sunday]) }),
        ("resting heart rate, autocorrelation of a day", { $0.heart.autocorrelation(1) }),
        ("resting heart rate, autocorrelation of a week", { $0.heart.autocorrelation(7) }),
        ("heart rate variability, ms", { $0.variability.mean }),
        ("heart rate variability, between people", { $0.variability.betweenAthletes }),
        ("heart rate variability, within a person", { $0.variability.withinAthlete }),
    ]

    private static let mass: [Row] = [
        ("body mass, kg", { $0.mass.mean }),
        ("body mass, between people", { $0.mass.betweenAthletes }),
        ("body mass, within four weeks", { $0.mass.withinStretches(of: 28) }),
        ("body mass on Monday, %", { $0.mass.percent(on: [.monday]) }),
        ("body mass on Friday, %", { $0.mass.percent(on: [.friday]) }),
        (
            "mornings on the scales, %",
            { fleet in
                fleet.mass.estimate { Survey.mean($0.map { $0 == nil ? 0 : 100 }) }
            }
        ),
        ("body mass, autocorrelation of a day", { $0.mass.autocorrelation(1) }),
        ("body mass, autocorrelation of a week", { $0.mass.autocorrelation(7) }),
    ]
}

extension Survey {
    /// The share of all variance that lies between athletes: how much one day tells of another.
    var intraclass: Estimate {
        let (between, within) = (betweenAthletes, withinAthlete)
        let variance = between.value * between.value
        let share = variance / (variance + within.value * within.value)
        return Estimate(
            value: share, error: 2 * share * (1 - share) * between.error / between.value)
    }

    func percent(on weekdays: Set<Weekday>) -> Estimate {
        let share = effect(of: weekdays, asShare: true)
        return Estimate(value: 100 * share.value, error: 100 * share.error)
    }

    /// How much more there is on the weekdays than on the others.
    func difference(_ weekdays: Set<Weekday>) -> Estimate {
        let rest = Set(Weekday.allCases).subtracting(weekdays)
        let (more, less) = (effect(of: weekdays), effect(of: rest))
        return Estimate(value: more.value - less.value, error: more.error + less.error)
    }
}
