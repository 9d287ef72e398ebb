import CivilTime
import Days
import Simulation
import TestSupport
import Vocabulary

extension [Finding] {
    /// A list without problems about a day, mostly of some findings, in any order.
    static func random(_ dice: inout SeededGenerator, about day: Int) -> [Finding] {
        var findings: [Finding] = []
        for _ in 0..<dice.pick([1, 3, 10, 40]) {
            let finding = Finding.random(&dice, about: day)
            if (findings + [finding]).problems.isEmpty { findings.append(finding) }
        }
        return findings.shuffled(using: &dice)
    }
}

extension Finding {
    /// Some days about a day, as many as its kind can have.
    fileprivate static func random(_ dice: inout SeededGenerator, about day: Int) -> Finding {
        let kind = dice.pick(Kind.ordered)
        let possible = possibleDays(of: kind) ?? 1...1
        var count = dice.pick([possible.lowerBound, dice.number(possible), dice.number(7...21)])
        count = min(max(count, possible.lowerBound), possible.upperBound)
        if kind == .training { count = count / 7 * 7 }
        let first = CivilDate(dayNumber: day + dice.number(-150...150))
        let gain = kind == .training ? dice.number(possibleGains) : 0
        return Finding(kind, first...first.adding(days: count - 1), gain: gain)
    }
}

/// Athletes with a finding, and the same ones without.
enum FindingFleet {
    static let first = CivilDate(dayNumber: 20_600)

    struct Pair {
        let without: AthleteDays
        let with: AthleteDays
    }

    static func days(
        _ lane: Int, _ findings: [Finding]?, _ change: (inout HabitsOrder) -> Void = { _ in }
    ) -> AthleteDays {
        var habits = HabitsOrder()
        // Watches tell all that they can.
        (habits.nightsOff, habits.daysOff) = (0, 0)
        change(&habits)
        return AthleteDays(
            seed: 9, lane: LaneID(index: lane), zone: .utc,
            days: DaysOrder(habits: habits, findings: findings))
    }

    static func finding(_ kind: Finding.Kind, _ days: Int, gain: Int = 0) -> Finding {
        Finding(kind, first...first.adding(days: days - 1), gain: gain)
    }

    static func pairs(_ finding: Finding, _ lanes: Range<Int> = 0..<50) -> [Pair] {
        lanes.map { Pair(without: days($0, nil), with: days($0, [finding])) }
    }
}

/// The mean of what is measured with a finding against what is measured without, over all athletes
/// and some days from the first of the finding on; days that lack it in one of both are left out.
struct FindingEffect {
    let pairs: [FindingFleet.Pair]
    let days: Range<Int>

    func difference(_ value: (DayQuantities) -> Double?) -> Double {
        let (with, without) = sums(value)
        return (with.sum - without.sum) / with.count
    }

    func ratio(_ value: (DayQuantities) -> Double?) -> Double {
        let (with, without) = sums(value)
        return with.sum / without.sum
    }

    /// Runs with the finding, and without.
    var runs: (with: [DayRun], without: [DayRun]) {
        func runs(_ athlete: AthleteDays) -> [DayRun] {
            days.compactMap { athlete.run(on: FindingFleet.first.adding(days: $0)) }
        }
        return (pairs.flatMap { runs($0.with) }, pairs.flatMap { runs($0.without) })
    }

    /// The same apart from breaks.
    var runsOfTraining: (with: [DayRun], without: [DayRun]) {
        func runs(_ athlete: AthleteDays) -> [DayRun] {
            days.compactMap { day in
                let date = FindingFleet.first.adding(days: day)
                let isBreak = athlete.findings(on: date).contains { $0.kind == .trainingBreak }
                return isBreak ? nil : athlete.run(on: date)
            }
        }
        return (pairs.flatMap { runs($0.with) }, pairs.flatMap { runs($0.without) })
    }

    private func sums(
        _ value: (DayQuantities) -> Double?
    ) -> (with: (sum: Double, count: Double), without: (sum: Double, count: Double)) {
        var (with, without, count) = (0.0, 0.0, 0.0)
        for pair in pairs {
            for day in days {
                let date = FindingFleet.first.adding(days: day)
                guard let one = pair.with.quantities(on: date).flatMap(value),
                    let other = pair.without.quantities(on: date).flatMap(value)
                else { continue }
                (with, without, count) = (with + one, without + other, count + 1)
            }
        }
        return ((with, count), (without, count))
    }
}

extension DayQuantities {
    var asleep: Double? { sleep.map { Double($0.minutesAsleep) } }
    var walked: Double? { Double(steps) }
    var rest: Double? { restingHeartRate.map { Double($0.value) } }
    var logVariability: Double? {
        heartRateVariability.map { Elementary.log(Double($0.value)) }
    }
}
