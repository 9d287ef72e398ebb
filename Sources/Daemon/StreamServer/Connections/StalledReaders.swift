import Vocabulary
import WireProtocol

/// What happens when a reader stalls: the hub ends a connection of which the kernel accepts
/// nothing.
///
/// A slow reader that still reads loses lines instead, by its queue policy: `DroppingLines`.
extension StreamHub {
    /// Ends every connection for which lines have waited for ``ProtocolLimits/stallSeconds`` while
    /// the kernel accepted nothing; drops a connection that stalls once more after its `bye`.
    ///
    /// Looks once a second at most, and only while lines wait for a connection. O(connections).
    package func endStalled(at now: MonotonicInstant) {
        let elapsed = now - connections.looks.stalled
        guard tally.connectionsWaiting > 0, elapsed >= Self.stallLookInterval else {
            return
        }
        connections.looks.stalled = now
        // A daemon that was suspended itself has offered nothing meanwhile: that time does not
        // count.
        let counted = min(elapsed, Self.stallLookInterval * 2)
        for peer in connections.all where peer.outbox.hasStalled(after: counted) {
            guard kernelRefuses(peer) else { continue }
            if peer.stage == .closing { drop(peer) } else { end(peer, .stalled) }
        }
    }

    /// Tries once more to send, and returns whether the kernel accepts nothing.
    private func kernelRefuses(_ peer: Connection) -> Bool {
        // The poll reports room only when most of a socket's buffer is free, which a slow and
        // steady reader may never bring about.
        let before = peer.outbox.counts.bytesSent
        flush(peer)
        return connections[peer.token] != nil && peer.outbox.counts.bytesSent == before
    }

    private static var stallLookInterval: Duration { .seconds(1) }
}

/// When a hub looked through its connections last, by what it looked for.
struct LooksAtConnections {
    /// For connections that have stalled.
    var stalled = MonotonicInstant.zero
    /// For connections that have not asked for anything.
    var silent = MonotonicInstant.zero
    /// For connections that are due for a beat: the last turn, counted from the clock's zero.
    var beatTurn: Int64 = 0
    /// For subscriptions that are on their way to the present.
    var progress = MonotonicInstant.zero
}

/// Measures for how long the kernel has accepted nothing while lines wait for a connection.
struct StallWatch {
    private var bytesSent: Int64 = -1
    private var silence = Duration.zero

    /// Whether the connection has stalled: the count of bytes sent has not moved for
    /// ``ProtocolLimits/stallSeconds``. To be called while lines wait.
    ///
    /// - Parameters:
    ///   - bytesSent: the bytes sent since the connection began.
    ///   - elapsed: the time since the last look.
    mutating func isStalled(bytesSent now: Int64, after elapsed: Duration) -> Bool {
        guard now == bytesSent else {
            self = StallWatch()
            bytesSent = now
            return false
        }
        silence += elapsed
        return silence >= .seconds(ProtocolLimits.stallSeconds)
    }

    /// Begins to measure anew.
    mutating func reset() { silence = .zero }
}
