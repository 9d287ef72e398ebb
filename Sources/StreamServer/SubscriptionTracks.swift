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
        var last: StreamPosition
        var gap: Gap?
    }

    private var tracks: [Track?] = []
    private(set) var hasGaps = false
    private(set) var counts = OutboxCounts()

    mutating func open(_ slot: Int, after position: StreamPosition, prefix: [UInt8]) {
        while tracks.count <= slot { tracks.append(nil) }
        tracks[slot] = Track(prefix: prefix, last: position)
    }

    mutating func close(_ slot: Int) { tracks[slot] = nil }

    mutating func sent(_ line: Outbox.Line) {
        guard let slot = line.slot else { return }
        tracks[slot]?.last = line.position
        counts.linesSent += 1
    }

    /// Counts lines that nothing can drop any more.
    mutating func countAsSent(_ lines: Int) { counts.linesSent += Int64(lines) }

    mutating func sentAll(_ lines: some Collection<Outbox.Line>) {
        for line in lines { sent(line) }
    }

    /// Counts a dropped line; drops of one subscription in a row are one gap.
    mutating func dropped(_ line: Outbox.Line) {
        guard let slot = line.slot, let track = tracks[slot] else { return }
        let before = track.gap ?? Gap(after: track.last, through: track.last, lines: 0)
        tracks[slot]?.gap = Gap(
            after: before.after, through: line.position, lines: before.lines + 1)
        hasGaps = true
        counts.linesLost += 1
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
