import Vocabulary
import WireProtocol

/// How connections end.
extension StreamHub {
    /// Says goodbye, lets what waits leave, and closes.
    func end(_ peer: Peer, _ token: UInt64, _ reason: ByeReason) {
        guard peer.stage != .closing else { return }
        peer.stage = .closing
        peer.forgiveStall()
        counters.byes[reason] += 1
        remember(reason, of: peer)
        // Whoever was still catching up must go on from the last line it got, not from the present.
        let isPresent = reason == .shutdown && !peer.isReplaying
        leaveAll(peer, token)
        let anchor = Anchor(identity: source.identity, position: source.present)
        batch.removeAll()
        batch.add { $0.appendBye(reason, anchor: isPresent ? anchor : nil) }
        let outcome = batch.bytes.withUnsafeBytes { peer.sendLast($0, identity: source.identity) }
        act(on: outcome, peer, token)
    }

    /// Closes at once and forgets the connection.
    func drop(_ peer: Peer, _ token: UInt64) {
        guard connections.removeValue(forKey: token) != nil else { return }
        peer.stage = .closing
        leaveAll(peer, token)
        peer.countOut(of: &counters)
        counters.connections = connections.count
        resumeAccepting()
    }

    private func remember(_ reason: ByeReason, of peer: Peer) {
        guard let name = peer.clientName else { return }
        if lastByes.count >= ProtocolLimits.rememberedClients, lastByes[name] == nil {
            lastByes.remove(at: lastByes.startIndex)
        }
        lastByes[name] = reason
    }

    /// Says goodbye to those of whose lines the kernel has taken nothing for
    /// ``ProtocolLimits/stallSeconds`` while some waited; closes those who do not take that either.
    ///
    /// Looks once a second at most, and only if something waits for somebody. O(connections).
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    package func endStalled(at now: Int64) {
        let elapsed = now - lastStallLook
        guard counters.connectionsWaiting > 0, elapsed >= Self.stallLookMicroseconds else {
            return
        }
        lastStallLook = now
        // A daemon that was stopped itself has offered nothing meanwhile.
        let counted = min(elapsed, 2 * Self.stallLookMicroseconds)
        for (token, peer) in connections where peer.hasStalled(after: counted) {
            guard takesNothing(peer, token) else { continue }
            if peer.stage == .closing { drop(peer, token) } else { end(peer, token, .stalled) }
        }
    }

    /// Whether the kernel refuses what waits even now. It reports room only when most of a socket's
    /// buffer is free, which a slow and steady reader may never bring about.
    private func takesNothing(_ peer: Peer, _ token: UInt64) -> Bool {
        let before = peer.outbox.counts.bytesSent
        flush(peer, token)
        return connections[token] != nil && peer.outbox.counts.bytesSent == before
    }

    private static var stallLookMicroseconds: Int64 { 1_000_000 }

    /// Tells every peer that the daemon ends. What waits goes on leaving until the hub is let go.
    package func sayGoodbye() {
        isEnding = true
        pauseAccepting()
        for (token, peer) in connections { end(peer, token, .shutdown) }
    }

    /// Closes every connection at once.
    package func close() {
        for (token, peer) in connections { drop(peer, token) }
    }

    /// Whether every peer has been told everything.
    package var isDrained: Bool { connections.isEmpty }
}
