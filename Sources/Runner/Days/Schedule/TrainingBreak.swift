import Vocabulary

/// The weeks in which an athlete hardly trains: an injury, a winter, a new job.
///
/// Each block of ``blockWeeks`` weeks has one break at most, which lies within it and leaves its
/// first and its last week free.
enum TrainingBreak {
    static let blockWeeks = 20
    private static let length = 2.0...14.0

    /// The weeks of the break in which a week lies; nil of other weeks.
    ///
    /// - Parameter week: weeks since that of 1970-01-01.
    static func weeks(
        around week: Int, _ habits: TrainingHabits, _ draws: DayDraws
    ) -> Range<Int>? {
        let stream = draws.stream(.breaks)
        // Each athlete counts from a week of its own, lest all rest in the same ones.
        let ahead = Int(Double(blockWeeks) * stream.uniform(DayDraws.counter(0, 13)))
        let week = week + ahead
        let block = Int(Int64(week).dividedRoundingDown(by: Int64(blockWeeks)))
        func uniform(_ draw: Int) -> Double { stream.uniform(DayDraws.counter(block, draw)) }
        // Who has many breaks has long ones too.
        let chance = min(1, 0.35 + 1.2 * habits.breakShare)
        guard uniform(0) < chance else { return nil }
        let mean = habits.breakShare * Double(blockWeeks) / chance
        let weeks = (mean * (0.5 + uniform(1))).clamped(to: length).rounded()
        let first = 1 + ((Double(blockWeeks) - 1 - weeks) * uniform(2)).rounded(.down)
        let start = block * blockWeeks + Int(first)
        guard (start..<start + Int(weeks)).contains(week) else { return nil }
        return start - ahead..<start - ahead + Int(weeks)
    }

    /// The chance of a week in a break to have a run.
    static let chanceOfRun = 0.2
}
