import Vocabulary
import WireProtocol

/// What each subscription of a connection was last sent, and what it has lost since.
package struct SubscriptionTracks {
    private struct Gap {
        var after: StreamPosition
        var through: StreamPosition
        var lines: Int64
    }

    private struct Track {
        var prefix: [UInt8]
        var policy: QueuePolicy
        /// Whether it has caught up: what it catches up with is not replaced.
        var isLive = false
        var last: StreamPosition

        var keepsNewest: Bool { policy == .newest && isLive }
    }

    /// By slot; a free slot is nil.
    private var tracks: [Track?] = []
    /// What has been lost and not been told, by ascending slot; most connections have none.
    private var gaps: [(slot: Int, gap: Gap)] = []
    /// Whether there is a subscription whose waiting lines are replaced.
    private(set) var hasNewest = false
    /// Whether there is one that may lose no line.
    private var hasClosing = false
    private(set) var counts = OutboxCounts()

    mutating func open(
        _ slot: Int, after position: StreamPosition, prefix: [UInt8], policy: QueuePolicy
    ) {
        while tracks.count <= slot { tracks.append(nil) }
        tracks[slot] = Track(prefix: prefix, policy: policy, last: position)
        notePolicies()
    }

    mutating func close(_ slot: Int) {
        tracks[slot] = nil
        gaps.removeAll { $0.slot == slot }
        notePolicies()
    }

    mutating func goLive(_ slot: Int) {
        tracks[slot]?.isLive = true
        notePolicies()
    }

    private mutating func notePolicies() {
        hasNewest = tracks.contains { $0?.keepsNewest ?? false }
        hasClosing = tracks.contains { $0?.policy == .close }
    }

    /// The length of the prefix of a line that may replace another; nil for one that may not.
    func prefixOfNewest(_ line: Outbox.Line) -> Int? {
        guard line.isReplaceable, let slot = line.slot, let track = tracks[slot],
            track.keepsNewest
        else { return nil }
        return track.prefix.count
    }

    /// Whether the connection ends before it loses the line.
    func mustKeep(_ line: Outbox.Line) -> Bool {
        guard hasClosing, let slot = line.slot else { return false }
        return tracks[slot]?.policy == .close
    }

    mutating func sent(_ line: Outbox.Line) {
        guard let slot = line.slot else { return }
        tracks[slot]?.last = line.position
        counts.linesSent += 1
    }

    /// Notes that so many lines of a slot have left, the last of them at `position`.
    mutating func sent(_ lines: Int, through position: StreamPosition, slot: Int) {
        tracks[slot]?.last = position
        counts.linesSent += Int64(lines)
    }

    mutating func countSent(bytes: Int) { counts.bytesSent += Int64(bytes) }

    /// Counts lines that nothing can drop any more.
    mutating func countAsSent(_ lines: Int) { counts.linesSent += Int64(lines) }

    /// Counts lines that a line stands for which has left.
    mutating func countReplaced(_ lines: Int) { counts.linesReplaced += Int64(lines) }

    mutating func countWarning() { counts.warnings += 1 }

    /// Counts a dropped line and what it stood for; drops of one subscription in a row are one gap.
    ///
    /// What it stood for may lie before lines that have left. The gap begins before it then, so
    /// that asking again brings everything back.
    mutating func dropped(_ line: Outbox.Line, _ replaced: ReplacedLines? = nil) {
        guard let slot = line.slot, let track = tracks[slot] else { return }
        let place = gaps.firstIndex { $0.slot >= slot } ?? gaps.count
        if place == gaps.count || gaps[place].slot != slot {
            let gap = Gap(after: track.last, through: track.last, lines: 0)
            gaps.insert((slot, gap), at: place)
        }
        let before = gaps[place].gap
        let lines = Int64(1 + (replaced?.count ?? 0))
        let first = replaced.map { StreamPosition(bits: $0.first.bits - 1) } ?? before.after
        gaps[place].gap = Gap(
            after: min(before.after, first), through: line.position, lines: before.lines + lines)
        counts.linesLost += lines
    }

    /// Whether something has been lost that has not been told.
    var hasGaps: Bool { !gaps.isEmpty }

    /// Appends a line for each gap and begins anew after it.
    mutating func takeGaps(identity: IdentityHash, into bytes: inout [UInt8]) {
        for (slot, gap) in gaps {
            guard let track = tracks[slot] else { continue }
            var line = LineBuffer()
            line.append(bytes: track.prefix)
            line.appendGap(
                after: Anchor(identity: identity, position: gap.after),
                through: Anchor(identity: identity, position: gap.through), lines: gap.lines)
            line.withUnsafeBytes { bytes.append(contentsOf: $0) }
            tracks[slot]?.last = gap.through
            counts.gaps += 1
        }
        gaps = []
    }
}
