import Vocabulary
import WireProtocol

/// The last line that each subscription of a connection was sent, and what it has lost since.
package struct SubscriptionTracks {
    private struct Gap {
        var after: StreamPosition
        var through: StreamPosition
        var lines: Int64
    }

    /// The losses, which only a connection that has fallen behind has.
    private struct Losses {
        /// The gaps that have not been announced, by ascending subscription.
        var gaps: [(subscription: Int, gap: Gap)] = []
        /// What has happened to its lines besides leaving.
        var counts = OutboxCounts()
    }

    private struct Track {
        var last: StreamPosition
        var prefix: [UInt8]
        var policy: QueuePolicy
        /// Whether the subscription has caught up: lines of the catch-up are not replaced.
        var isLive = false

        var keepsNewest: Bool { policy == .newest && isLive }
    }

    private var kept = Rare<Losses>()
    private var linesSent: Int64 = 0
    private var bytesSent: Int64 = 0
    private var tracks = SubscriptionTable<Track>()
    /// Whether there is a subscription whose waiting lines are replaced.
    private(set) var hasNewest = false
    /// Whether there is a subscription that may lose no line.
    private var hasClosing = false

    private var losses: Losses {
        get { kept[default: Losses()] }
        _modify { yield &kept[default: Losses()] }
    }

    var counts: OutboxCounts {
        var counts = losses.counts
        (counts.linesSent, counts.bytesSent) = (linesSent, bytesSent)
        return counts
    }

    mutating func open(
        _ number: Int, after position: StreamPosition, prefix: [UInt8], policy: QueuePolicy
    ) {
        tracks.fill(number, with: Track(last: position, prefix: prefix, policy: policy))
        notePolicies()
    }

    mutating func close(_ number: Int) {
        tracks[number] = nil
        if hasGaps { losses.gaps.removeAll { $0.subscription == number } }
        notePolicies()
    }

    mutating func goLive(_ number: Int) {
        tracks[number]?.isLive = true
        notePolicies()
    }

    private mutating func notePolicies() {
        hasNewest = tracks.contains { $0?.keepsNewest ?? false }
        hasClosing = tracks.contains { $0?.policy == .close }
    }

    /// The length of the prefix of a line that may replace another; nil if it may replace none.
    func prefixOfNewest(_ line: Outbox.Line) -> Int? {
        guard line.isReplaceable, let number = line.subscription, let track = tracks[number],
            track.keepsNewest
        else { return nil }
        return track.prefix.count
    }

    /// Whether the connection ends before it loses the line.
    func mustKeep(_ line: Outbox.Line) -> Bool {
        guard hasClosing, let number = line.subscription else { return false }
        return tracks[number]?.policy == .close
    }

    mutating func sent(_ line: Outbox.Line) {
        guard let number = line.subscription else { return }
        tracks.update(number) { $0?.last = line.position }
        linesSent += 1
    }

    /// Notes that `lines` lines of a subscription have left, the last of them at `position`.
    mutating func sent(_ lines: Int, through position: StreamPosition, subscription number: Int) {
        tracks.update(number) { $0?.last = position }
        linesSent += Int64(lines)
    }

    mutating func countSent(bytes: Int) { bytesSent += Int64(bytes) }

    /// Counts lines that nothing can drop any more.
    mutating func countAsSent(_ lines: Int) { linesSent += Int64(lines) }

    /// Once a line has left, counts the older lines that it had replaced.
    mutating func countReplaced(_ lines: Int) {
        if lines > 0 { losses.counts.linesReplaced += Int64(lines) }
    }

    mutating func countWarning() { losses.counts.warnings += 1 }

    /// Counts a dropped line and the lines that it stood for; successive drops make one gap.
    ///
    /// The lines that it stood for may lie before lines that have left. Then the gap begins before
    /// them, so that asking again brings every line back.
    mutating func dropped(_ line: Outbox.Line, _ replaced: ReplacedLines? = nil) {
        guard let number = line.subscription, let track = tracks[number] else { return }
        let index = indexOfGap(number, track)
        let before = losses.gaps[index].gap
        let lines = Int64(1 + (replaced?.count ?? 0))
        let first = replaced.map { StreamPosition(bits: $0.first.bits - 1) } ?? before.after
        losses.gaps[index].gap = Gap(
            after: min(before.after, first), through: line.position, lines: before.lines + lines)
        losses.counts.linesLost += lines
    }

    /// The index of a subscription's gap, which is begun if there is none.
    private mutating func indexOfGap(_ number: Int, _ track: Track) -> Int {
        let gaps = losses.gaps
        let index = gaps.firstIndex { $0.subscription >= number } ?? gaps.count
        if index == gaps.count || gaps[index].subscription != number {
            let gap = Gap(after: track.last, through: track.last, lines: 0)
            losses.gaps.insert((number, gap), at: index)
        }
        return index
    }

    /// Whether a loss has not been announced.
    var hasGaps: Bool { !(kept.value?.gaps.isEmpty ?? true) }

    /// Appends a line for each gap and begins anew after it.
    mutating func announceGaps(identity: IdentityHash, into bytes: inout [UInt8]) {
        guard hasGaps else { return }
        for (number, gap) in losses.gaps {
            guard let track = tracks[number] else { continue }
            var line = LineBuffer()
            line.append(bytes: track.prefix)
            line.appendGap(
                after: Anchor(identity: identity, position: gap.after),
                through: Anchor(identity: identity, position: gap.through), lines: gap.lines)
            line.withUnsafeBytes { bytes.append(contentsOf: $0) }
            tracks[number]?.last = gap.through
            losses.counts.gaps += 1
        }
        losses.gaps = []
    }
}

/// What has happened to the lines of one connection.
package struct OutboxCounts: Hashable, Sendable {
    /// Data lines of which the kernel has taken at least a part; those of a subscription that has
    /// ended count once nothing can drop them any more.
    package var linesSent: Int64 = 0
    /// Data lines dropped; each lies in a gap.
    package var linesLost: Int64 = 0
    /// Data lines that newer ones have replaced; counted with the line that says so.
    package var linesReplaced: Int64 = 0
    /// Gap lines written.
    package var gaps: Int64 = 0
    /// Warnings written.
    package var warnings: Int64 = 0
    /// Bytes that the kernel has taken.
    package var bytesSent: Int64 = 0

    package init() {}

    package static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.linesSent &+= right.linesSent
        sum.linesLost &+= right.linesLost
        sum.linesReplaced &+= right.linesReplaced
        sum.gaps &+= right.gaps
        sum.warnings &+= right.warnings
        sum.bytesSent &+= right.bytesSent
        return sum
    }
}
