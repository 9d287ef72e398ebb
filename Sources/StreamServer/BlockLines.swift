import Vocabulary
import WireProtocol

/// Lines of a block side by side as an outbox takes them, without a copy: one is made when it is
/// looked at.
struct BlockLines: RandomAccessCollection {
    private let entries: [LineBlock.Entry]
    private let places: Range<Int>
    private var slot = 0
    let dataCount: Int
    private let lastPosition: StreamPosition

    /// - Parameter lines: which of the block's; they become those of slot 0.
    init(_ block: borrowing LineBlock, _ lines: Range<Int>) {
        entries = block.entries
        places = lines
        dataCount = entries[lines].count { $0.isData }
        lastPosition = entries[lines].last { $0.isData }?.position ?? StreamPosition(bits: 0)
    }

    /// The same lines for another subscription.
    @inline(__always)
    func of(slot: Int) -> BlockLines {
        var lines = self
        lines.slot = slot
        return lines
    }

    /// Where they lie in the block's bytes.
    var bytes: Range<Int> { start(of: startIndex)..<start(of: endIndex) }

    private func start(of index: Int) -> Int { index == 0 ? 0 : entries[index - 1].end }

    var startIndex: Int { places.lowerBound }
    var endIndex: Int { places.upperBound }

    subscript(index: Int) -> Outbox.Line {
        let entry = entries[index]
        return Outbox.Line(
            length: entry.end - start(of: index), slot: entry.isData ? slot : nil,
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
