import CivilTime
import Vocabulary

/// When and how often an athlete runs.
package struct TrainingHabits: Hashable, Sendable {
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
    /// 2...6; single weeks have one or two more or less. 0...7 where it is ordered, in every week.
    package let runsPerWeek: Int
    /// Saturday or Sunday, unless another is ordered.
    package let longRunDay: Weekday
    /// The usual start on working days, in seconds after midnight.
    package let usualStart: Int
    /// Minutes of a usual easy run.
    package let easyMinutes: Double
    /// Whether the days of runs are those of a pattern, and not others in each week.
    package let keepsDays: Bool
    /// 0 or 1: which of two patterns it is mostly.
    let pattern: Int
    /// Which of four weeks are easy ones: those that leave this number, 0...3.
    let easyWeek: Int
    /// Share of runs that begin at another time of the day than is usual.
    package let otherTimes: Double
    /// Share of the weeks that lie in breaks from training, 0.05...0.6; 0 where the number
    /// of runs is ordered.
    package let breakShare: Double
}

extension TrainingHabits {
    static func drawn(_ stream: RandomStream, _ breaks: RandomStream) -> TrainingHabits {
        let time = timeOfDay(stream.uniform(0))
        let usualStart = usualStart(time, stream)
        let easyMinutes = (42 + 5 * stream.normal(4)).clamped(to: 32...56)
        return TrainingHabits(
            timeOfDay: time, runsPerWeek: runsPerWeek(stream.uniform(1)),
            longRunDay: stream.uniform(2) < 0.38 ? .saturday : .sunday, usualStart: usualStart,
            easyMinutes: easyMinutes, keepsDays: breaks.uniform(DayDraws.counter(0, 11)) < 0.5,
            pattern: usualStart % 2, easyWeek: (4 - Int(easyMinutes) % 4) % 4,
            otherTimes: 0.06 + 0.3 * breaks.uniform(DayDraws.counter(0, 12)),
            breakShare: 0.05 + 0.55 * breaks.uniform(DayDraws.counter(0, 10)))
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

    static func usualStart(_ time: TimeOfDay, _ stream: RandomStream) -> Int {
        let hours =
            switch time {
            case .early: 6.35 + 1.3 * stream.uniform(3)
            case .midday: (12.4 + 1.7 * stream.normal(3)).clamped(to: 9.3...15.5)
            case .evening: (18.3 + 1.4 * stream.normal(3)).clamped(to: 16.4...20.8)
            }
        return Int(hours * 3600)
    }
}
