import WireProtocol

/// How the hub finds readers that have stalled, and ends them.
extension StreamHub {
    /// Says goodbye to those of whose lines the kernel has taken nothing for
    /// ``ProtocolLimits/stallSeconds`` while some waited; closes those who do not take that either.
    ///
    /// Looks once a second at most, and only if something waits for somebody. O(connections).
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    package func endStalled(at now: Int64) {
        let elapsed = now - lastStallLook
        guard tally.connectionsWaiting > 0, elapsed >= Self.stallLookMicroseconds else {
            return
        }
        lastStallLook = now
        // A daemon that was stopped itself has offered nothing meanwhile.
        let counted = min(elapsed, 2 * Self.stallLookMicroseconds)
        for peer in connections.all where peer.outbox.hasStalled(after: counted) {
            guard takesNothing(peer) else { continue }
            if peer.stage == .closing { drop(peer) } else { end(peer, .stalled) }
        }
    }

    /// Whether the kernel refuses what waits even now. It reports room only when most of a socket's
    /// buffer is free, which a slow and steady reader may never bring about.
    private func takesNothing(_ peer: Connection) -> Bool {
        let before = peer.outbox.counts.bytesSent
        flush(peer)
        return connections[peer.token] != nil && peer.outbox.counts.bytesSent == before
    }

    private static var stallLookMicroseconds: Int64 { 1_000_000 }
}

/// For how long the kernel has taken nothing of what waits for a connection.
struct StallWatch {
    private var bytesSent: Int64 = -1
    private var microseconds: Int64 = 0

    /// Whether the connection has stalled; looked at while something waits for it.
    ///
    /// Something that has waited all the time leaves the bytes sent as they were; what has waited
    /// and left has not.
    ///
    /// - Parameters:
    ///   - bytesSent: since the connection began.
    ///   - elapsed: microseconds since the last look.
    mutating func isStalled(bytesSent now: Int64, after elapsed: Int64) -> Bool {
        guard now == bytesSent else {
            self = StallWatch()
            bytesSent = now
            return false
        }
        microseconds += elapsed
        return microseconds >= Int64(ProtocolLimits.stallSeconds) * 1_000_000
    }

    /// Begins anew.
    mutating func reset() { microseconds = 0 }
}
