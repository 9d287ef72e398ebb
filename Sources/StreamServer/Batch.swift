import Vocabulary
import WireProtocol

/// Lines gathered for one connection, to leave in one write.
struct Batch: ~Copyable {
    var bytes = LineBuffer(capacity: 1 << 16)
    private(set) var lines: [Outbox.Line] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func removeAll() {
        bytes.removeAll()
        lines.removeAll(keepingCapacity: true)
    }

    /// Adds those lines of a block that a subscription selects, each with its prefix.
    mutating func add(
        _ block: borrowing LineBlock, of subscription: Subscription, slot: Int
    ) {
        add(block, lines: block.entries.indices, of: subscription, slot: slot)
    }

    /// The same of some of the block's lines.
    mutating func add(
        _ block: borrowing LineBlock, lines: Range<Int>, of subscription: Subscription, slot: Int
    ) {
        for index in lines { add(index, of: block, subscription, slot) }
    }

    private mutating func add(
        _ index: Int, of block: borrowing LineBlock, _ subscription: Subscription, _ slot: Int
    ) {
        let entry = block.entries[index]
        guard subscription.selection.contains(entry.session) else { return }
        let start = bytes.count
        let range = block.range(of: index)
        bytes.append(bytes: subscription.prefix)
        bytes.append(block.bytes, range: range.lowerBound + 1..<range.upperBound)
        lines.append(
            Outbox.Line(
                length: bytes.count - start, slot: entry.isData ? slot : nil,
                lap: UInt16(truncatingIfNeeded: entry.lap), position: entry.position))
    }

    /// Adds one line that is never dropped.
    mutating func add(_ line: (inout LineBuffer) -> Void) {
        let start = bytes.count
        line(&bytes)
        lines.append(
            Outbox.Line(
                length: bytes.count - start, slot: nil, position: StreamPosition(bits: 0)))
    }
}
