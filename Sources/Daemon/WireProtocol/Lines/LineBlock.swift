import Vocabulary

/// Encoded lines side by side, with what is needed to choose among them.
///
/// Every line begins with `{` and ends with a newline. A block is filled by one channel in the
/// total order of lines and read by all its subscribers.
public struct LineBlock: ~Copyable {
    /// One line of the block.
    public struct Entry: Sendable {
        /// Where the line ends in the block's bytes; it begins where the one before ends.
        public let end: Int
        public let position: StreamPosition
        /// The lap of the lane that the position names.
        public let lap: Int
        let clock: ClockFields
        /// Whether the line is data, numbered and in the total order; a snapshot is not.
        public let isData: Bool

        public var session: SessionName {
            position.isOfBook
                ? .book(of: position.lane, lap: lap) : SessionName(lane: position.lane, lap: lap)
        }

        fileprivate func moved(by bytes: Int) -> Entry {
            Entry(end: end + bytes, position: position, lap: lap, clock: clock, isData: isData)
        }
    }

    /// Offsets, from the line's start, of `due_us`, of `late_us` behind it, and of their end. All
    /// are 0 in a line without clock fields.
    struct ClockFields: Sendable {
        var due: UInt16 = 0
        var late: UInt16 = 0
        var end: UInt16 = 0

        /// The offsets moved by `bytes`, unless the line has no clock fields.
        @inline(__always)
        func moved(by bytes: Int) -> ClockFields {
            guard end > 0 else { return self }
            let bytes = UInt16(bytes)
            return ClockFields(due: due + bytes, late: late + bytes, end: end + bytes)
        }
    }

    public var bytes = LineBuffer()
    public private(set) var entries: [Entry] = []

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }

    /// Ends a line: the bytes appended since the last call.
    ///
    /// - Parameter isData: false for a line that is neither numbered nor in the order.
    public mutating func endLine(at position: StreamPosition, lap: Int, isData: Bool = true) {
        endLine(at: position, lap: lap, ClockFields(), isData: isData)
    }

    mutating func endLine(
        at position: StreamPosition, lap: Int, _ clock: ClockFields, isData: Bool = true
    ) {
        entries.append(
            Entry(end: bytes.count, position: position, lap: lap, clock: clock, isData: isData))
    }

    /// Appends lines of another block unchanged. Traps if it has fewer.
    public mutating func append(_ other: borrowing LineBlock, lines: Range<Int>) {
        guard let first = lines.first else { return }
        let start = first == 0 ? 0 : other.entries[first - 1].end
        let offset = bytes.count - start
        bytes.append(other.bytes, range: start..<other.entries[lines.upperBound - 1].end)
        for entry in other.entries[lines] { entries.append(entry.moved(by: offset)) }
    }

    /// The bytes of line `index` in the order of encoding.
    public func range(of index: Int) -> Range<Int> {
        (index == 0 ? 0 : entries[index - 1].end)..<entries[index].end
    }

    /// Calls `body` with the bytes and the entries of all lines, without a copy.
    public func withLines<Result>(
        _ body: (UnsafeRawBufferPointer, UnsafeBufferPointer<Entry>) -> Result
    ) -> Result {
        entries.withUnsafeBufferPointer { entries in
            bytes.withUnsafeBytes { body($0, entries) }
        }
    }

    /// Forgets the lines and keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll()
        entries.removeAll(keepingCapacity: true)
    }
}

/// Replay of lines that were sent live, for subscriptions that catch up.
extension LineBlock {
    /// Appends a line of another block as a replayed one: without `late_us` and, if no clock paces
    /// the fleet, without `due_us`. Traps if there is no such line.
    public mutating func append(replayed line: Int, of other: borrowing LineBlock, isPaced: Bool) {
        let (range, entry) = (other.range(of: line), other.entries[line])
        let cut = Int(isPaced ? entry.clock.late : entry.clock.due)
        let rest = Int(entry.clock.end)
        bytes.append(other.bytes, range: range.lowerBound..<range.lowerBound + cut)
        bytes.append(other.bytes, range: range.lowerBound + rest..<range.upperBound)
        endLine(at: entry.position, lap: entry.lap, isData: entry.isData)
    }
}
