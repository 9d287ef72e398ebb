import Vocabulary

/// Whole lines in order, with their bytes side by side: appended at the end, taken at the front.
struct WaitingLines {
    /// A line in sixteen bytes.
    private struct Row: BitwiseCopyable {
        private let length: UInt32
        /// Negative for a line that is never dropped.
        private var slot: Int32
        private let position: UInt64

        init(_ line: Outbox.Line) {
            length = UInt32(line.length)
            slot = line.slot.map { Int32($0) } ?? -1
            position = line.position.bits
        }

        var line: Outbox.Line {
            Outbox.Line(
                length: Int(length), slot: slot < 0 ? nil : Int(slot),
                position: StreamPosition(bits: position))
        }
    }

    private var bytes = Ring<UInt8>()
    private var rows = Ring<Row>()

    var isEmpty: Bool { rows.isEmpty }
    var count: Int { rows.count }
    var byteCount: Int { bytes.count }
    var first: Outbox.Line? { isEmpty ? nil : rows[0].line }

    /// Bytes of memory that the lines take.
    var heldBytes: Int { bytes.heldBytes + rows.heldBytes }

    /// The most memory that the lines take once so many have been added.
    func heldBytes(adding addedLines: Int, ofBytes addedBytes: Int) -> Int {
        bytes.heldBytes(adding: addedBytes) + rows.heldBytes(adding: addedLines)
    }

    mutating func append(
        _ added: UnsafeRawBufferPointer, _ addedLines: some Collection<Outbox.Line>
    ) {
        added.withMemoryRebound(to: UInt8.self) { bytes.append(contentsOf: $0) }
        for line in addedLines { rows.append(Row(line)) }
    }

    /// Reads the oldest bytes, as many as lie side by side.
    func withFirstBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withFirstValues { body(UnsafeRawBufferPointer($0)) }
    }

    /// Appends the bytes of the first line after `prefix` of them to `other`.
    func appendFirst(droppingPrefix prefix: Int, to other: inout [UInt8]) {
        for index in prefix..<(first?.length ?? prefix) { other.append(bytes[index]) }
    }

    /// O(1) amortised, but for the line's length.
    mutating func removeFirst() {
        bytes.removeFirst(rows[0].line.length)
        rows.removeFirst()
    }

    /// Makes the lines of a subscription that has ended ordinary control lines, and counts them.
    mutating func makePermanent(slot: Int) -> Int {
        var count = 0
        for index in 0..<rows.count {
            var line = rows[index].line
            guard line.slot == slot else { continue }
            line.slot = nil
            rows[index] = Row(line)
            count += 1
        }
        return count
    }
}
