import Vocabulary

/// The lines that a waiting line has replaced.
struct ReplacedLines: Equatable {
    var count: Int
    var first: StreamPosition
}

/// Which waiting lines a newer line may replace: one of each subscription, session and kind.
///
/// A waiting line is named by its ordinal, which counts all lines that have ever waited before it.
struct NewestLines {
    private struct NewestLine {
        var ordinal: Int
        /// How many lines it stands for besides itself; if there are none, `first` says nothing.
        let replaced: Int
        let first: StreamPosition
    }

    private var newest: [UInt64: NewestLine] = [:]

    var isEmpty: Bool { newest.isEmpty }

    /// Bytes on the heap, from above: keys and lines, of which a quarter lies idle.
    var heldBytes: Int { newest.capacity * Self.lineBytes }

    /// What ``heldBytes`` comes to at most with one more line.
    var heldBytesWithOneMore: Int {
        heldBytes * (newest.count < newest.capacity ? 1 : 2)
    }

    private static var lineBytes: Int {
        (MemoryLayout<UInt64>.stride + MemoryLayout<NewestLine>.stride) * 4 / 3 + 1
    }

    /// Notes a line that waits from now on, which must be replaceable.
    mutating func insert(_ line: Outbox.Line, ordinal: Int, replaced: ReplacedLines?) {
        guard let key = Self.key(of: line) else {
            preconditionFailure("\(line) waits to be replaced")
        }
        newest[key] = NewestLine(
            ordinal: ordinal, replaced: replaced?.count ?? 0,
            first: replaced?.first ?? line.position)
    }

    /// Forgets the line that `line` replaces; returns its ordinal and the lines it had replaced.
    mutating func remove(
        replacedBy line: Outbox.Line
    ) -> (ordinal: Int, replaced: ReplacedLines?)? {
        guard let key = Self.key(of: line), let newestLine = newest.removeValue(forKey: key) else {
            return nil
        }
        return (newestLine.ordinal, Self.replaced(newestLine))
    }

    /// Forgets a line that leaves, and returns the lines that it has replaced.
    mutating func remove(_ line: Outbox.Line, ordinal: Int) -> ReplacedLines? {
        guard let key = Self.key(of: line), let newestLine = newest[key],
            newestLine.ordinal == ordinal
        else { return nil }
        newest[key] = nil
        if isEmpty { newest = [:] }
        return Self.replaced(newestLine)
    }

    /// Forgets the lines of a subscription, and returns how many lines they stand for besides
    /// themselves.
    mutating func removeAll(subscription number: Int) -> Int {
        let own = newest.filter { Int($0.key >> 48) == number }
        for key in own.keys { newest[key] = nil }
        if isEmpty { newest = [:] }
        return own.values.reduce(0) { $0 + $1.replaced }
    }

    /// Gives a line another ordinal.
    mutating func move(_ line: Outbox.Line, from old: Int, to new: Int) {
        guard let key = Self.key(of: line), newest[key]?.ordinal == old else { return }
        newest[key]?.ordinal = new
    }

    private static func replaced(_ newestLine: NewestLine) -> ReplacedLines? {
        newestLine.replaced > 0
            ? ReplacedLines(count: newestLine.replaced, first: newestLine.first) : nil
    }

    /// Subscription, lap, lane and rank, from the left; nil for a line that is never replaced.
    private static func key(of line: Outbox.Line) -> UInt64? {
        guard let number = line.subscription, line.isReplaceable else { return nil }
        return UInt64(number) << 48 | UInt64(line.lap) << 32 | line.position.bits & 0xFF_FFFF
    }
}
