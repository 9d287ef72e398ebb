import CivilTime
import Days
import TestSupport
import Vocabulary

extension HabitsOrder {
    /// An order of some fields that has no problems.
    static func random(_ dice: inout SeededGenerator) -> HabitsOrder {
        while true {
            var order = HabitsOrder()
            order.orderTraining(&dice)
            if dice.chance(40) {
                order.stepsPerDay = dice.pick([500, 40_000, dice.number(2000...15_000)])
            }
            if dice.chance(40) {
                let bed = dice.number(-360...360)
                order.sleep = bed..<bed + dice.pick([180, 840, dice.number(180...840)])
            }
            if dice.chance(40) { order.nightsOff = dice.pick([0, 0.3, 1]) }
            if dice.chance(40) { order.daysOff = dice.pick([0, 0.3, 1]) }
            if order.problems.isEmpty { return order }
        }
    }

    private mutating func orderTraining(_ dice: inout SeededGenerator) {
        if dice.chance(60) { runsPerWeek = dice.number(0...7) }
        if dice.chance(60) {
            let first = dice.number(0...86_399)
            start =
                dice.chance(20)
                ? .usual(dice.pick(TrainingHabits.TimeOfDay.allCases))
                : .between(first...min(86_399, first + dice.pick([0, 600, 3 * 3600, 12 * 3600])))
        }
        if dice.chance(60) {
            let first = dice.number(10...240)
            minutes = first...min(240, first + dice.pick([0, 1, 10, 60, 230]))
        }
        if dice.chance(50) {
            longRun = dice.chance(40) ? LongRun.none : .on(dice.pick(Weekday.allCases))
        }
        guard dice.chance(50) else { return }
        plans = [:]
        for kind in PlanKind.allCases where dice.chance(40) {
            plans?[kind] = dice.pick([0, 0.2, 1, 7])
        }
    }
}

/// Dates about the borders of what the calendar knows, about leap days and changes of the clocks.
enum OrderedDates {
    /// The first Mondays of some weeks.
    static let mondays: [CivilDate] = [
        "2000-01-03", "2000-02-28", "2024-02-26", "2026-03-23", "2026-10-19", "2100-02-22",
        "2199-12-16",
    ].compactMap { CivilDate(parsing: $0)?.startOfWeek }

    /// Days of four weeks from each of them on.
    static let all: [CivilDate] = mondays.flatMap { monday in
        (0..<28).map { monday.adding(days: $0) }
    }
}

/// Athletes of Berlin with orders.
enum OrderedFleet {
    static let berlin = BookTests.zones[1]

    static func order(_ change: (inout HabitsOrder) -> Void) -> HabitsOrder {
        var order = HabitsOrder()
        change(&order)
        return order
    }

    static func days(_ lane: Int, _ order: HabitsOrder?) -> AthleteDays {
        AthleteDays(
            seed: 12, lane: LaneID(index: lane), zone: berlin, days: DaysOrder(habits: order))
    }

    /// The runs of some athletes on ``OrderedDates/all``.
    static func runs(_ lanes: Range<Int>, _ order: HabitsOrder) -> [DayRun] {
        lanes.flatMap { lane in
            let days = days(lane, order)
            return OrderedDates.all.compactMap { days.run(on: $0) }
        }
    }
}
