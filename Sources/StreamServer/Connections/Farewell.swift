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
