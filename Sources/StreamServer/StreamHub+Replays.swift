import Vocabulary
import WireProtocol

extension StreamHub {
    /// Does a slice of work for one connection that is catching up, then it is the next one's turn.
    ///
    /// - Returns: whether there is more to do now; false also if all wait for their readers.
    package func pump() -> Bool {
        while let token = working.popFirst() {
            guard let peer = connections[token] else { continue }
            peer.isQueued = false
            guard canWork(for: peer, token) else { continue }
            hear(peer, token)
            pumpAnswer(peer, token)
            if let slot = peer.takeReplayTurn() { pump(peer, token, slot) }
            queueIfAble(peer, token)
            return true
        }
        return false
    }

    /// Whether something can be done for the connection before it reads more.
    ///
    /// An answer that has been begun is worked on to its end, read or not: others wait for it.
    private func canWork(for peer: Peer, _ token: UInt64) -> Bool {
        guard peer.stage != .closing else { return false }
        return canBeHeard(peer) || answering == token
            || peer.outbox.isEmpty && (!peer.answers.isEmpty || peer.isReplaying)
    }

    /// Puts a connection among those that have work, unless it must read first: then it is put
    /// there when it has read.
    func queueIfAble(_ peer: Peer, _ token: UInt64) {
        guard !peer.isQueued, canWork(for: peer, token), connections[token] != nil else { return }
        peer.isQueued = true
        working.append(token)
    }

    private func pumpAnswer(_ peer: Peer, _ token: UInt64) {
        guard let (id, answer) = peer.answers.first,
            answering == token || answering == nil && peer.outbox.isEmpty
        else { return }
        answering = token
        guard answer.advance() else { return }
        answering = nil
        peer.answers.removeFirst()
        tell(peer, token) { answer.append(id: id, to: &$0) }
    }

    private func pump(_ peer: Peer, _ token: UInt64, _ slot: Int) {
        guard peer.outbox.isEmpty, let subscription = peer.subscriptions[slot],
            case .replaying = subscription.state
        else { return }
        let isPresent = source.advance(subscription.replay, bytes: Self.replayBytes)
        batch.removeAll()
        subscription.replay.takeLines { batch.add($0, of: subscription, slot: slot) }
        if isPresent { goLive(peer, token, slot, subscription) }
        if !batch.isEmpty { sendBatch(to: peer, token) }
        // What has been caught up, and still waits, is nothing that the present replaces.
        if isPresent { peer.outbox.goLive(slot: slot) }
    }

    private func goLive(
        _ peer: Peer, _ token: UInt64, _ slot: Int, _ subscription: Subscription<Source.Replay>
    ) {
        let channel = source.join(subscription.replay)
        peer.subscriptions[slot]?.state = .live(channel: channel)
        followers[channel, default: Followers()].insert(Follower(token: token, slot: slot))
        let anchor = Anchor(identity: source.identity, position: source.present)
        batch.add { line in
            line.append(bytes: subscription.prefix)
            line.appendLive(anchor: anchor)
        }
    }

    /// Lines of a replay are made in portions of this size, when the one before has left.
    private static var replayBytes: Int { 1 << 16 }

    /// Ends one subscription.
    func leave(_ peer: Peer, _ token: UInt64, _ slot: Int) {
        guard let subscription = peer.remove(slot: slot, identity: source.identity)
        else { return }
        counters.subscriptions -= 1
        switch subscription.state {
        case .replaying: source.abandon(subscription.replay)
        case .live(let channel):
            followers[channel]?.remove(Follower(token: token, slot: slot))
            if followers[channel]?.isEmpty ?? false { followers[channel] = nil }
            source.leave(channel, subscription.replay)
        }
    }

    func leaveAll(_ peer: Peer, _ token: UInt64) {
        if answering == token { answering = nil }
        for slot in peer.subscriptions.indices { leave(peer, token, slot) }
    }
}
