import Vocabulary
import WireProtocol

/// The last lines of a channel as they were sent: a subscriber who comes back soon gets them
/// without a computation.
///
/// Two blocks that change places: the newer is filled up to half the limit, then the older is
/// forgotten as a whole. At least half of the limit is always there.
struct RecentLines: ~Copyable {
    /// Every line after this point is here.
    private(set) var since: StreamPosition
    private var older = LineBlock()
    private var newer = LineBlock()

    /// The most bytes of lines that the two blocks hold together; right after a swap at least about
    /// half of it is left: minutes of one session, a moment of thousands.
    static let limitBytes = 1 << 17
    /// The most bytes that both blocks take, with their tables and the room that growing leaves.
    static let heldBytesMax =
        2 * limitBytes + 2 * limitBytes / leastLineBytes * MemoryLayout<LineBlock.Entry>.stride
    /// The bytes of a data line that has only the fields of every kind.
    private static let leastLineBytes = 128

    init(since: StreamPosition) { self.since = since }

    /// Adds the lines made last; if they take more than half the limit, no line is kept. The
    /// snapshots ahead of them are left out: they are for one reader.
    mutating func append(_ block: borrowing LineBlock) {
        guard let first = block.entries.firstIndex(where: \.isData),
            let last = block.entries.last?.position
        else { return }
        guard block.bytes.count <= Self.limitBytes / 2 else { return forget(through: last) }
        if newer.bytes.count + block.bytes.count > Self.limitBytes / 2 { change() }
        newer.append(block, lines: first..<block.entries.count)
    }

    /// Forgets every line up to `position`.
    mutating func forget(through position: StreamPosition) {
        older.removeAll()
        newer.removeAll()
        since = position
    }

    private mutating func change() {
        if let last = older.entries.last?.position { since = last }
        swap(&older, &newer)
        newer.removeAll()
    }

    /// Appends the lines after `position`, which must not lie before ``since``, to a block, as
    /// replayed ones.
    ///
    /// - Parameters:
    ///   - end: the last position to be appended.
    ///   - bytes: stop once the block has this number of bytes.
    ///   - isPaced: whether a clock paces the fleet, so that replayed lines are due at a time.
    /// - Returns: the position of the last line appended; nil if there is none after `position`.
    func recall(
        after position: StreamPosition,
        through end: StreamPosition = StreamPosition(bits: .max), bytes: Int, isPaced: Bool,
        into block: inout LineBlock
    ) -> StreamPosition? {
        let first = Self.recall(older, position, end, bytes, isPaced, into: &block)
        guard block.bytes.count < bytes else { return first }
        return Self.recall(newer, first ?? position, end, bytes, isPaced, into: &block) ?? first
    }

    private static func recall(
        _ kept: borrowing LineBlock, _ position: StreamPosition, _ end: StreamPosition,
        _ bytes: Int, _ isPaced: Bool, into block: inout LineBlock
    ) -> StreamPosition? {
        let entries = kept.entries
        var next = Self.index(after: position, in: entries)
        let stop = Self.index(after: end, in: entries)
        var last: StreamPosition?
        while next < stop, last == nil || block.bytes.count < bytes {
            block.append(replayed: next, of: kept, isPaced: isPaced)
            last = entries[next].position
            next += 1
        }
        return last
    }

    /// The first entry that lies after `position`.
    private static func index(
        after position: StreamPosition, in entries: [LineBlock.Entry]
    ) -> Int {
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].position <= position {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

/// A channel's memory, by reference: the replay that computes the channel first passes it on to the
/// live fleet that goes on with it.
final class ChannelRecall {
    var lines: RecentLines

    init(since: StreamPosition) { lines = RecentLines(since: since) }
}

/// How the live fleet recalls lines that were sent lately, instead of computing them again.
extension LiveFleet {
    /// The channel that recalls every line of these lanes after `position`; nil if there is none.
    ///
    /// O(lanes).
    package func channel(
        recalling shape: ChannelShape, _ choices: [LaneChoice], after position: StreamPosition
    ) -> ChannelID? {
        guard let channel = indices[shape], recalls(channel, after: position) else { return nil }
        let isRecalled = choices.allSatisfy { choice in
            let since = followers[channel]?.joinedLater[choice.lane]
            return since.map { StreamPosition(after: $0) <= position } ?? true
                && run.holds(lane: choice.lane, channel: channel)
        }
        return isRecalled ? channel : nil
    }

    /// Appends the lines of all lanes of a channel after `position` to a block, as replayed lines.
    ///
    /// - Parameters:
    ///   - end: the last position to be appended.
    ///   - bytes: stop once the block has this number of bytes.
    ///   - isPaced: whether a clock paces the fleet, so that replayed lines are due at a time.
    /// - Returns: the position of the last line appended; nil if there is none after `position`.
    package func recall(
        _ channel: ChannelID, after position: StreamPosition,
        through end: StreamPosition = StreamPosition(bits: .max), bytes: Int, isPaced: Bool,
        into block: inout LineBlock
    ) -> StreamPosition? {
        memories[channel]?.lines.recall(
            after: position, through: end, bytes: bytes, isPaced: isPaced, into: &block)
    }

    /// Appends a snapshot of each chosen session as of `position`. The snapshots have measured
    /// values only if `position` is the present.
    ///
    /// O(lanes).
    ///
    /// - Returns: false if a session has changed since `position`; the block is of no use then.
    package func appendSnapshots(
        of choices: [LaneChoice], _ shape: ChannelShape, after position: StreamPosition,
        to block: inout LineBlock
    ) -> Bool {
        let isNow = position == StreamPosition(after: now)
        for choice in choices {
            guard let flight = run.flight(of: choice.lane) else { continue }
            guard isNow || flight.isUnchanged(since: position) else { return false }
            if choice.laps?.contains(flight.session.lap) ?? true, !fleet.rests(flight) {
                block.appendSnapshot(
                    of: isNow ? flight : flight.withoutValues, in: fleet, at: position.instant,
                    shape.sight)
            }
            block.appendBookSnapshot(of: choice.lane, in: fleet, after: position, shape)
        }
        return true
    }

    /// At least this number of bytes of a channel's last lines stays in memory.
    package static var recalledBytes: Int { RecentLines.limitBytes / 2 }

    /// Whether every line of the channel after `position` is still in memory.
    package func recalls(_ channel: ChannelID, after position: StreamPosition) -> Bool {
        (memories[channel]?.lines.since).map { $0 <= position } ?? false
    }
}
