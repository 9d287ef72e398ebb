/// Rows by a key, of which a stretch of the order is wanted: missing keys last, equal ones in the
/// order of their entry.
struct SessionRanking {
    private struct Entry {
        let key: Double
        let row: Int32
    }

    private var entries: [Entry] = []
    private var withoutKey: [Int32] = []

    /// How many rows there are.
    var count: Int { entries.count + withoutKey.count }

    /// Enters a row, in ascending order.
    ///
    /// - Parameter key: no NaN; nil if it is missing.
    mutating func enter(_ row: Int32, key: Double?) {
        guard let key else { return withoutKey.append(row) }
        entries.append(Entry(key: key, row: row))
    }

    /// The rows from place `first` of the order on. O(rows) on the average, and what it takes to
    /// sort those that are returned.
    mutating func rows(from first: Int, atMost limit: Int, isDescending: Bool) -> [Int32] {
        let wanted = min(first, count)..<min(first + limit, count)
        let keyed = wanted.clamped(to: 0..<entries.count)
        sort(keyed, in: 0..<entries.count) { left, right in
            guard left.key == right.key else {
                return isDescending ? left.key > right.key : left.key < right.key
            }
            return left.row < right.row
        }
        let rest = wanted.count - keyed.count
        let skipped = max(0, wanted.lowerBound - entries.count)
        return entries[keyed].map(\.row) + withoutKey[skipped..<skipped + rest]
    }

    /// Puts the entries at the wanted places: quicksort that leaves alone what lies beside them.
    private mutating func sort(
        _ wanted: Range<Int>, in range: Range<Int>, _ isBefore: (Entry, Entry) -> Bool
    ) {
        guard range.overlaps(wanted) else { return }
        guard range.count > 32 else { return entries[range].sort(by: isBefore) }
        let pivot = entries[range.lowerBound + range.count / 2]
        let middle = entries[range].partition { !isBefore($0, pivot) }
        let after = entries[middle..<range.upperBound].partition { isBefore(pivot, $0) }
        sort(wanted, in: range.lowerBound..<middle, isBefore)
        sort(wanted, in: after..<range.upperBound, isBefore)
    }
}
