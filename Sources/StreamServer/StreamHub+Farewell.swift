import Vocabulary
import WireProtocol

/// How connections end.
extension StreamHub {
    /// Says goodbye, lets what waits leave, and closes.
    func end(_ peer: Connection, _ reason: ByeReason) {
        guard peer.stage != .closing else { return }
        peer.stage = .closing
        peer.outbox.forgiveStall()
        tally.byes[reason] += 1
        remember(reason, of: peer)
        // Whoever was still catching up, or has not been heard yet, must go on from the last line
        // it got, not from the present.
        let isPresent = reason == .shutdown && peer.subscriptionCount > 0 && !peer.isReplaying
        leaveAll(peer)
        let anchor = Anchor(identity: identity, position: source.present)
        batch.removeAll()
        batch.add { $0.appendBye(reason, anchor: isPresent ? anchor : nil) }
        let outcome = batch.bytes.withUnsafeBytes {
            peer.sendLast($0, noting: &delivered)
        }
        noteDelivered()
        act(on: outcome, peer)
    }

    /// Closes at once and forgets the connection.
    func drop(_ peer: Connection) {
        guard connections[peer.token] != nil else { return }
        peer.stage = .closing
        leaveAll(peer)
        _ = connections.remove(peer.token)
        peer.countOut(of: &tally)
        tally.connections = connections.count
        resumeAccepting()
    }

    private func remember(_ reason: ByeReason, of peer: Connection) {
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

    /// Tells every peer that the daemon ends. What waits goes on leaving until the hub is let go.
    package func sayGoodbye() {
        isEnding = true
        pauseAccepting()
        for peer in connections.all { end(peer, .shutdown) }
    }

    /// Closes every connection at once.
    package func close() {
        for peer in connections.all { drop(peer) }
    }

    /// Whether every peer has been told everything.
    package var isDrained: Bool { connections.isEmpty }
}
