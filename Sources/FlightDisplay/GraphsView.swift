import Terminal
import Vocabulary

/// What graphs have in common.
enum GraphsView {
    /// The range on a grid, so that it changes seldom; nil without a value.
    static func range(
        of values: [Double?], grid: Double, least: Double
    ) -> ClosedRange<Double>? {
        let present = values.compactMap { $0 }
        guard let low = present.min(), let high = present.max() else { return nil }
        let lower = (low / grid).rounded(.down) * grid
        return lower...max((high / grid).rounded(.up) * grid, lower + least)
    }

    /// As many values as a wide plot has room for: between two neighbours a straight line, across a
    /// break none. A narrow plot is left to resample.
    static func stretched(_ values: [Double?], to count: Int) -> [Double?] {
        guard values.count > 1, count > values.count else { return values }
        return (0..<count).map { index in
            let place = Double(index * (values.count - 1)) / Double(count - 1)
            let left = Int(place)
            let right = min(left + 1, values.count - 1)
            let share = place - Double(left)
            guard let before = values[left], let after = values[right] else {
                return share < 0.5 ? values[left] : values[right]
            }
            return before + (after - before) * share
        }
    }
}

extension MeanTally {
    init(_ values: some Sequence<Double>) {
        for value in values where value.isFinite { note(value) }
    }
}
