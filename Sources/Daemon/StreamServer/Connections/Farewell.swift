import WireProtocol

/// How connections end: with a `bye` that leaves before the close, or at once.
extension StreamHub {
    /// Sends a `bye`, lets the lines that wait leave, and closes the connection then (drain).
    func end(_ peer: Connection, _ reason: ByeReason) {
        guard peer.stage != .closing else { return }
        peer.stage = .closing
        peer.outbox.forgiveStall()
        tally.byes[reason] += 1
        remember(reason, of: peer)
        // A client that was still catching up must resume after the last line it got, not after the
        // present: its bye carries no anchor.
        let isPresent = reason == .shutdown && peer.subscriptionCount > 0 && !peer.isCatchingUp
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

    /// Closes a connection at once, whatever waits for it, and forgets it.
    func drop(_ peer: Connection) {
        guard connections[peer.token] != nil else { return }
        peer.stage = .closing
        leaveAll(peer)
        _ = connections.remove(peer.token)
        users.disconnect(peer.user)
        peer.countOut(of: &tally)
        tally.connections = connections.count
        resumeAccepting()
    }

    private func remember(_ reason: ByeReason, of peer: Connection) {
        guard let name = peer.clientName else { return }
        users.remember(reason, of: NamedClient(user: peer.user, name: name))
    }

    /// Sends every peer a `bye`, because the daemon ends, and accepts no more peers. Lines that
    /// wait go on leaving until ``close()``.
    package func sayGoodbye() {
        entrance.hasSaidGoodbye = true
        pauseAccepting()
        for peer in connections.all { end(peer, .shutdown) }
    }

    /// Closes every connection at once.
    package func close() {
        for peer in connections.all { drop(peer) }
    }

    /// Whether every connection has got its last line and is closed.
    package var isDrained: Bool { connections.isEmpty }
}
