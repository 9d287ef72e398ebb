import LinuxIO
import Vocabulary
import WireProtocol

/// The lines that one connection has yet to send: a bounded queue of whole lines, which drops the
/// oldest first.
///
/// A pure value: bytes leave through a closure that behaves like a non-blocking `send`. A dropped
/// data line is counted in its subscription's gap, which is announced before the next line leaves;
/// gaps, warnings and a last line are outside the limits. A line of which the kernel has accepted a
/// part is always finished first.
///
/// Lines wait in a ``Backlog``, which exists only while the reader is behind. Besides an outbox's
/// own limits, one limit holds for all outboxes together: the caller says how much memory this one
/// may take (its *room*).
package struct Outbox {
    package enum FlushOutcome: Equatable, Sendable {
        case drained
        /// The kernel accepts no more for now; ask the poll for writability.
        case blocked
        /// A line that may not be dropped does not fit: the rest of the delivery is discarded, and
        /// only a last line may follow.
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
    /// How many lines and bytes may wait now.
    private(set) var limits: OutboxLimits
    /// The waiting lines; without a value while the reader keeps up, as most readers do.
    private var backlog = Rare<Backlog>()
    private(set) var tracks = SubscriptionTracks()

    package init(_ rules: OutboxRules) {
        self.rules = rules
        limits = rules.ceiling
    }

    /// The largest limits that ``resize(_:)`` may set.
    var ceiling: OutboxLimits { rules.ceiling }

    /// What has happened since the connection began.
    package var counts: OutboxCounts { tracks.counts }

    package var isEmpty: Bool { backlog.isEmpty }

    /// The bytes that wait, without gaps that are not yet written.
    package var byteCount: Int { backlog.value?.byteCount ?? 0 }

    /// The lines that wait.
    package var lineCount: Int { backlog.value?.waiting.count ?? 0 }

    /// Bytes of memory that the waiting lines take.
    package var heldBytes: Int { backlog.value?.heldBytes ?? 0 }

    /// Begins to keep track of a subscription whose lines come strictly after `position`.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of its lines and gaps, `{` or `{"sub":"hr",`.
    package mutating func open(
        subscription number: Int, after position: StreamPosition, prefix: [UInt8],
        policy: QueuePolicy = .dropOldest
    ) {
        tracks.open(number, after: position, prefix: prefix, policy: policy)
    }

    /// Notes that a subscription has caught up: under ``QueuePolicy/newest`` its lines replace
    /// older ones from now on.
    package mutating func goLive(subscription number: Int) { tracks.goLive(number) }

    /// Forgets a subscription: its gap is announced, and its waiting lines still leave.
    package mutating func close(subscription number: Int) {
        backlog.update { $0.close(number, &tracks) }
        tracks.close(number)
    }

    /// Sets how much may wait; lines that wait already stay.
    mutating func resize(_ limits: OutboxLimits) {
        self.limits = limits
        backlog.update { $0.resize(limits) }
    }

    /// Sends whole lines to the kernel if nothing waits, and queues those that it does not accept.
    ///
    /// - Parameters:
    ///   - room: the most that ``heldBytes`` may come to; read only if lines have to wait.
    ///   - delivered: gets the live lines whose last byte leaves, if not all lines leave at once.
    /// - Returns: `drained` if all lines have left at once. The caller adds them to `delivered`
    ///   then, together with those of many connections.
    // Inlined, because it runs for every line and every subscriber.
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

    /// Queues the lines of a delivery that the kernel has not accepted, and notes the others.
    // Never inlined: it would take registers from the loop that delivers lines.
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

    /// Notes the lines of which the kernel has accepted `count` bytes.
    ///
    /// - Returns: the lines that have to wait.
    private mutating func took<Lines>(
        _ count: Int, of delivery: Delivery<Lines>, noting delivered: inout Delivered
    ) -> Delivery<Lines.SubSequence> {
        // Before any line is dropped: the lines that have left are the oldest.
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

    /// Queues whole lines, and drops the oldest lines beyond the limits.
    ///
    /// - Returns: `blocked`, or `full` if one of the lines may not be dropped.
    // Never inlined, as `settle` is not.
    @inline(never)
    private mutating func enqueue(
        _ delivery: Delivery<some Collection>, room: Int
    ) -> FlushOutcome {
        let fresh = freshBacklog
        let hasRoom = backlog[default: fresh].enqueue(delivery, room: room, &tracks)
        endBacklog()
        return hasRoom ? .blocked : .full
    }

    /// Sends the last line of the connection, for which there is always room.
    package mutating func deliverLast(
        _ bytes: UnsafeRawBufferPointer, noting delivered: inout Delivered, send: Send
    ) -> FlushOutcome {
        let line = Line(length: bytes.count, subscription: nil, position: StreamPosition(bits: 0))
        let fresh = freshBacklog
        backlog[default: fresh].waiting.append(Delivery(bytes, CollectionOfOne(line)))
        return flush(noting: &delivered, send: send)
    }

    /// Sends as much as the kernel accepts: the rest of a cut line, warning and gaps, then the
    /// lines in order.
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

    /// Whether lines have waited too long while the kernel accepted nothing.
    ///
    /// - Parameter elapsed: microseconds since the last look.
    mutating func hasStalled(after elapsed: Duration) -> Bool {
        backlog.update { $0.hasStalled(after: elapsed) } ?? false
    }

    /// Begins to measure anew how long a peer has stalled.
    mutating func forgiveStall() {
        backlog.update { $0.forgiveStall() }
    }
}
