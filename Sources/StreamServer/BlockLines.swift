import Vocabulary
import WireProtocol

/// Lines of a block side by side as an outbox takes them, without a copy: one is made when it is
/// looked at.
struct BlockLines: RandomAccessCollection {
    private let entries: UnsafeBufferPointer<LineBlock.Entry>
    private let places: Range<Int>
    /// Of the subscription whose lines they are.
    var slot = 0
    let dataCount: Int
    private let lastPosition: StreamPosition

    /// - Parameters:
    ///   - entries: of the block, which must be there as long as the lines are looked at. Counting
    ///     references to an array would be half of what a line costs.
    ///   - lines: which of the block's; they become those of slot 0.
    init(_ entries: UnsafeBufferPointer<LineBlock.Entry>, _ lines: Range<Int>) {
        self.entries = entries
        places = lines
        dataCount = entries[lines].count { $0.isData }
        lastPosition = entries[lines].last { $0.isData }?.position ?? StreamPosition(bits: 0)
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
