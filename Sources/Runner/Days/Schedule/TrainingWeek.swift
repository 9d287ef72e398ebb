import CivilTime
import Simulation
import Vocabulary

/// What an athlete plans for one week from Monday to Sunday, before anything comes between.
///
/// The long run lies at the weekend. Intervals and other hard runs lie between Tuesday and two days
/// before it, two days or more from each other, so that no hard day follows another, not even
/// across two weeks. What is ordered takes the place of what is drawn.
struct TrainingWeek {
    struct Run {
        let kind: PlanKind
        /// The planned length of easy, long and progressive runs; of all runs where lengths or
        /// kinds are ordered.
        let minutes: Int
    }

    /// From Monday on; nil is a day of rest.
    private(set) var runs = [Run?](repeating: nil, count: 7)

    /// Weeks since that of 1970-01-01.
    let number: Int
    private let habits: TrainingHabits
    private let draws: DayDraws
    private let stream: RandomStream
    private let order: HabitsOrder?
    private let lengths: RunLengths
    /// How many runs the week has.
    private var count = 0

    /// - Parameter number: weeks since that of 1970-01-01, from Monday to Sunday.
    init(
        _ number: Int, _ habits: TrainingHabits, _ draws: DayDraws, as order: HabitsOrder? = nil
    ) {
        (self.number, self.habits, self.draws, self.order) = (number, habits, draws, order)
        stream = draws.stream(.week)
        lengths = RunLengths(number, draws, as: order)
        if order?.runsPerWeek == nil, TrainingBreak.weeks(around: number, habits, draws) != nil {
            rest()
        } else {
            train()
        }
    }

    /// The number of a day's week, and of the day in it, 0 on Monday.
    static func place(of day: Int) -> (week: Int, day: Int) {
        // 1970-01-01 was a Thursday.
        let week = Int64(day + 3).dividedRoundingDown(by: 7)
        return (Int(week), day + 3 - Int(week) * 7)
    }

    /// The number of a week's first day.
    static func monday(_ week: Int) -> Int { week * 7 - 3 }

    /// A run on a day of rest, as a day of training has it.
    func spareRun(on day: Int) -> Run { run(ordered(on: day) ?? .easy, on: day, 16 + day) }
}

extension TrainingWeek {
    /// A week of a break, with a run at most.
    private mutating func rest() {
        guard uniform(5) < TrainingBreak.chanceOfRun else { return }
        let day = Int(7 * uniform(6))
        runs[day] = run(ordered(on: day) ?? .easy, on: day, 7, share: 0.8)
    }

    private mutating func train() {
        count = order?.runsPerWeek ?? drawnCount
        guard count > 0 else { return }
        // Who keeps no days runs long on either day of the weekend.
        let isSunday = habits.keepsDays ? habits.longRunDay == .sunday : uniform(4) < 0.62
        let anchor = order?.longRunDay ?? (isSunday ? 6 : 5)
        let long = order?.hasLongRun ?? true ? anchor : nil
        let days = days(about: anchor)
        for day in days where day != long {
            let kind = ordered(on: day) ?? (uniform(32 + day) < 0.32 ? .mission : .easy)
            runs[day] = run(kind, on: day, 16 + day)
        }
        if order?.plans == nil { harden(days, long: long) }
        if let long { runs[long] = run(.long, on: long, 2) }
    }

    /// Makes some of the easy runs hard ones.
    private mutating func harden(_ days: [Int], long: Int?) {
        let most = (count >= 5 ? 2 : count >= 3 ? 1 : 0) - (isEasyWeek ? 1 : 0)
        var allowed = Self.hardDays(long: long, habits.pattern).filter(days.contains)
        if uniform(1) < 0.35, most == 1, allowed.count > 1 { allowed.removeFirst() }
        var last: Int?
        var left = most
        for day in allowed where left > 0 {
            if let last, day - last < 2 { continue }
            runs[day] = run(Self.hardKind(uniform(64 + day)), on: day, 0)
            (last, left) = (day, left - 1)
        }
    }

    private var isEasyWeek: Bool { (number - habits.easyWeek) % 4 == 0 }

    /// - Parameters:
    ///   - draw: the number of an easy run's drawn length.
    ///   - share: of an easy run's usual length.
    private func run(_ kind: PlanKind, on day: Int, _ draw: Int, share: Double = 1) -> Run {
        switch kind {
        case .easy, .mission:
            let minutes = lengths.easy(share * habits.easyMinutes, on: day, draw)
            return Run(kind: kind, minutes: minutes)
        case .long:
            let usual = 58 + 7 * Double(count - 2)
            let minutes = lengths.long(isEasyWeek ? 0.85 * usual : usual, on: day)
            return Run(kind: kind, minutes: minutes)
        case .intervals, .repetitions, .fartlek, .tempo, .progression:
            return Run(kind: kind, minutes: lengths.hard(on: day))
        }
    }

    /// The kind that the ordered shares give; nil where none are.
    private func ordered(on day: Int) -> PlanKind? {
        order?.kind(draws.stream(.orderedRuns).uniform(DayDraws.counter(number, day)))
    }

    private func uniform(_ draw: Int) -> Double {
        stream.uniform(DayDraws.counter(number, draw))
    }

    /// The habit, less or more in single weeks and in stretches of some weeks.
    private var drawnCount: Int {
        let stretch = 0.35 * SmoothNoise(draws, .training, period: 5).value(on: number)
        let single = 0.75 * stream.normal(DayDraws.counter(number, 3))
        let count = (Double(habits.runsPerWeek) + stretch + single).rounded()
        return Int(count.clamped(to: 1...6))
    }

    private func days(about long: Int) -> [Int] {
        guard count < 7 else { return Array(0..<7) }
        guard habits.keepsDays else {
            return Self.freeDays(count, long: long, isKept: order?.runsPerWeek != nil) {
                uniform(80 + $0)
            }
        }
        return Self.pattern(count, long: long, uniform(0) < 0.75 ? habits.pattern : 1)
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
