import LinuxIO
import Vocabulary
import WireProtocol

/// What one connection has yet to send: bounded, in whole lines, oldest dropped first.
///
/// A pure value: bytes leave through a closure that behaves like a non-blocking `send`. Every
/// data line that is dropped is counted in its subscription's gap, which is written before the
/// next line leaves; room for it is outside the limits. A line of which the kernel took a part is
/// finished first, whatever happens.
///
/// Besides its own limits there is one for all outboxes together: whoever hands lines over says
/// how much memory this one may hold (its *room*).
package struct Outbox {
    /// One line waiting, or about to.
    package struct Line: Sendable {
        package var length: Int
        /// The connection's slot of the subscription; nil for a line that is never dropped.
        package var slot: Int?
        package var position: StreamPosition

        package init(length: Int, slot: Int?, position: StreamPosition) {
            self.length = length
            self.slot = slot
            self.position = position
        }
    }

    package enum FlushOutcome: Equatable, Sendable {
        case drained
        /// The kernel takes no more; ask for writability.
        case blocked
        case closed
    }

    package typealias Send = (UnsafeRawBufferPointer) -> SendOutcome

    private let lineLimit: Int
    private let byteLimit: Int
    /// Goes first and is never dropped: the rest of a cut line, gaps, displaced control lines.
    private var urgent: [UInt8] = []
    private var urgentSent = 0
    private var waiting = WaitingLines()
    private var tracks = SubscriptionTracks()
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
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    package var isEmpty: Bool { urgent.isEmpty && waiting.isEmpty && !tracks.hasGaps }

    /// Bytes waiting, gaps not yet written left out.
    package var byteCount: Int { urgent.count - urgentSent + waiting.byteCount }

    /// Bytes of memory that what waits takes.
    package var heldBytes: Int { urgent.capacity + waiting.heldBytes }

    /// Begins to keep track of a subscription whose lines come strictly after `position`.
    ///
    /// - Parameters:
    ///   - prefix: what its gap lines begin with, `{` or `{"sub":"hr",`.
    package mutating func open(slot: Int, after position: StreamPosition, prefix: [UInt8]) {
        tracks.open(slot, after: position, prefix: prefix)
    }

    /// Forgets a subscription: what it has lost is told, and its waiting lines still go out.
    package mutating func close(slot: Int, identity: IdentityHash) {
        tracks.takeGaps(identity: identity, into: &urgent)
        tracks.close(slot)
        tracks.countAsSent(waiting.makePermanent(slot: slot))
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
        guard isEmpty else {
            enqueue(bytes, lines, identity: identity, room: room)
            return .blocked
        }
        switch send(bytes) {
        case .sent(let count) where count == bytes.count:
            tracks.sentAll(lines)
            bytesSent += Int64(count)
            return .drained
        case .sent(let count): took(count, of: bytes, lines, identity: identity, room: room)
        case .wouldBlock: enqueue(bytes, lines, identity: identity, room: room)
        case .closed: return .closed
        }
        return .blocked
    }

    /// Queues whole lines, and drops the oldest of what is beyond the limits.
    package mutating func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash,
        room: Int = .max
    ) {
        var first = lines.startIndex
        var (left, offset) = (lines.count, 0)
        while !fits(left, bytes.count - offset, room), dropOldest(identity) {}
        // What is too much even for an empty queue loses its own oldest lines.
        while first < lines.endIndex, !fits(left, bytes.count - offset, room) {
            let line = lines[first]
            let range = offset..<offset + line.length
            pass(line, UnsafeRawBufferPointer(rebasing: bytes[range]), identity)
            lines.formIndex(after: &first)
            (left, offset) = (left - 1, range.upperBound)
        }
        waiting.append(UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...])
    }

    private func fits(_ lines: Int, _ bytes: Int, _ room: Int) -> Bool {
        waiting.count + lines <= lineLimit && waiting.byteCount + bytes <= byteLimit
            && urgent.capacity + waiting.heldBytes(adding: lines, ofBytes: bytes) <= room
    }

    /// Writes as much as the kernel takes: what is cut, the gaps, then the lines in order.
    package mutating func flush(identity: IdentityHash, send: Send) -> FlushOutcome {
        while true {
            if let outcome = flushUrgent(send) { return outcome }
            if tracks.hasGaps {
                tracks.takeGaps(identity: identity, into: &urgent)
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
            waiting.removeFirst()
        }
    }

    /// What the kernel has taken has left before anything is dropped: it is the oldest.
    private mutating func took(
        _ count: Int, of bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>,
        identity: IdentityHash, room: Int
    ) {
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
        enqueue(
            UnsafeRawBufferPointer(rebasing: bytes[offset...]), lines[first...],
            identity: identity, room: room)
    }

    /// Drops the oldest data line; control lines before it become urgent. False if none waits.
    private mutating func dropOldest(_ identity: IdentityHash) -> Bool {
        while let line = waiting.first {
            if line.slot == nil {
                tellGaps(identity)
                waiting.appendFirst(droppingPrefix: 0, to: &urgent)
            } else {
                tracks.dropped(line)
            }
            waiting.removeFirst()
            if line.slot != nil { return true }
        }
        return false
    }

    /// Drops a line that never waited, or makes it urgent.
    private mutating func pass(
        _ line: Line, _ bytes: UnsafeRawBufferPointer, _ identity: IdentityHash
    ) {
        guard line.slot == nil else { return tracks.dropped(line) }
        tellGaps(identity)
        urgent.append(contentsOf: bytes)
    }

    /// A control line may carry an anchor: what is missing before it must be told before it.
    private mutating func tellGaps(_ identity: IdentityHash) {
        if tracks.hasGaps { tracks.takeGaps(identity: identity, into: &urgent) }
    }
}
