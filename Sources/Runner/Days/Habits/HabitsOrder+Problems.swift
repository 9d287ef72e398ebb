import Simulation
import Vocabulary

extension HabitsOrder {
    package static let possibleMinutes = 10...240
    package static let possibleSteps = 500...40_000
    private static let possibleSeconds = 0...86_399

    /// Everything that is wrong, in the order of the fields; none for an order of which days can be
    /// made.
    package var problems: [HabitsProblem] {
        var problems: [HabitsProblem] = []
        if let runsPerWeek, !(0...7).contains(runsPerWeek) {
            problems.append(.runsPerWeek(runsPerWeek))
        }
        problems += startProblems
        if let minutes, !hasPossibleMinutes { problems.append(.minutes(minutes)) }
        if runsPerWeek == 0, longRunDay != nil { problems.append(.longRunWithoutRuns) }
        problems += planProblems
        if let stepsPerDay, !Self.possibleSteps.contains(stepsPerDay) {
            problems.append(.stepsPerDay(stepsPerDay))
        }
        problems += sleepProblems
        // No comparison holds for what is not a number.
        if let nightsOff, !(0...1).contains(nightsOff) { problems.append(.nightsOff(nightsOff)) }
        if let daysOff, !(0...1).contains(daysOff) { problems.append(.daysOff(daysOff)) }
        return problems
    }

    private var hasPossibleMinutes: Bool {
        guard let minutes else { return true }
        return Self.possibleMinutes.contains(minutes.lowerBound)
            && Self.possibleMinutes.contains(minutes.upperBound)
    }

    private var startProblems: [HabitsProblem] {
        guard case .between(let range)? = start else { return [] }
        let borders = [range.lowerBound, range.upperBound]
        let outside = borders.filter { !Self.possibleSeconds.contains($0) }
        guard outside.isEmpty else { return outside.map { .notTime(second: $0) } }
        guard hasPossibleMinutes else { return [] }
        let end = range.upperBound + longestRun * 60 + Self.spareSeconds
        guard end > range.lowerBound + 86_400 else { return [] }
        return [.runsMeet(start: range, minutes: longestRun)]
    }

    /// Standing before and after a run, the session's own tick, and a day of 23 hours.
    private static let spareSeconds = 15 * 60 + 3600

    private var planProblems: [HabitsProblem] {
        guard let plans else { return [] }
        // A share may be so large that the sum is none.
        let wrong = PlanKind.allCases.filter { kind in
            plans[kind].map { !$0.isFinite || $0 < 0 } ?? false
        }
        guard wrong.isEmpty else { return wrong.map { .notShare($0, share(of: $0)) } }
        let sum = PlanKind.allCases.reduce(0) { $0 + share(of: $1) }
        guard sum.isFinite, sum > 0 else { return [.noPlans] }
        let isWithoutLongRun = longRun == LongRun.none && share(of: .long) > 0
        return isWithoutLongRun ? [.longPlansWithoutLongRun] : []
    }

    private var sleepProblems: [HabitsProblem] {
        guard let sleep else { return [] }
        guard (-360...360).contains(sleep.lowerBound) else {
            return [.bed(minute: sleep.lowerBound)]
        }
        guard sleep.upperBound <= 2000, (180...840).contains(sleep.count) else {
            return [.night(sleep)]
        }
        return sleep.upperBound < 120 ? [.wake(minute: sleep.upperBound)] : []
    }
}
