import Vocabulary

/// Numbers that have been passed without a word, in case they come late after all.
struct Holes {
    private struct Hole {
        var session: SessionName
        var numbers: ClosedRange<Int64>
        /// How many of them are still taken for missing: the others lie in gaps.
        var owed: Int64
    }

    /// Of a stream that has more the oldest are taken for missing for good.
    private static let limit = 64

    private var holes: [Hole] = []

    mutating func add(_ session: SessionName, _ numbers: ClosedRange<Int64>, owed: Int64) {
        if holes.count == Self.limit { holes.removeFirst() }
        holes.append(Hole(session: session, numbers: numbers, owed: owed))
    }

    /// Takes a number out that has come late.
    ///
    /// - Returns: how many fewer are missing for it, 0 or 1; nil if it was not passed.
    mutating func fill(_ session: SessionName, _ n: Int64) -> Int64? {
        guard
            let place = holes.firstIndex(where: {
                $0.session == session && $0.numbers.contains(n)
            })
        else { return nil }
        let hole = holes.remove(at: place)
        let filled = min(hole.owed, 1)
        let (first, last) = (hole.numbers.lowerBound, hole.numbers.upperBound)
        var owed = hole.owed - filled
        if n > first {
            let left = first...n - 1
            let share = min(owed, n - first)
            holes.append(Hole(session: session, numbers: left, owed: share))
            owed -= share
        }
        if n < last { holes.append(Hole(session: session, numbers: n + 1...last, owed: owed)) }
        return filled
    }
}
