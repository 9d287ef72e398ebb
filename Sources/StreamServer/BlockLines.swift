import WireProtocol

/// The lines of a block as an outbox takes them, without a copy: one is made when it is looked at.
struct BlockLines: RandomAccessCollection {
    private let entries: [LineBlock.Entry]
    private let slot: Int

    init(_ block: borrowing LineBlock, slot: Int) {
        entries = block.entries
        self.slot = slot
    }

    var startIndex: Int { 0 }
    var endIndex: Int { entries.count }

    subscript(index: Int) -> Outbox.Line {
        let entry = entries[index]
        let start = index == 0 ? 0 : entries[index - 1].end
        return Outbox.Line(
            length: entry.end - start, slot: entry.isData ? slot : nil,
            lap: UInt16(truncatingIfNeeded: entry.lap), position: entry.position)
    }
}
