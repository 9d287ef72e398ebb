import Vocabulary

/// Whole lines in order, with their bytes side by side: appended at the end, removed at the front.
///
/// A line that is replaced stays as a hole, which no caller sees: the first line is never a hole,
/// and holes make up a quarter of the bytes at most.
struct WaitingLines {
    /// A line in 24 bytes.
    private struct Row: BitwiseCopyable {
        private let bytes: UInt32
        /// Negative for a line that is never dropped, and for a hole.
        private var subscription: Int16
        private let lap: UInt16
        private let position: UInt64
        /// The last instant for a line that is due at no time: an optional would take 8 bytes more.
        private let dueOrLast: MonotonicInstant

        init(_ line: Outbox.Line, due: MonotonicInstant?) {
            bytes = UInt32(line.length)
            subscription = line.subscription.map { Int16($0) } ?? -1
            lap = line.lap
            position = line.position.bits
            dueOrLast = line.subscription == nil ? .last : due ?? .last
        }

        var line: Outbox.Line {
            Outbox.Line(
                length: length, subscription: subscription < 0 ? nil : Int(subscription), lap: lap,
                position: StreamPosition(bits: position))
        }

        var length: Int { Int(bytes) }
        var due: MonotonicInstant? { dueOrLast == .last ? nil : dueOrLast }
        var isHole: Bool { subscription == -2 }

        mutating func makeHole() { subscription = -2 }
        mutating func makePermanent() { subscription = -1 }
    }

    private var bytes = Ring<UInt8>()
    private var rows = Ring<Row>()
    private var holes = (rows: 0, bytes: 0)
    /// How many rows have been removed at the front so far: the ordinal of the first row.
    private var removedCount = 0
    private var newest = NewestLines()

    var isEmpty: Bool { rows.isEmpty }
    var count: Int { rows.count - holes.rows }
    var byteCount: Int { bytes.count - holes.bytes }
    var first: Outbox.Line? { isEmpty ? nil : rows[0].line }
    /// When the first line was due; nil for a line of a catch-up, and for a control line.
    var firstDue: MonotonicInstant? { isEmpty ? nil : rows[0].due }

    /// Bytes of memory that the lines take.
    var heldBytes: Int { bytes.heldBytes + rows.heldBytes + newest.heldBytes }

    /// The most memory that the lines take with `addedLines` lines more, one of them replaceable.
    func heldBytes(adding addedLines: Int, ofBytes addedBytes: Int) -> Int {
        bytes.heldBytes(adding: addedBytes) + rows.heldBytes(adding: addedLines)
            + newest.heldBytesWithOneMore
    }

    mutating func append(_ delivery: Delivery<some Collection>) {
        delivery.bytes.withMemoryRebound(to: UInt8.self) { bytes.append(contentsOf: $0) }
        for line in delivery.lines { rows.append(Row(line, due: delivery.due)) }
    }

    /// Appends a line that a newer one may replace.
    mutating func append(
        newest added: Delivery<CollectionOfOne<Outbox.Line>>, replaced: ReplacedLines?
    ) {
        newest.insert(added.line, ordinal: removedCount + rows.count, replaced: replaced)
        append(added)
    }

    /// Removes the line that `line` replaces, and returns all lines that `line` has then replaced.
    ///
    /// O(1) amortised, but for the line's length.
    mutating func remove(replacedBy line: Outbox.Line) -> ReplacedLines? {
        guard let old = newest.remove(replacedBy: line) else { return nil }
        let row = old.ordinal - removedCount
        let replaced = rows[row].line
        rows[row].makeHole()
        holes.rows += 1
        holes.bytes += replaced.length
        removeFirstHoles()
        if holes.bytes * 4 > bytes.count { closeHoles() }
        return ReplacedLines(
            count: (old.replaced?.count ?? 0) + 1,
            first: old.replaced?.first ?? replaced.position)
    }

    /// Reads the oldest bytes, as many as lie side by side; about a portion if there are holes.
    func withFirstBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let limit = holes.rows == 0 ? bytes.count : bytesBeforeHole
        return bytes.withFirstValues { values in
            body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values.prefix(limit))))
        }
    }

    /// Appends the bytes of the first line behind its first `prefix` bytes to `other`.
    func appendFirst(droppingPrefix prefix: Int, to other: inout [UInt8]) {
        for index in prefix..<(first?.length ?? prefix) { other.append(bytes[index]) }
    }

    /// Removes the first line and returns the lines that it had replaced. O(1) amortised, but for
    /// the line's length.
    @discardableResult
    mutating func removeFirst() -> ReplacedLines? {
        let row = rows[0]
        let replaced = newest.isEmpty ? nil : newest.remove(row.line, ordinal: removedCount)
        removeFirstRow(row.length)
        removeFirstHoles()
        return replaced
    }

    /// Makes the lines of a subscription that has ended ordinary control lines, and counts them and
    /// the lines that they stand for.
    mutating func makePermanent(subscription number: Int) -> (lines: Int, replaced: Int) {
        let replaced = newest.removeAll(subscription: number)
        var count = 0
        for index in 0..<rows.count {
            guard rows[index].line.subscription == number else { continue }
            rows[index].makePermanent()
            count += 1
        }
        return (count, replaced)
    }
}

/// The holes that replaced lines leave.
extension WaitingLines {
    /// Bytes that are looked through for a hole before they are sent: about what a kernel takes.
    private static var portionBytes: Int { 1 << 16 }

    private var bytesBeforeHole: Int {
        var (row, length) = (0, 0)
        while row < rows.count, !rows[row].isHole, length < Self.portionBytes {
            length += rows[row].length
            row += 1
        }
        return length
    }

    private mutating func removeFirstRow(_ length: Int) {
        bytes.removeFirst(length)
        rows.removeFirst()
        removedCount += 1
    }

    private mutating func removeFirstHoles() {
        while holes.rows > 0, rows[0].isHole {
            let length = rows[0].length
            removeFirstRow(length)
            holes.rows -= 1
            holes.bytes -= length
        }
    }

    private mutating func closeHoles() {
        var (keptBytes, keptRows) = (Ring<UInt8>(), Ring<Row>())
        var offset = 0
        for index in 0..<rows.count {
            let row = rows[index]
            let range = offset..<offset + row.length
            offset = range.upperBound
            guard !row.isHole else { continue }
            newest.move(row.line, from: removedCount + index, to: removedCount + keptRows.count)
            bytes.append(range, to: &keptBytes)
            keptRows.append(row)
        }
        (bytes, rows, holes) = (keptBytes, keptRows, (0, 0))
    }
}
