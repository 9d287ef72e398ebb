import Vocabulary

/// The rows of an account, one for each lane: its latest session.
///
/// A hash table with open addressing: it grows with the lanes, and finds a lane in a few
/// nanoseconds.
struct SessionRows {
    /// One lane, in 64 bytes. A line that simply follows the last one touches only the second half,
    /// unless due lines are tracked. An array's first element starts in the middle of a cache line,
    /// so that this half is one cache line.
    struct Row {
        /// Which of its lines fall due.
        var marks = DueMarks()
        /// The number of its last line; nil for a session that only a snapshot has named.
        var n: Int64?
        fileprivate(set) var lane: LaneID
        var lap: Int32
        /// How many gaps had arrived before its last line.
        var gaps: UInt32 = 0
        /// The last lap that a snapshot has named.
        var namedLap: Int32?
        var hasEnded = false
        /// Whether its first line after a resumption has yet to arrive.
        var isAwaited = false
    }

    private static var emptyLane: LaneID { LaneID(index: Int(Int32.max)) }

    /// A power of two of them, or none.
    private var rows: [Row] = []
    private(set) var count = 0

    /// The index of a lane's row; nil if there is none. Indices hold until the next insertion.
    @inline(__always)
    func index(of lane: LaneID) -> Int? {
        var index = Self.home(of: lane, among: rows.count)
        for _ in 0..<rows.count {
            if rows[index].lane == lane { return index }
            if rows[index].lane == Self.emptyLane { return nil }
            index = (index + 1) & (rows.count - 1)
        }
        return nil
    }

    subscript(index: Int) -> Row {
        @inline(__always) get { rows[index] }
        @inline(__always) _modify { yield &rows[index] }
    }

    /// Adds a row for a lane that has none; returns its index. O(1) amortised.
    mutating func insert(_ row: Row) -> Int {
        // One row fits exactly: most subscribers of a large test follow one session.
        if count == rows.count || rows.count > 1 && count * 4 > rows.count * 3 { grow() }
        count += 1
        return put(row)
    }

    /// Marks every lane as awaited by a resumption.
    mutating func awaitAll() {
        for index in rows.indices where rows[index].lane != Self.emptyLane {
            rows[index].isAwaited = true
        }
    }

    /// Calls `body` with every row, in no order, until it returns false.
    func forEach(_ body: (Row) -> Bool) {
        for row in rows where row.lane != Self.emptyLane && !body(row) { return }
    }

    private mutating func grow() {
        let old = rows
        let empty = Row(lane: Self.emptyLane, lap: 0)
        rows = Array(repeating: empty, count: old.isEmpty ? 1 : old.count * 2)
        for row in old where row.lane != Self.emptyLane { _ = put(row) }
    }

    private mutating func put(_ row: Row) -> Int {
        var index = Self.home(of: row.lane, among: rows.count)
        while rows[index].lane != Self.emptyLane { index = (index + 1) & (rows.count - 1) }
        rows[index] = row
        return index
    }

    /// The index at which the search for a lane begins: multiplicative hashing (D. E. Knuth, "The
    /// Art of Computer Programming", volume 3, section 6.4).
    @inline(__always)
    private static func home(of lane: LaneID, among count: Int) -> Int {
        Int((UInt32(lane.index) &* 0x9E37_79B1) >> 8) & (count - 1)
    }
}
