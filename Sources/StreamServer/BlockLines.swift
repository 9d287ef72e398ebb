import Vocabulary
import WireProtocol

/// The lines of a block as an outbox takes them, without a copy: one is made when it is looked at.
struct BlockLines: RandomAccessCollection {
    private let entries: [LineBlock.Entry]
    private let slot: Int
    let dataCount: Int
    private let lastPosition: StreamPosition

    init(_ block: borrowing LineBlock, slot: Int) {
        entries = block.entries
        self.slot = slot
        dataCount = entries.count { $0.isData }
        lastPosition = entries.last { $0.isData }?.position ?? StreamPosition(bits: 0)
    }

    private init(_ other: BlockLines, slot: Int) {
        entries = other.entries
        dataCount = other.dataCount
        lastPosition = other.lastPosition
        self.slot = slot
    }

    /// The same lines for another subscription.
    @inline(__always)
    func of(slot: Int) -> BlockLines { BlockLines(self, slot: slot) }

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

extension BlockLines: OutgoingLines {
    /// O(1), however many there are.
    @inline(__always)
    func noteSent(in tracks: inout SubscriptionTracks) {
        guard dataCount > 0 else { return }
        tracks.sent(dataCount, through: lastPosition, slot: slot)
    }
}
