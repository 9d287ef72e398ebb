import LinuxIO
import Vocabulary
import WireProtocol

/// What one connection has yet to send: bounded, in whole lines, oldest dropped first.
///
/// A pure value: bytes leave through a closure that behaves like a non-blocking `send`. Every
/// data line that is dropped is counted in its subscription's gap, which is written before the
/// next line leaves; room for it, for a warning and for a last line is outside the limits. A line
/// of which the kernel took a part is finished first, whatever happens.
///
/// Besides its own limits there is one for all outboxes together: whoever hands lines over says
/// how much memory this one may hold (its *room*).
package struct Outbox {
    package enum FlushOutcome: Equatable, Sendable {
        case drained
        /// The kernel takes no more; ask for writability.
        case blocked
        /// A line that may not be lost does not fit: the rest of the delivery is not kept, and
        /// nothing may follow but a last line.
        case full
        case closed

        /// Whether more lines may be delivered.
        var allowsMore: Bool {
            switch self {
            case .drained, .blocked: true
            case .full, .closed: false
            }
        }
    }

    package typealias Send = (UnsafeRawBufferPointer) -> SendOutcome

    var level: FillLevel
    /// Goes first and is never dropped: the rest of a cut line, warnings, gaps, displaced control
    /// lines.
    var urgent: [UInt8] = []
    private var urgentSent = 0
    var waiting = WaitingLines()
    var tracks = SubscriptionTracks()
    /// What has happened since the connection began.
    package var counts: OutboxCounts {
        var counts = tracks.counts
        counts.bytesSent = bytesSent
        return counts
    }
    private var bytesSent: Int64 = 0

    package init(
        lineLimit: Int = ProtocolLimits.outboxLines, byteLimit: Int = ProtocolLimits.outboxBytes
    ) {
        level = FillLevel(lineLimit: lineLimit, byteLimit: byteLimit)
    }

    package var isEmpty: Bool { urgent.isEmpty && waiting.isEmpty && !hasNotices }

    /// Bytes waiting, gaps not yet written left out.
    package var byteCount: Int { urgent.count - urgentSent + waiting.byteCount }

    /// Bytes of memory that what waits takes.
    package var heldBytes: Int { urgent.capacity + waiting.heldBytes }

    /// Begins to keep track of a subscription whose lines come strictly after `position`.
    ///
    /// - Parameters:
    ///   - prefix: what its lines and gaps begin with, `{` or `{"sub":"hr",`.
    package mutating func open(
        slot: Int, after position: StreamPosition, prefix: [UInt8],
        policy: QueuePolicy = .dropOldest
    ) {
        tracks.open(slot, after: position, prefix: prefix, policy: policy)
    }

    /// Says that a subscription has caught up: under ``QueuePolicy/newest`` its lines replace
    /// older ones from now on.
    package mutating func goLive(slot: Int) { tracks.goLive(slot) }

    /// Forgets a subscription: what it has lost is told, and its waiting lines still go out.
    package mutating func close(slot: Int, identity: IdentityHash) {
        tracks.takeGaps(identity: identity, into: &urgent)
        tracks.close(slot)
        let kept = waiting.makePermanent(slot: slot)
        tracks.countAsSent(kept.lines)
        tracks.countReplaced(kept.replaced)
    }

    /// Hands whole lines over: to the kernel as far as nothing waits and it takes them, the rest
    /// to the queue.
    ///
    /// - Parameters:
    ///   - bytes: the lines, side by side.
    ///   - lines: one for each line in `bytes`, in order.
    ///   - room: the most that ``heldBytes`` may come to.
    package mutating func deliver(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash,
        room: Int = .max, send: Send
    ) -> FlushOutcome {
        guard isEmpty else { return enqueue(bytes, lines, identity: identity, room: room) }
        switch send(bytes) {
        case .sent(let count) where count == bytes.count:
            tracks.sentAll(lines)
            bytesSent += Int64(count)
            return .drained
        case .sent(let count):
            return took(count, of: bytes, lines, identity: identity, room: room)
        case .wouldBlock: return enqueue(bytes, lines, identity: identity, room: room)
        case .closed: return .closed
        }
    }

    /// Hands over the last line of the connection, for which there is always room.
    package mutating func deliverLast(
        _ bytes: UnsafeRawBufferPointer, identity: IdentityHash, send: Send
    ) -> FlushOutcome {
        let line = Line(length: bytes.count, slot: nil, position: StreamPosition(bits: 0))
        waiting.append(bytes, CollectionOfOne(line))
        return flush(identity: identity, send: send)
    }

    /// Writes as much as the kernel takes: what is cut, the gaps, then the lines in order.
    package mutating func flush(identity: IdentityHash, send: Send) -> FlushOutcome {
        while true {
            if let outcome = flushUrgent(send) { return outcome }
            if hasNotices {
                if let outcome = flushNotices(identity, send) { return outcome }
                continue
            }
            guard !waiting.isEmpty else { return .drained }
            switch waiting.withFirstBytes({ send($0) }) {
            case .sent(let count): leave(count)
            case .wouldBlock: return .blocked
            case .closed: return .closed
            }
        }
    }

    private var hasNotices: Bool { tracks.hasGaps || level.isWarningDue }

    /// Writes the warning and the gaps.
    ///
    /// If the kernel does not begin to take them they count as not written: losses that follow
    /// make the same gap longer.
    private mutating func flushNotices(_ identity: IdentityHash, _ send: Send) -> FlushOutcome? {
        let before = (tracks, level)
        takeWarning()
        tracks.takeGaps(identity: identity, into: &urgent)
        let outcome = flushUrgent(send)
        if outcome == .blocked, urgentSent == 0 {
            (tracks, level) = before
            urgent = []
        }
        return outcome
    }

    private mutating func takeWarning() {
        guard level.isWarningDue else { return }
        level.takeWarning()
        tracks.countWarning()
        var line = LineBuffer()
        line.appendWarning(
            lines: waiting.count, lineLimit: level.lineLimit, bytes: waiting.byteCount,
            byteLimit: level.byteLimit)
        line.withUnsafeBytes { urgent.append(contentsOf: $0) }
    }

    private mutating func flushUrgent(_ send: Send) -> FlushOutcome? {
        while urgentSent < urgent.count {
            let outcome = urgent.withUnsafeBytes { bytes in
                send(UnsafeRawBufferPointer(rebasing: bytes[urgentSent...]))
            }
            switch outcome {
            case .sent(let count):
                urgentSent += count
                bytesSent += Int64(count)
            case .wouldBlock: return .blocked
            case .closed: return .closed
            }
        }
        urgent = []
        urgentSent = 0
        return nil
    }

    /// Takes out what the kernel took of the waiting lines; a cut line becomes urgent.
    private mutating func leave(_ count: Int) {
        bytesSent += Int64(count)
        var rest = count
        while rest > 0, let line = waiting.first {
            tracks.sent(line)
            if line.length > rest { waiting.appendFirst(droppingPrefix: rest, to: &urgent) }
            rest -= min(rest, line.length)
            tracks.countReplaced(waiting.removeFirst()?.count ?? 0)
        }
    }

    /// What the kernel has taken has left before anything is dropped: it is the oldest.
    private mutating func took(
        _ count: Int, of bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>,
        identity: IdentityHash, room: Int
    ) -> FlushOutcome {
        bytesSent += Int64(count)
        var first = lines.startIndex
        var offset = 0
        while offset < count {
            let end = offset + lines[first].length
            tracks.sent(lines[first])
            if end > count { urgent.append(contentsOf: bytes[count..<end]) }
            lines.formIndex(after: &first)
            offset = end
        }
        return enqueue(
            UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...],
            identity: identity, room: room)
    }
}
