import CivilTime
import Simulation
import Vocabulary

/// What stays the same in an athlete's days for years.
package struct DayHabits: Hashable, Sendable {
    /// When the athlete runs on working days.
    package enum TimeOfDay: String, CaseIterable, Sendable {
        /// Begins between six and eight o'clock, at weekends too.
        case early
        /// Between nine and four.
        case midday
        /// After work.
        case evening
    }

    package let timeOfDay: TimeOfDay
    /// 2...6; single weeks have one more or less.
    package let runsPerWeek: Int
    /// Saturday or Sunday.
    package let longRunDay: Weekday
    /// The usual start on working days, in seconds after midnight.
    package let usualStart: Int
    /// Minutes of a usual easy run.
    package let easyMinutes: Double
    /// Steps apart from runs on a usual working day.
    package let steps: Double
    /// How much of the usual rhythm of the week is in the athlete's steps; 1 is average.
    package let weekendEffect: Double
    /// Minutes asleep in a usual night before a working day.
    package let sleepMinutes: Double
    /// When the athlete goes to bed before a working day, in minutes after midnight; mostly
    /// negative.
    package let bedMinute: Double
    /// Share of the time in bed that the athlete lies awake.
    package let wakefulness: Double
    /// Share of nights with a watch.
    package let wearing: Double
    /// Share of mornings on the scales.
    package let weighing: Double
    /// Share of Fridays and Saturdays with alcohol; other days have a fifth of it.
    package let drinking: Double
    /// How much of the usual rhythm of the week is in the athlete's mass; 1 is average.
    package let massRhythm: Double
}

extension DayHabits {
    static func drawn(_ draws: DayDraws) -> DayHabits {
        let stream = draws.stream(.habits)
        let time = timeOfDay(stream.uniform(0))
        let runs = runsPerWeek(stream.uniform(1))
        return DayHabits(
            timeOfDay: time, runsPerWeek: runs,
            longRunDay: stream.uniform(2) < 0.38 ? .saturday : .sunday,
            usualStart: usualStart(time, stream),
            easyMinutes: (42 + 5 * stream.normal(4)).clamped(to: 32...56),
            steps: (7250 + 2150 * stream.normal(5)).clamped(to: 2200...15_500),
            weekendEffect: (1 + 0.6 * stream.normal(6)).clamped(to: -0.6...2.6),
            sleepMinutes: (408 + 38 * stream.normal(7)).clamped(to: 300...530),
            bedMinute: (bedMinute(time) + 27 * stream.normal(8)).clamped(to: -170...60),
            wakefulness: (0.09 + 0.025 * stream.normal(9)).clamped(to: 0.03...0.18),
            wearing: 0.88 + 0.115 * stream.uniform(10), weighing: 0.6 + 0.36 * stream.uniform(11),
            drinking: 0.7 * stream.uniform(12),
            massRhythm: (1 + 0.5 * stream.normal(13)).clamped(to: -0.5...2.5))
    }

    private static func timeOfDay(_ uniform: Double) -> TimeOfDay {
        switch uniform {
        case ..<0.2: .early
        case ..<0.53: .midday
        default: .evening
        }
    }

    private static func runsPerWeek(_ uniform: Double) -> Int {
        switch uniform {
        case ..<0.16: 2
        case ..<0.46: 3
        case ..<0.74: 4
        case ..<0.91: 5
        default: 6
        }
    }

    private static func usualStart(_ time: TimeOfDay, _ stream: RandomStream) -> Int {
        let hours =
            switch time {
            case .early: 6.35 + 1.3 * stream.uniform(3)
            case .midday: (12.4 + 1.7 * stream.normal(3)).clamped(to: 9.3...15.5)
            case .evening: (18.3 + 1.4 * stream.normal(3)).clamped(to: 16.4...20.8)
            }
        return Int(hours * 3600)
    }

    /// Early runners go to bed early.
    private static func bedMinute(_ time: TimeOfDay) -> Double {
        switch time {
        case .early: -122
        case .midday: -66
        case .evening: -44
        }
    }
}
