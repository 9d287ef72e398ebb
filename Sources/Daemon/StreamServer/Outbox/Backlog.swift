import LinuxIO
import Vocabulary
import WireProtocol

/// The lines that wait for one connection because the kernel has not accepted them.
struct Backlog {
    /// The fleet's identity, for the anchors of gaps.
    private let identity: IdentityHash
    private(set) var level: FillLevel
    /// Bytes that leave first and are never dropped: the rest of a cut line, warnings, gaps,
    /// control lines that stood before a dropped line.
    var urgent: [UInt8] = []
    private var urgentSent = 0
    /// The live lines among the urgent bytes.
    private var urgentLines: Delivered.Run?
    var waiting = WaitingLines()
    private var stallWatch = StallWatch()
    /// The bytes sent since there has been a backlog.
    private var bytesSent: Int64 = 0

    init(_ limits: OutboxLimits, _ identity: IdentityHash) {
        self.identity = identity
        level = FillLevel(lineLimit: limits.lines, byteLimit: limits.bytes)
    }

    /// Whether nothing is left to send.
    func isEmpty(_ tracks: SubscriptionTracks) -> Bool {
        urgent.isEmpty && waiting.isEmpty && !hasNotices(tracks)
    }

    /// The bytes that wait, without gaps that are not yet written.
    var byteCount: Int { urgent.count - urgentSent + waiting.byteCount }

    /// Bytes of memory that the waiting bytes take.
    var heldBytes: Int { urgent.capacity + waiting.heldBytes }

    mutating func resize(_ limits: OutboxLimits) {
        level.resize(lineLimit: limits.lines, byteLimit: limits.bytes)
    }

    mutating func noteLevel() { level.note(lines: waiting.count, bytes: waiting.byteCount) }

    mutating func close(_ number: Int, _ tracks: inout SubscriptionTracks) {
        announceGaps(&tracks)
        let kept = waiting.makePermanent(subscription: number)
        tracks.countAsSent(kept.lines)
        tracks.countReplaced(kept.replaced)
    }

    /// Sends as much as the kernel accepts: urgent bytes, warning and gaps, then the lines in
    /// order.
    mutating func flush(
        _ send: Outbox.Send, _ tracks: inout SubscriptionTracks, _ delivered: inout Delivered
    ) -> Outbox.FlushOutcome {
        while true {
            if let outcome = flushUrgent(send, &tracks, &delivered) { return outcome }
            if hasNotices(tracks) {
                if let outcome = flushNotices(send, &tracks, &delivered) { return outcome }
                continue
            }
            guard !waiting.isEmpty else { return .drained }
            switch waiting.withFirstBytes({ send($0) }) {
            case .sent(let count): leave(count, &tracks, &delivered)
            case .wouldBlock: return .blocked
            case .closed: return .closed
            }
        }
    }

    private func hasNotices(_ tracks: SubscriptionTracks) -> Bool {
        tracks.hasGaps || level.isWarningDue
    }

    /// Sends the warning and the gaps.
    ///
    /// If the kernel accepts none of their bytes, they count as not announced: losses that follow
    /// make the same gap longer.
    private mutating func flushNotices(
        _ send: Outbox.Send, _ tracks: inout SubscriptionTracks, _ delivered: inout Delivered
    ) -> Outbox.FlushOutcome? {
        let before = (tracks, level)
        announceWarning(&tracks)
        announceGaps(&tracks)
        let outcome = flushUrgent(send, &tracks, &delivered)
        if outcome == .blocked, urgentSent == 0 {
            (tracks, level) = before
            urgent = []
        }
        return outcome
    }

    /// Writes the gaps that have not been announced to the urgent bytes.
    mutating func announceGaps(_ tracks: inout SubscriptionTracks) {
        tracks.announceGaps(identity: identity, into: &urgent)
    }

    private mutating func announceWarning(_ tracks: inout SubscriptionTracks) {
        guard level.isWarningDue else { return }
        level.noteWarned()
        tracks.countWarning()
        var line = LineBuffer()
        line.appendWarning(
            lines: waiting.count, lineLimit: level.lineLimit, bytes: waiting.byteCount,
            byteLimit: level.byteLimit)
        line.withUnsafeBytes { urgent.append(contentsOf: $0) }
    }

    private mutating func flushUrgent(
        _ send: Outbox.Send, _ tracks: inout SubscriptionTracks, _ delivered: inout Delivered
    ) -> Outbox.FlushOutcome? {
        while urgentSent < urgent.count {
            let outcome = urgent.withUnsafeBytes { bytes in
                send(UnsafeRawBufferPointer(rebasing: bytes[urgentSent...]))
            }
            switch outcome {
            case .sent(let count):
                urgentSent += count
                countSent(count, &tracks)
            case .wouldBlock: return .blocked
            case .closed: return .closed
            }
        }
        urgent = []
        urgentSent = 0
        delivered.add(urgentLines)
        urgentLines = nil
        return nil
    }

    /// Removes the waiting lines of which the kernel has accepted `count` bytes; the rest of a cut
    /// line becomes urgent.
    private mutating func leave(
        _ count: Int, _ tracks: inout SubscriptionTracks, _ delivered: inout Delivered
    ) {
        countSent(count, &tracks)
        var rest = count
        while rest > 0, let line = waiting.first {
            tracks.sent(line)
            if line.length > rest {
                makeFirstUrgent(droppingPrefix: rest)
            } else {
                delivered.add(1, due: waiting.firstDue)
            }
            rest -= min(rest, line.length)
            tracks.countReplaced(waiting.removeFirst()?.count ?? 0)
        }
    }

    /// Copies the first waiting line to the urgent bytes; the caller removes it.
    mutating func makeFirstUrgent(droppingPrefix prefix: Int) {
        waiting.appendFirst(droppingPrefix: prefix, to: &urgent)
        noteUrgent(due: waiting.firstDue)
    }

    /// Keeps the rest of a line of which the kernel has accepted a part.
    mutating func finishFirst(_ rest: Slice<UnsafeRawBufferPointer>, due: MonotonicInstant?) {
        urgent.append(contentsOf: rest)
        noteUrgent(due: due)
    }

    private mutating func noteUrgent(due: MonotonicInstant?) {
        guard let due else { return }
        urgentLines = urgentLines?.adding(due: due) ?? Delivered.Run(lines: 1, due: due)
    }

    private mutating func countSent(_ count: Int, _ tracks: inout SubscriptionTracks) {
        bytesSent += Int64(count)
        tracks.countSent(bytes: count)
    }

    mutating func hasStalled(after elapsed: Duration) -> Bool {
        stallWatch.isStalled(bytesSent: bytesSent, after: elapsed)
    }

    mutating func forgiveStall() { stallWatch.reset() }
}
