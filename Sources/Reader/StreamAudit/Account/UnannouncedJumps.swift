import Vocabulary

/// Jumps in the numbers of sessions under the policy `newest`, until the lines that replaced the
/// missing ones have announced it by `skipped`.
///
/// A line of another kind may arrive before the measurement that announces the replacements before
/// both. So a jump is open until each kind of measurement has arrived once more, or the session's
/// `end`, after which none can follow. `skipped` is a count without numbers: it is credited to
/// closed jumps first.
struct UnannouncedJumps {
    private struct Jump {
        var lines: Int64
        var awaited: Measurements
    }

    /// The jumps of one session since it last had no open one.
    private struct Book {
        var open: [Jump] = []
        /// Numbers skipped in closed jumps, and how many of them were claimed as missing.
        var closed: Int64 = 0
        var claimed: Int64 = 0
        /// How many replaced lines were announced.
        var announced: Int64 = 0
        var first: Int64
        var last: Int64
        /// How many gaps had arrived before the first number.
        let gaps: UInt32

        var passed: Int64 { open.reduce(closed) { $0 + $1.lines } }
    }

    /// Numbers that were not announced as replaced, and that no later line can announce.
    struct Claim {
        var numbers: ClosedRange<Int64>
        var lines: Int64
        /// How many gaps had arrived before the first of them.
        var gaps: UInt32
    }

    /// The most open jumps of one session that are kept apart; older ones are merged.
    private static let limit = 8

    private var books: [SessionName: Book] = [:]

    var isEmpty: Bool { books.isEmpty }

    /// Whether a session has open jumps.
    func holds(_ session: SessionName) -> Bool { books[session] != nil }

    /// Enters a line of a session: the jump that it ends, and the replacements that it announces.
    ///
    /// - Parameters:
    ///   - jump: how many numbers it skips after the session's last line.
    ///   - gaps: how many gaps had arrived before that last line.
    ///   - awaited: the kinds of measurement that may announce the jump.
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
        // An announcement beyond all skipped numbers says nothing about later ones.
        book.announced = min(book.announced + line.skipped, book.passed)
        return claimOwed(book, line.session)
    }

    /// Closes all jumps of a session that is over.
    mutating func end(_ session: SessionName) -> Claim? {
        guard !books.isEmpty, var book = books[session] else { return nil }
        book.open = book.open.map { Jump(lines: $0.lines, awaited: []) }
        return claimOwed(book, session)
    }

    /// Removes all jumps: the lines that would have announced them do not arrive any more.
    mutating func removeAll() { books = [:] }

    private mutating func claimOwed(_ old: Book, _ session: SessionName) -> Claim? {
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

/// Ranges of missing numbers, kept in case that their lines arrive late.
struct Holes {
    private struct Hole {
        var session: SessionName
        var numbers: ClosedRange<Int64>
        /// How many of them count as missing; gaps explain the others.
        var owed: Int64
    }

    /// The most ranges that are kept. A number of an older range stays missing even if it arrives.
    private static let limit = 64

    private var holes: [Hole] = []

    mutating func add(_ session: SessionName, _ numbers: ClosedRange<Int64>, owed: Int64) {
        if holes.count == Self.limit { holes.removeFirst() }
        holes.append(Hole(session: session, numbers: numbers, owed: owed))
    }

    /// Removes a number whose line has arrived late.
    ///
    /// - Returns: by how many the missing numbers decrease, 0 or 1; nil if it lies in no range.
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
