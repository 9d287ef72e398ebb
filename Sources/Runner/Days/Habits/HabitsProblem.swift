import Simulation
import Vocabulary

/// What can be wrong with an order of habits, and what would fit.
package enum HabitsProblem: InputProblem {
    case runsPerWeek(Int)
    /// A border that is not a time of the day.
    case notTime(second: Int)
    /// A run that begins at the end of the range is not over before the next day's may begin.
    case runsMeet(start: ClosedRange<Int>, minutes: Int)
    case minutes(ClosedRange<Int>)
    case longRunWithoutRuns
    case notShare(PlanKind, Double)
    case noPlans
    case longPlansWithoutLongRun
    case stepsPerDay(Int)
    case bed(minute: Int)
    case night(Range<Int>)
    case wake(minute: Int)
    case nightsOff(Double)
    case daysOff(Double)

    /// A field of an order by its name in a file.
    package enum Field: String, CaseIterable, Sendable {
        case runsPerWeek = "runs_a_week"
        case start, minutes
        case longRun = "long_run"
        case plans
        case stepsPerDay = "steps_a_day"
        case sleep, wear
    }

    package var field: Field {
        switch self {
        case .runsPerWeek: .runsPerWeek
        case .notTime, .runsMeet: .start
        case .minutes: .minutes
        case .longRunWithoutRuns: .longRun
        case .notShare, .noPlans, .longPlansWithoutLongRun: .plans
        case .stepsPerDay: .stepsPerDay
        case .bed, .night, .wake: .sleep
        case .nightsOff, .daysOff: .wear
        }
    }
}

extension HabitsProblem {
    package var reason: String {
        switch self {
        case .runsPerWeek(let count): "a week cannot have \(count) runs"
        case .notTime(let second): "\(second) seconds after midnight is not a time of the day"
        case .runsMeet(let start, let minutes):
            "a run of \(minutes) minutes that begins at \(Self.clock(start.upperBound)) may not be "
                + "over when the next begins at \(Self.clock(start.lowerBound))"
        case .minutes(let range):
            "runs cannot last \(range.lowerBound) to \(range.upperBound) minutes"
        case .longRunWithoutRuns: "a long run needs a run a week"
        case .notShare(let kind, let share): "\(share) is not a share of \(kind.rawValue) runs"
        case .noPlans: "the shares of the plans do not add up to anything that can be shared"
        case .longPlansWithoutLongRun: "long plans are shared out, and there is to be no long run"
        case .stepsPerDay(let steps): "nobody walks \(steps) steps on a usual day"
        case .bed(let minute): "nobody falls asleep at \(Self.clock(minute: minute)) for the night"
        case .night(let night):
            "no night lasts from \(Self.clock(minute: night.lowerBound)) to "
                + Self.clock(minute: night.upperBound)
        case .wake(let minute): "nobody wakes at \(Self.clock(minute: minute)) for the day"
        case .nightsOff(let share): "\(share) is not a share of nights"
        case .daysOff(let share): "\(share) is not a share of days"
        }
    }

    package var suggestion: String {
        switch self {
        case .runsPerWeek: "give a number from 0 to 7"
        case .notTime: "give times from 00:00:00 to 23:59:59"
        case .runsMeet:
            "let starts end earlier or begin later, or runs be shorter; a run needs a quarter of "
                + "an hour more than its minutes, and an hour where clocks change"
        case .minutes:
            "give whole minutes from \(HabitsOrder.possibleMinutes.lowerBound) to "
                + "\(HabitsOrder.possibleMinutes.upperBound)"
        case .longRunWithoutRuns: "leave it out, or give one to seven runs a week"
        case .notShare: "give a number from 0 on, such as 0.4"
        case .noPlans: "give at least one kind a share above 0"
        case .longPlansWithoutLongRun: "leave one of the two out"
        case .stepsPerDay:
            "give a number from \(HabitsOrder.possibleSteps.lowerBound) to "
                + "\(HabitsOrder.possibleSteps.upperBound)"
        case .bed: "give a time from 18:00 to 06:00"
        case .night: "let it have 3 to 14 hours from falling asleep to waking"
        case .wake: "let the night end at 02:00 or later"
        case .nightsOff, .daysOff: "give a number from 0 to 1, such as 0.1"
        }
    }

    /// A time of the day, or the number of minutes if it is none.
    private static func clock(minute: Int) -> String {
        guard (-1440..<1440).contains(minute) else { return "minute \(minute)" }
        return clock((minute + 1440) % 1440 * 60)
    }

    /// A time of the day.
    private static func clock(_ second: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
    }
}
