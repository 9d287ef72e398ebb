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

    /// What may wait at most.
    let ceiling: OutboxLimits
    /// What may wait now.
    private(set) var limits: OutboxLimits
    /// None or one: most connections read as fast as they are told, and spend a pointer on it.
    private var backlogs: [Backlog] = []
    private(set) var tracks = SubscriptionTracks()

    package init(
        lineLimit: Int = ProtocolLimits.outboxLines, byteLimit: Int = ProtocolLimits.outboxBytes
    ) {
        ceiling = OutboxLimits(lines: lineLimit, bytes: byteLimit)
        limits = ceiling
    }

    /// What has happened since the connection began.
    package var counts: OutboxCounts { tracks.counts }

    package var isEmpty: Bool { backlogs.isEmpty }

    /// Bytes waiting, gaps not yet written left out.
    package var byteCount: Int { backlogs.first?.byteCount ?? 0 }

    /// Lines waiting.
    package var lineCount: Int { backlogs.first?.waiting.count ?? 0 }

    /// Bytes of memory that what waits takes.
    package var heldBytes: Int { backlogs.first?.heldBytes ?? 0 }

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
        if !backlogs.isEmpty { backlogs[0].close(slot, identity, &tracks) }
        tracks.close(slot)
    }

    /// Sets what may wait; what waits already stays.
    mutating func resize(_ limits: OutboxLimits) {
        self.limits = limits
        if !backlogs.isEmpty { backlogs[0].resize(limits) }
    }

    /// Hands whole lines over: to the kernel as far as nothing waits and it takes them, the rest
    /// to the queue.
    ///
    /// - Parameters:
    ///   - bytes: the lines, side by side.
    ///   - lines: one for each line in `bytes`, in order.
    ///   - room: the most that ``heldBytes`` may come to.
    ///   - due: when the lines of subscriptions were due, microseconds of the monotonic clock; nil
    ///     if they are replayed.
    ///   - delivered: gets the live lines whose last byte leaves.
    package mutating func deliver(
        _ bytes: UnsafeRawBufferPointer, _ lines: some OutgoingLines, identity: IdentityHash,
        room: Int = .max, due: Int64? = nil, noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        guard isEmpty else {
            return enqueue(bytes, lines, identity: identity, room: room, due: due)
        }
        let outcome = send(bytes)
        guard case .sent(bytes.count) = outcome else {
            return keep(
                after: outcome, bytes, lines, identity: identity, room: room, due: due,
                noting: &delivered)
        }
        noteSent(lines, bytes: bytes.count)
        delivered.add(lines.count { $0.slot != nil }, due: due)
        return .drained
    }

    /// Notes that the kernel has taken whole lines while nothing waited.
    @inline(__always)
    mutating func noteSent(_ lines: some OutgoingLines, bytes: Int) {
        lines.noteSent(in: &tracks)
        tracks.countSent(bytes: bytes)
    }

    /// Keeps what the kernel has not taken of lines that were offered to it while nothing waited,
    /// and notes those that it has taken.
    mutating func keep(
        after outcome: SendOutcome, _ bytes: UnsafeRawBufferPointer,
        _ lines: some Collection<Line>, identity: IdentityHash, room: Int, due: Int64?,
        noting delivered: inout Delivered
    ) -> FlushOutcome {
        var (rest, waiting) = (bytes, lines[...])
        switch outcome {
        case .sent(let count):
            (rest, waiting) = took(count, of: bytes, lines, due: due, noting: &delivered)
        case .wouldBlock: break
        case .closed: return .closed
        }
        return enqueue(rest, waiting, identity: identity, room: room, due: due)
    }

    /// What the kernel has taken has left before anything is dropped: it is the oldest.
    ///
    /// - Returns: the lines that wait, and their bytes.
    private mutating func took<Lines: Collection<Line>>(
        _ count: Int, of bytes: UnsafeRawBufferPointer, _ lines: Lines, due: Int64?,
        noting delivered: inout Delivered
    ) -> (UnsafeRawBufferPointer, Lines.SubSequence) {
        tracks.countSent(bytes: count)
        var backlog = Backlog(limits)
        var first = lines.startIndex
        var offset = 0
        while offset < count {
            let end = offset + lines[first].length
            tracks.sent(lines[first])
            let lineDue = lines[first].slot == nil ? nil : due
            if end > count {
                backlog.finishFirst(bytes[count..<end], due: lineDue)
            } else {
                delivered.add(1, due: lineDue)
            }
            lines.formIndex(after: &first)
            offset = end
        }
        backlogs = [backlog]
        return (UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...])
    }

    /// Queues whole lines, and drops the oldest of what is beyond the limits.
    ///
    /// - Returns: `blocked`, or `full` if one of those may not be dropped.
    @discardableResult
    package mutating func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash,
        room: Int = .max, due: Int64? = nil
    ) -> FlushOutcome {
        beginBacklog()
        let place = Backlog.Place(identity: identity, room: room, due: due)
        let hasRoom = backlogs[0].enqueue(bytes, lines, place, &tracks)
        endBacklog()
        return hasRoom ? .blocked : .full
    }

    /// Hands over the last line of the connection, for which there is always room.
    package mutating func deliverLast(
        _ bytes: UnsafeRawBufferPointer, identity: IdentityHash,
        noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        let line = Line(length: bytes.count, slot: nil, position: StreamPosition(bits: 0))
        beginBacklog()
        backlogs[0].waiting.append(bytes, CollectionOfOne(line), due: nil)
        return flush(identity: identity, noting: &delivered, send: send)
    }

    /// Writes as much as the kernel takes: what is cut, the gaps, then the lines in order.
    ///
    /// - Parameter delivered: gets the live lines whose last byte leaves.
    package mutating func flush(
        identity: IdentityHash, noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        guard !backlogs.isEmpty else { return .drained }
        defer { endBacklog() }
        return backlogs[0].flush(identity, send, &tracks, &delivered)
    }

    private mutating func beginBacklog() {
        if backlogs.isEmpty { backlogs.append(Backlog(limits)) }
    }

    private mutating func endBacklog() {
        if backlogs[0].isEmpty(tracks) { backlogs = [] }
    }

    /// Whether the kernel has taken nothing for too long of what waits.
    ///
    /// - Parameter elapsed: microseconds since the last look.
    mutating func hasStalled(after elapsed: Int64) -> Bool {
        guard !backlogs.isEmpty else { return false }
        return backlogs[0].hasStalled(after: elapsed)
    }

    /// Gives the peer once more as long to take something.
    mutating func forgiveStall() {
        if !backlogs.isEmpty { backlogs[0].forgiveStall() }
    }
}
