import Vocabulary

/// Numbers of sessions that have been passed and may have been replaced: what replaced them has
/// yet to come, and to say so.
///
/// Under the policy `newest` a line of another kind may come before the measurement that says what
/// was replaced ahead of both. A jump is open until each kind of measurement has come once more, or
/// the session's end, behind which none waits. Which numbers a line has replaced is not said: what
/// has been told so far is taken to be about jumps that are closed, as far as it goes.
struct UnannouncedJumps {
    private struct Jump {
        var lines: Int64
        var awaited: Measurements
    }

    /// Of one session, since no jump of it was open.
    private struct Book {
        var open: [Jump] = []
        /// Numbers passed in jumps that are closed, and of these those that have been claimed.
        var closed: Int64 = 0
        var claimed: Int64 = 0
        /// How many lines were replaced, by what has been told.
        var announced: Int64 = 0
        var first: Int64
        var last: Int64
        /// How many gaps had come before the first number.
        let gaps: UInt32

        var passed: Int64 { open.reduce(closed) { $0 + $1.lines } }
    }

    /// Numbers that no line can tell of any more, and none has.
    struct Claim {
        var numbers: ClosedRange<Int64>
        var lines: Int64
        /// How many gaps had come before the first of them.
        var gaps: UInt32
    }

    /// More of one session are one.
    private static let limit = 8

    private var books: [SessionName: Book] = [:]

    var isEmpty: Bool { books.isEmpty }

    /// Whether a session has open jumps.
    func holds(_ session: SessionName) -> Bool { books[session] != nil }

    /// Enters a line of a session: the jump that it ends, and what it says that it has replaced.
    ///
    /// - Parameters:
    ///   - jump: how many numbers were passed between the session's last line and this one.
    ///   - gaps: how many gaps had come before its last line.
    ///   - awaited: the kinds of measurement that may tell of the jump.
    mutating func enter(
        _ line: DataLine, jump: Int64, gaps: UInt32, awaited: Measurements
    ) -> Claim? {
        let first = line.n - jump
        var book = books[line.session] ?? Book(first: first, last: line.n - 1, gaps: gaps)
        if let measurement = line.kind.measurement {
            for index in book.open.indices { book.open[index].awaited.subtract(measurement) }
        }
        book.open.append(
            Jump(
                lines: jump,
                awaited: line.kind == .end
                    ? [] : awaited.subtracting(line.kind.measurement ?? [])))
        if line.kind == .end { book.open = book.open.map { Jump(lines: $0.lines, awaited: []) } }
        book.last = max(book.last, line.n - 1)
        // What is told beyond all that was passed says nothing about later numbers.
        book.announced = min(book.announced + line.skipped, book.passed)
        return settle(book, line.session)
    }

    /// Closes all jumps of a session that is over.
    mutating func end(_ session: SessionName) -> Claim? {
        guard !books.isEmpty, var book = books[session] else { return nil }
        book.open = book.open.map { Jump(lines: $0.lines, awaited: []) }
        return settle(book, session)
    }

    /// Forgets all: what would have told of them does not come any more.
    mutating func removeAll() { books = [:] }

    private mutating func settle(_ old: Book, _ session: SessionName) -> Claim? {
        var book = old
        book.closed += book.open.reduce(0) { $0 + ($1.awaited.isEmpty ? $1.lines : 0) }
        book.open.removeAll { $0.awaited.isEmpty || $0.lines == 0 }
        if book.open.count > Self.limit {
            let first = book.open.removeFirst()
            book.open[0].lines += first.lines
            book.open[0].awaited.formUnion(first.awaited)
        }
        let owed = book.closed - book.announced - book.claimed
        book.claimed += max(owed, 0)
        books[session] = book.open.isEmpty ? nil : book
        guard owed > 0 else { return nil }
        return Claim(
            numbers: min(book.first, book.last)...book.last, lines: owed, gaps: book.gaps)
    }
}

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
            let index = holes.firstIndex(where: {
                $0.session == session && $0.numbers.contains(n)
            })
        else { return nil }
        let hole = holes.remove(at: index)
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
