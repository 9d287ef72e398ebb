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

    private let rules: OutboxRules
    /// What may wait now.
    private(set) var limits: OutboxLimits
    /// Most connections read as fast as they are told, and have none.
    private var backlog = Rare<Backlog>()
    private(set) var tracks = SubscriptionTracks()

    package init(_ rules: OutboxRules) {
        self.rules = rules
        limits = rules.ceiling
    }

    /// What may wait at most.
    var ceiling: OutboxLimits { rules.ceiling }

    /// What has happened since the connection began.
    package var counts: OutboxCounts { tracks.counts }

    package var isEmpty: Bool { backlog.isEmpty }

    /// Bytes waiting, gaps not yet written left out.
    package var byteCount: Int { backlog.value?.byteCount ?? 0 }

    /// Lines waiting.
    package var lineCount: Int { backlog.value?.waiting.count ?? 0 }

    /// Bytes of memory that what waits takes.
    package var heldBytes: Int { backlog.value?.heldBytes ?? 0 }

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
    package mutating func close(slot: Int) {
        backlog.update { $0.close(slot, &tracks) }
        tracks.close(slot)
    }

    /// Sets what may wait; what waits already stays.
    mutating func resize(_ limits: OutboxLimits) {
        self.limits = limits
        backlog.update { $0.resize(limits) }
    }

    /// Hands whole lines over: to the kernel as far as nothing waits and it takes them, the rest
    /// to the queue. Inlined, since it is done for every line and every subscriber.
    ///
    /// - Parameters:
    ///   - room: the most that ``heldBytes`` may come to; read only if lines have to wait.
    ///   - delivered: gets the live lines whose last byte leaves, if not all lines leave at once.
    /// - Returns: `drained` if all lines have left at once. The caller adds them to `delivered`
    ///   then: those of many connections in one go.
    @inline(__always)
    package mutating func deliver(
        _ delivery: Delivery<some OutgoingLines>, room: @autoclosure () -> Int,
        noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        guard isEmpty else { return enqueue(delivery, room: room()) }
        let outcome = send(delivery.bytes)
        guard case .sent(delivery.bytes.count) = outcome else {
            return settle(outcome, of: delivery, room: room(), noting: &delivered)
        }
        delivery.lines.noteSent(in: &tracks)
        tracks.countSent(bytes: delivery.bytes.count)
        return .drained
    }

    /// Keeps what the kernel has not taken of lines that were offered to it while nothing waited,
    /// and notes those that it has taken. Never inlined: it would take registers from the loop that
    /// hands lines out.
    @inline(never)
    private mutating func settle(
        _ outcome: SendOutcome, of delivery: Delivery<some OutgoingLines>, room: Int,
        noting delivered: inout Delivered
    ) -> FlushOutcome {
        switch outcome {
        case .sent(let count):
            let rest = took(count, of: delivery, noting: &delivered)
            return enqueue(rest, room: room)
        case .wouldBlock: return enqueue(delivery, room: room)
        case .closed: return .closed
        }
    }

    /// What the kernel has taken has left before anything is dropped: it is the oldest.
    ///
    /// - Returns: the lines that wait.
    private mutating func took<Lines>(
        _ count: Int, of delivery: Delivery<Lines>, noting delivered: inout Delivered
    ) -> Delivery<Lines.SubSequence> {
        tracks.countSent(bytes: count)
        var backlog = freshBacklog
        var rest = delivery.whole
        var left = count
        while left > 0 {
            let first = rest.removeFirst()
            tracks.sent(first.line)
            if first.line.length > left {
                backlog.finishFirst(first.bytes[left...], due: first.due)
            } else {
                delivered.add(1, due: first.due)
            }
            left -= min(left, first.line.length)
        }
        self.backlog = Rare(backlog)
        return rest
    }

    /// Queues whole lines, and drops the oldest of what is beyond the limits.
    ///
    /// Never inlined, as ``settle(_:of:room:noting:)`` is not.
    ///
    /// - Returns: `blocked`, or `full` if one of those may not be dropped.
    @inline(never)
    private mutating func enqueue(
        _ delivery: Delivery<some Collection>, room: Int
    ) -> FlushOutcome {
        let fresh = freshBacklog
        let hasRoom = backlog[default: fresh].enqueue(delivery, room: room, &tracks)
        endBacklog()
        return hasRoom ? .blocked : .full
    }

    /// Hands over the last line of the connection, for which there is always room.
    package mutating func deliverLast(
        _ bytes: UnsafeRawBufferPointer, noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        let line = Line(length: bytes.count, slot: nil, position: StreamPosition(bits: 0))
        let fresh = freshBacklog
        backlog[default: fresh].waiting.append(Delivery(bytes, CollectionOfOne(line)))
        return flush(noting: &delivered, send: send)
    }

    /// Writes as much as the kernel takes: what is cut, the gaps, then the lines in order.
    ///
    /// - Parameter delivered: gets the live lines whose last byte leaves.
    package mutating func flush(
        noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        defer { endBacklog() }
        return backlog.update { $0.flush(send, &tracks, &delivered) } ?? .drained
    }

    private var freshBacklog: Backlog { Backlog(limits, rules.identity) }

    private mutating func endBacklog() {
        if backlog.update({ $0.isEmpty(tracks) }) ?? false { backlog = Rare() }
    }

    /// Whether the kernel has taken nothing for too long of what waits.
    ///
    /// - Parameter elapsed: microseconds since the last look.
    mutating func hasStalled(after elapsed: Int64) -> Bool {
        backlog.update { $0.hasStalled(after: elapsed) } ?? false
    }

    /// Gives the peer once more as long to take something.
    mutating func forgiveStall() {
        backlog.update { $0.forgiveStall() }
    }
}
