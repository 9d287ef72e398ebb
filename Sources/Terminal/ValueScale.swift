/// Where values stand between the lower and the upper end of a range.
struct ValueScale {
    private let range: ClosedRange<Double>

    init(_ range: ClosedRange<Double>) { self.range = range }

    /// The range of the values that are numbers; nil if there are none.
    init?(of values: [Double?]) {
        let numbers = values.lazy.compactMap(\.self).filter(\.isFinite)
        guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
        self.init(least...greatest)
    }

    /// The step of `count` that a value stands on, 0 being the lowest; values out of the range
    /// stand on the nearest, and in a range without extent on the middle.
    func level(of value: Double, count: Int) -> Int {
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        // Halves, because the extent of a range may be beyond what a number can say.
        let extent = range.upperBound / 2 - range.lowerBound / 2
        let fraction = extent > 0 ? (clamped / 2 - range.lowerBound / 2) / extent : 0.5
        guard fraction.isFinite else { return 0 }
        return Int(fraction * Double(count - 1) + 0.5)
    }

    /// The steps for so many columns of values; a gap has none.
    func levels(of values: [Double?], columns: Int, count: Int) -> [Int?] {
        values.fitted(to: columns).map { $0.map { level(of: $0, count: count) } }
    }
}

extension [Double?] {
    /// The values with the newest in the last of so many columns: columns without a value are
    /// nil, and where several fall into one, it has their average.
    ///
    /// A column of which half or more is missing is a gap, so that every gap as long as a column
    /// shows. What is not a number is missing.
    func fitted(to columns: Int) -> [Double?] {
        let known = map { $0.flatMap { $0.isNaN ? nil : $0 } }
        guard count > columns else { return Array(repeating: nil, count: columns - count) + known }
        return (0..<columns).map { column in
            let share = known[column * count / columns..<(column + 1) * count / columns]
            let numbers = share.lazy.compactMap(\.self)
            let present = numbers.count
            guard present * 2 > share.count else { return nil }
            return numbers.reduce(0) { $0 + $1 / Double(present) }
        }
    }
}
