import Vocabulary

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

    /// - Parameters:
    ///   - count: 1...6.
    ///   - long: a day other than those of the weekend has the pattern of Sunday about it.
    static func pattern(_ count: Int, long: Int, _ choice: Int) -> [Int] {
        if long == 5 { return saturdayPatterns[count - 1][choice] }
        return sundayPatterns[count - 1][choice].map { ($0 + long + 1) % 7 }.sorted()
    }

    /// Days drawn for this week alone. A day beside a chosen one is taken three times in four, so
    /// that runs on days that follow each other are somewhat rarer than chance would have them.
    ///
    /// - Parameter isKept: whether there are `count` days and no less, which draws alone all but
    ///   always have.
    static func freeDays(
        _ count: Int, long: Int, isKept: Bool, _ uniform: (Int) -> Double
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
        for day in 0..<7 where isKept && days.count < count && !days.contains(day) {
            days.append(day)
        }
        return days.sorted()
    }

    /// The days of a week on which a hard run may lie, with at least a day between those of this
    /// week and the long or hard runs of the weeks beside it.
    ///
    /// - Parameters:
    ///   - long: the day of the long run; nil without one.
    ///   - choice: 0 or 1, the same in all weeks.
    static func hardDays(long: Int?, _ choice: Int) -> [Int] {
        guard let long else { return Array(1...6) }
        guard long < 5 else { return Array(1...long - 2) }
        // Between two long runs the week ends, and the next week knows nothing of this one.
        return (0..<7).filter { [2 + choice, 4 + choice].contains(($0 - long + 7) % 7) }
    }
}
