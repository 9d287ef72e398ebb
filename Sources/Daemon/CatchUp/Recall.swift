import ChannelPipeline
import Vocabulary
import WireProtocol

/// The catch-up of a feed whose lines are all in memory: snapshots first, then the channel's lines
/// from the beginning to the present.
///
/// The feed follows the channel meanwhile, so that the channel and its memory stay.
package final class Recall {
    package let channel: ChannelID
    package internal(set) var opening: Opening
    /// Lines have been appended up to here.
    private(set) var position: StreamPosition
    private let snapshots: Snapshots
    private var snapshotsAppended = 0
    /// Lanes that the fleet has got meanwhile: their snapshots come behind all lines that were due
    /// before, and ahead of the lines of these lanes.
    private var late: [(position: StreamPosition, lanes: [LaneID], snapshots: Snapshots)] = []

    /// What one turn has come to.
    package enum Progress {
        /// The block is full.
        case more
        /// Every line up to the present has been appended.
        case present
        /// The next lines are no longer in memory: the reader was slower than the lines that
        /// followed. Nothing has been appended.
        case forgotten
    }

    private init(_ channel: ChannelID, _ opening: Opening, _ snapshots: Snapshots) {
        self.snapshots = snapshots
        self.channel = channel
        self.opening = opening
        position = opening.beginning
    }

    /// A recall for an opening; nil if the live fleet does not have all of its lines in memory, or
    /// no longer knows how its sessions stood. O(lanes).
    package static func begin(_ opening: Opening, in live: borrowing LiveFleet) -> Recall? {
        guard
            let channel = live.channel(
                recalling: opening.shape, opening.choices, after: opening.beginning)
        else { return nil }
        let snapshots = opening.snapshots ?? Snapshots(of: opening, in: live)
        return snapshots.map { Recall(channel, opening, $0) }
    }

    /// Adds lanes that the fleet has got, whose lines the channel has from now on.
    package func join(_ lanes: [LaneID], in live: borrowing LiveFleet) {
        let snapshots = Snapshots(of: lanes, opening.shape, in: live)
        late.append((StreamPosition(after: live.now), lanes, snapshots))
    }

    /// Appends the next lines to a block until it has `bytes` bytes or the present is reached.
    ///
    /// - Parameter isPaced: whether a clock paces the fleet, so that replayed lines are due at a
    ///   time.
    package func appendLines(
        from live: borrowing LiveFleet, bytes: Int, isPaced: Bool, into block: inout LineBlock
    ) -> Progress {
        while snapshotsAppended < snapshots.block.entries.count {
            block.append(snapshots.block, lines: snapshotsAppended..<snapshotsAppended + 1)
            snapshotsAppended += 1
            guard block.bytes.count < bytes else { return .more }
        }
        guard live.recalls(channel, after: position) else {
            return block.isEmpty ? .forgotten : .more
        }
        while true {
            let end = late.first?.position ?? StreamPosition(bits: .max)
            while let last = live.recall(
                channel, after: position, through: end, bytes: bytes, isPaced: isPaced,
                into: &block)
            {
                position = last
                guard block.bytes.count < bytes else { return .more }
            }
            guard !late.isEmpty else { return .present }
            let (_, _, snapshots) = late.removeFirst()
            block.append(snapshots.block, lines: snapshots.block.entries.indices)
            position = max(position, end)
            guard block.bytes.count < bytes else { return .more }
        }
    }

    /// Whether the snapshots have been appended.
    var hasSnapshots: Bool { snapshotsAppended == snapshots.block.entries.count }

    /// The opening for the rest of the lines, once the first snapshots have been appended.
    var rest: Opening {
        opening.rest(after: position, lateLanes: Set(late.flatMap(\.lanes)))
    }
}
