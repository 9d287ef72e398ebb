import LinuxIO
import Vocabulary
import WireProtocol

/// What one connection has yet to send: bounded, in whole lines, oldest dropped first.
///
/// A pure value: bytes leave through a closure that behaves like a non-blocking `send`. Every
/// data line that is dropped is counted in its subscription's gap, which is written before the
/// next line leaves; room for it is outside the limits. A line of which the kernel took a part is
/// finished first, whatever happens.
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
    /// Data lines dropped since the connection began.
    package private(set) var linesLost: Int64 = 0
    /// Bytes that the kernel has taken since the connection began.
    package private(set) var bytesSent: Int64 = 0

    package init(
        lineLimit: Int = ProtocolLimits.outboxLines, byteLimit: Int = ProtocolLimits.outboxBytes
    ) {
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    package var isEmpty: Bool { urgent.isEmpty && waiting.isEmpty && !tracks.hasGaps }

    /// Bytes waiting, gaps not yet written left out.
    package var byteCount: Int { urgent.count - urgentSent + waiting.byteCount }

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
        waiting.makePermanent(slot: slot)
    }

    /// Hands whole lines over: to the kernel as far as nothing waits and it takes them, the rest
    /// to the queue.
    ///
    /// - Parameters:
    ///   - bytes: the lines, side by side.
    ///   - lines: one for each line in `bytes`, in order.
    package mutating func deliver(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash,
        send: Send
    ) -> FlushOutcome {
        guard isEmpty else {
            enqueue(bytes, lines, identity: identity)
            return .blocked
        }
        switch send(bytes) {
        case .sent(let count): return took(count, of: bytes, lines, identity: identity)
        case .wouldBlock: return took(0, of: bytes, lines, identity: identity)
        case .closed: return .closed
        }
    }

    /// Queues whole lines and drops the oldest beyond the limits.
    package mutating func enqueue(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>, identity: IdentityHash
    ) {
        waiting.append(bytes, lines)
        dropBeyondLimits(identity)
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
            switch waiting.withBytes({ send($0) }) {
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

    private mutating func took(
        _ count: Int, of bytes: UnsafeRawBufferPointer, _ lines: some Collection<Line>,
        identity: IdentityHash
    ) -> FlushOutcome {
        guard count < bytes.count else {
            tracks.sentAll(lines)
            bytesSent += Int64(count)
            return .drained
        }
        // What the kernel has taken leaves before anything is dropped: it is the oldest.
        waiting.append(bytes, lines)
        leave(count)
        dropBeyondLimits(identity)
        return .blocked
    }

    private mutating func dropBeyondLimits(_ identity: IdentityHash) {
        while waiting.count > lineLimit || waiting.byteCount > byteLimit {
            guard dropOldest(identity) else { return }
        }
    }

    /// Drops the oldest data line; control lines before it become urgent. False if none waits.
    private mutating func dropOldest(_ identity: IdentityHash) -> Bool {
        while let line = waiting.first {
            if line.slot != nil {
                tracks.dropped(line)
                linesLost += 1
                waiting.removeFirst()
                return true
            }
            // It may carry an anchor: what is missing before it must be told before it.
            if tracks.hasGaps { tracks.takeGaps(identity: identity, into: &urgent) }
            waiting.appendFirst(droppingPrefix: 0, to: &urgent)
            waiting.removeFirst()
        }
        return false
    }
}
