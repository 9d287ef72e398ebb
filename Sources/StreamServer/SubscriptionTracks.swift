import Vocabulary
import WireProtocol

/// What each subscription of a connection was last sent, and what it has lost since.
struct SubscriptionTracks {
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
        var gap: Gap?

        var keepsNewest: Bool { policy == .newest && isLive }
    }

    private var tracks: [Track?] = []
    private(set) var hasGaps = false
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

    /// Counts lines that nothing can drop any more.
    mutating func countAsSent(_ lines: Int) { counts.linesSent += Int64(lines) }

    /// Counts lines that a line stands for which has left.
    mutating func countReplaced(_ lines: Int) { counts.linesReplaced += Int64(lines) }

    mutating func countWarning() { counts.warnings += 1 }

    mutating func sentAll(_ lines: some Collection<Outbox.Line>) {
        for line in lines { sent(line) }
    }

    /// Counts a dropped line and what it stood for; drops of one subscription in a row are one gap.
    ///
    /// What it stood for may lie before lines that have left. The gap begins before it then, so
    /// that asking again brings everything back.
    mutating func dropped(_ line: Outbox.Line, _ replaced: ReplacedLines? = nil) {
        guard let slot = line.slot, let track = tracks[slot] else { return }
        let before = track.gap ?? Gap(after: track.last, through: track.last, lines: 0)
        let lines = Int64(1 + (replaced?.count ?? 0))
        let first = replaced.map { StreamPosition(bits: $0.first.bits - 1) } ?? before.after
        tracks[slot]?.gap = Gap(
            after: min(before.after, first), through: line.position, lines: before.lines + lines)
        hasGaps = true
        counts.linesLost += lines
    }

    /// Appends a line for each gap and begins anew after it.
    mutating func takeGaps(identity: IdentityHash, into bytes: inout [UInt8]) {
        for slot in tracks.indices {
            guard let track = tracks[slot], let gap = track.gap else { continue }
            var line = LineBuffer()
            line.append(bytes: track.prefix)
            line.appendGap(
                after: Anchor(identity: identity, position: gap.after),
                through: Anchor(identity: identity, position: gap.through), lines: gap.lines)
            line.withUnsafeBytes { bytes.append(contentsOf: $0) }
            tracks[slot]?.last = gap.through
            tracks[slot]?.gap = nil
            counts.gaps += 1
        }
        hasGaps = false
    }
}
