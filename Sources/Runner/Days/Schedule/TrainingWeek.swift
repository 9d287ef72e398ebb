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
    private(set) var runs = [Run?](repeating: nil, count: 7)

    /// - Parameter number: weeks since that of 1970-01-01, from Monday to Sunday.
    init(_ number: Int, _ habits: TrainingHabits, _ draws: DayDraws) {
        let stream = draws.stream(.week)
        func uniform(_ draw: Int) -> Double { stream.uniform(DayDraws.counter(number, draw)) }
        func normal(_ draw: Int) -> Double { stream.normal(DayDraws.counter(number, draw)) }
        // Some weeks ask for longer runs than others, and those beside them too.
        let form = Elementary.exp(0.2 * SmoothNoise(draws, .training, period: 3).value(on: number))
        func minutes(_ usual: Double, _ draw: Int, _ range: ClosedRange<Double>) -> Int {
            Int((usual * form * Elementary.exp(0.22 * normal(draw))).clamped(to: range))
        }
        if TrainingBreak.contains(number, habits, draws) {
            guard uniform(5) < TrainingBreak.chanceOfRun else { return }
            runs[Int(7 * uniform(6))] = Run(
                kind: .easy, minutes: minutes(0.8 * habits.easyMinutes, 7, Self.easyMinutes))
            return
        }
        let count = Self.runCount(number, habits, draws)
        let isEasyWeek = (number + Int(habits.easyMinutes)) % 4 == 0
        // Who keeps no days runs long on either day of the weekend.
        let isSunday = habits.keepsDays ? habits.longRunDay == .sunday : uniform(4) < 0.62
        let long = isSunday ? 6 : 5
        let days =
            habits.keepsDays
            ? Self.pattern(count, isSunday, uniform(0) < 0.75 ? habits.usualStart % 2 : 1)
            : Self.freeDays(count, long: long) { uniform(80 + $0) }
        for day in days where day != long {
            runs[day] = Run(
                kind: uniform(32 + day) < 0.32 ? .mission : .easy,
                minutes: minutes(habits.easyMinutes, 16 + day, Self.easyMinutes))
        }
        for day in Self.hardDays(
            days, long: long, count: (count >= 5 ? 2 : count >= 3 ? 1 : 0) - (isEasyWeek ? 1 : 0),
            isLate: uniform(1) < 0.35)
        {
            let minutes = Int((42 + 6 * normal(48 + day)).clamped(to: 32...56))
            runs[day] = Run(kind: Self.hardKind(uniform(64 + day)), minutes: minutes)
        }
        let usual = 58 + 7 * Double(count - 2)
        runs[long] = Run(
            kind: .long, minutes: minutes(isEasyWeek ? 0.85 * usual : usual, 2, Self.longMinutes))
    }

    static let easyMinutes = 20.0...75.0
    static let longMinutes = 50.0...100.0

    /// The number of a day's week, and of the day in it, 0 on Monday.
    static func place(of day: Int) -> (week: Int, day: Int) {
        // 1970-01-01 was a Thursday.
        let week = Int64(day + 3).dividedRoundingDown(by: 7)
        return (Int(week), day + 3 - Int(week) * 7)
    }

    /// The habit, less or more in single weeks and in stretches of some weeks.
    private static func runCount(_ number: Int, _ habits: TrainingHabits, _ draws: DayDraws) -> Int
    {
        let stretch = 0.35 * SmoothNoise(draws, .training, period: 5).value(on: number)
        let single = 0.75 * draws.stream(.week).normal(DayDraws.counter(number, 3))
        let count = (Double(habits.runsPerWeek) + stretch + single).rounded()
        return Int(count.clamped(to: 1...6))
    }

    private static func hardDays(
        _ days: [Int], long: Int, count: Int, isLate: Bool
    ) -> [Int] {
        var allowed = days.filter { $0 >= 1 && $0 <= long - 2 }
        if isLate, count == 1, allowed.count > 1 { allowed.removeFirst() }
        var hard: [Int] = []
        for day in allowed where hard.count < count {
            if let last = hard.last, day - last < 2 { continue }
            hard.append(day)
        }
        return hard
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

/// On which days of a week runs lie, from 0 on Monday, ascending; the day of the long run is one.
extension TrainingWeek {
    private static let sundayPatterns: [[[Int]]] = [
        [[6], [6]], [[2, 6], [1, 6]], [[1, 3, 6], [2, 4, 6]], [[1, 2, 4, 6], [1, 3, 5, 6]],
        [[1, 2, 4, 5, 6], [0, 1, 3, 4, 6]], [[1, 2, 3, 4, 5, 6], [0, 1, 2, 4, 5, 6]],
    ]
    private static let saturdayPatterns: [[[Int]]] = [
        [[5], [5]], [[2, 5], [1, 5]], [[1, 3, 5], [0, 2, 5]], [[1, 3, 5, 6], [0, 2, 3, 5]],
        [[0, 1, 3, 5, 6], [1, 2, 3, 5, 6]], [[0, 1, 2, 3, 5, 6], [1, 2, 3, 4, 5, 6]],
    ]

    private static func pattern(_ count: Int, _ isSunday: Bool, _ choice: Int) -> [Int] {
        (isSunday ? sundayPatterns : saturdayPatterns)[count - 1][choice]
    }

    /// Days drawn for this week alone. A day beside a chosen one is taken three times in four, so
    /// that runs on days that follow each other are somewhat rarer than chance would have them.
    private static func freeDays(
        _ count: Int, long: Int, _ uniform: (Int) -> Double
    ) -> [Int] {
        var days = [long]
        // Later draws take any day, lest it goes on for ever.
        for draw in 0..<40 where days.count < count {
            let day = Int(7 * uniform(2 * draw))
            let isBeside = days.contains(day - 1) || days.contains(day + 1)
            guard !days.contains(day), !isBeside || draw >= 30 || uniform(2 * draw + 1) < 0.75
            else { continue }
            days.append(day)
        }
        return days.sorted()
    }
}
