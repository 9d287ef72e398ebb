import CivilTime
import Simulation
import Vocabulary

/// What an athlete plans for one week from Monday to Sunday, before anything comes between.
///
/// The long run lies at the weekend. Intervals and other hard runs lie between Tuesday and two days
/// before it, two days or more from each other, so that no hard day follows another, not even
/// across two weeks.
struct TrainingWeek {
    struct Run {
        let kind: PlanKind
        /// The planned length of easy, long and progressive runs.
        let minutes: Int
    }

    /// From Monday on; nil is a day of rest.
    private(set) var runs: [Run?]

    private static let sundayPatterns: [[[Int]]] = [
        [[2, 6], [1, 6]], [[1, 3, 6], [2, 4, 6]], [[1, 2, 4, 6], [1, 3, 5, 6]],
        [[1, 2, 4, 5, 6], [0, 1, 3, 4, 6]], [[1, 2, 3, 4, 5, 6], [0, 1, 2, 4, 5, 6]],
    ]
    private static let saturdayPatterns: [[[Int]]] = [
        [[2, 5], [1, 5]], [[1, 3, 5], [0, 2, 5]], [[1, 3, 5, 6], [0, 2, 3, 5]],
        [[0, 1, 3, 5, 6], [1, 2, 3, 5, 6]], [[0, 1, 2, 3, 5, 6], [1, 2, 3, 4, 5, 6]],
    ]

    /// - Parameter number: weeks since that of 1970-01-01, from Monday to Sunday.
    init(_ number: Int, _ habits: DayHabits, _ draws: DayDraws) {
        let stream = draws.stream(.week)
        func uniform(_ draw: Int) -> Double { stream.uniform(DayDraws.counter(number, draw)) }
        func normal(_ draw: Int) -> Double { stream.normal(DayDraws.counter(number, draw)) }

        let count = Self.runCount(number, habits, draws)
        let isEasyWeek = (number + Int(habits.easyMinutes)) % 4 == 0
        let isSunday = habits.longRunDay == .sunday
        let patterns = isSunday ? Self.sundayPatterns : Self.saturdayPatterns
        let pattern = patterns[count - 2][uniform(0) < 0.75 ? habits.usualStart % 2 : 1]
        let long = isSunday ? 6 : 5
        runs = [Run?](repeating: nil, count: 7)
        for (index, day) in pattern.enumerated() where day != long {
            let minutes = (habits.easyMinutes + 6 * normal(16 + index)).clamped(to: 30...60)
            runs[day] = Run(
                kind: uniform(32 + index) < 0.32 ? .mission : .easy, minutes: Int(minutes))
        }
        for day in Self.hardDays(
            pattern, long: long,
            count: (count >= 5 ? 2 : count >= 3 ? 1 : 0) - (isEasyWeek ? 1 : 0),
            isLate: uniform(1) < 0.35)
        {
            let minutes = Int((42 + 6 * normal(48 + day)).clamped(to: 32...56))
            runs[day] = Run(kind: Self.hardKind(uniform(64 + day)), minutes: minutes)
        }
        let usual = 58 + 7 * Double(count - 2) + 5 * normal(2)
        let minutes = (isEasyWeek ? 0.85 * usual : usual).clamped(to: 60...100)
        runs[long] = Run(kind: .long, minutes: Int(minutes))
    }

    /// The number of a day's week, and of the day in it, 0 on Monday.
    static func place(of day: Int) -> (week: Int, day: Int) {
        // 1970-01-01 was a Thursday.
        let week = Int64(day + 3).dividedRoundingDown(by: 7)
        return (Int(week), day + 3 - Int(week) * 7)
    }

    /// The habit, less or more in single weeks and in stretches of some weeks.
    private static func runCount(_ number: Int, _ habits: DayHabits, _ draws: DayDraws) -> Int {
        let stretch = 0.35 * SmoothNoise(draws, .training, period: 5).value(on: number)
        let single = 0.35 * draws.stream(.week).normal(DayDraws.counter(number, 3))
        let count = (Double(habits.runsPerWeek) + stretch + single).rounded()
        return Int(count.clamped(to: 2...6))
    }

    private static func hardDays(
        _ pattern: [Int], long: Int, count: Int, isLate: Bool
    ) -> [Int] {
        var allowed = pattern.filter { $0 >= 1 && $0 <= long - 2 }
        if isLate, count == 1, allowed.count > 1 { allowed.removeFirst() }
        var days: [Int] = []
        for day in allowed where days.count < count {
            if let last = days.last, day - last < 2 { continue }
            days.append(day)
        }
        return days
    }

    private static func hardKind(_ uniform: Double) -> PlanKind {
        switch uniform {
        case ..<0.27: .intervals
        case ..<0.42: .repetitions
        case ..<0.62: .fartlek
        case ..<0.84: .tempo
        default: .progression
        }
    }
}
