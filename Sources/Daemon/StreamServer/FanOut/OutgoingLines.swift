import Vocabulary
import WireProtocol

/// Lines that lie side by side in a block, as an outbox accepts them, without a copy: an
/// ``Outbox/Line`` is made when it is read.
struct BlockLines: RandomAccessCollection {
    private let entries: UnsafeBufferPointer<LineBlock.Entry>
    private let range: Range<Int>
    /// The number of the subscription that gets the lines.
    var subscription = 0
    let dataCount: Int
    private let lastPosition: StreamPosition

    /// - Parameters:
    ///   - entries: the entries of the block, which must outlive this value. Counting references to
    ///     an array would be half of what a line costs.
    ///   - lines: which of the block's lines; they count as lines of subscription 0.
    init(_ entries: UnsafeBufferPointer<LineBlock.Entry>, _ lines: Range<Int>) {
        self.entries = entries
        range = lines
        dataCount = entries[lines].count { $0.isData }
        lastPosition = entries[lines].last { $0.isData }?.position ?? StreamPosition(bits: 0)
    }

    /// Where the lines lie in the block's bytes.
    var bytes: Range<Int> { start(of: startIndex)..<start(of: endIndex) }

    private func start(of index: Int) -> Int { index == 0 ? 0 : entries[index - 1].end }

    var startIndex: Int { range.lowerBound }
    var endIndex: Int { range.upperBound }

    subscript(index: Int) -> Outbox.Line {
        let entry = entries[index]
        return Outbox.Line(
            length: entry.end - start(of: index), subscription: entry.isData ? subscription : nil,
            lap: UInt16(truncatingIfNeeded: entry.lap), position: entry.position)
    }
}

extension BlockLines: OutgoingLines {
    /// O(1), however many lines there are.
    @inline(__always)
    func noteSent(in tracks: inout SubscriptionTracks) {
        guard dataCount > 0 else { return }
        tracks.sent(dataCount, through: lastPosition, subscription: subscription)
    }
}

/// Lines gathered for one connection, to be sent in one write.
struct Batch: ~Copyable {
    var bytes = LineBuffer(capacity: 1 << 16)
    private(set) var lines: [Outbox.Line] = []
    /// How many of the lines belong to a subscription.
    private(set) var dataCount = 0

    var isEmpty: Bool { lines.isEmpty }

    mutating func removeAll() {
        bytes.removeAll()
        lines.removeAll(keepingCapacity: true)
        dataCount = 0
    }

    /// Adds those lines of a block that a subscription selects, each with its prefix.
    mutating func add(
        _ block: borrowing LineBlock, of subscription: Subscription, number: Int
    ) {
        add(block, lines: block.entries.indices, of: subscription, number: number)
    }

    /// Adds some of the block's lines in the same way.
    mutating func add(
        _ block: borrowing LineBlock, lines: Range<Int>, of subscription: Subscription, number: Int
    ) {
        for index in lines { add(index, of: block, subscription, number) }
    }

    private mutating func add(
        _ index: Int, of block: borrowing LineBlock, _ subscription: Subscription, _ number: Int
    ) {
        let entry = block.entries[index]
        guard subscription.takes(entry.session) else { return }
        let start = bytes.count
        let range = block.range(of: index)
        bytes.append(bytes: subscription.prefix)
        bytes.append(block.bytes, range: range.lowerBound + 1..<range.upperBound)
        if entry.isData { dataCount += 1 }
        lines.append(
            Outbox.Line(
                length: bytes.count - start, subscription: entry.isData ? number : nil,
                lap: UInt16(truncatingIfNeeded: entry.lap), position: entry.position))
    }

    /// Adds a control line, which is never dropped.
    mutating func add(_ line: (inout LineBuffer) -> Void) {
        let start = bytes.count
        line(&bytes)
        addControlLine(of: bytes.count - start)
    }

    /// Adds control lines; each ends with a newline.
    mutating func addLines(_ append: (inout LineBuffer) -> Void) {
        let start = bytes.count
        append(&bytes)
        let lengths = bytes.withUnsafeBytes { all in
            all[start...].split(separator: UInt8(ascii: "\n")).map { $0.count + 1 }
        }
        for length in lengths { addControlLine(of: length) }
    }

    private mutating func addControlLine(of length: Int) {
        lines.append(
            Outbox.Line(length: length, subscription: nil, position: StreamPosition(bits: 0)))
    }
}
