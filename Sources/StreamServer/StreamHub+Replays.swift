import Vocabulary
import WireProtocol

extension StreamHub {
    /// Does a slice of work for one connection that is catching up, then it is the next one's turn.
    ///
    /// - Returns: whether there is more to do now; false also if all wait for their readers.
    package func pump() -> Bool {
        for _ in working.indices {
            let token = working.removeFirst()
            guard let peer = connections[token], peer.hasWork else { continue }
            working.append(token)
            guard peer.outbox.isEmpty else { continue }
            pumpAnswer(peer, token)
            for slot in peer.subscriptions.indices { pump(peer, token, slot) }
            return true
        }
        return false
    }

    /// Puts a connection among those that have work.
    func queue(_ token: UInt64) {
        guard connections[token] != nil, !working.contains(token) else { return }
        working.append(token)
    }

    private func pumpAnswer(_ peer: Peer, _ token: UInt64) {
        guard let (id, answer) = peer.answers.first, answer.advance() else { return }
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
    }

    private func goLive(
        _ peer: Peer, _ token: UInt64, _ slot: Int, _ subscription: Subscription<Source.Replay>
    ) {
        let channel = source.join(subscription.replay)
        peer.subscriptions[slot]?.state = .live(channel: channel)
        followers[channel, default: []].append(Follower(token: token, slot: slot))
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
        guard let subscription = peer.subscriptions[slot] else { return }
        peer.subscriptions[slot] = nil
        peer.outbox.close(slot: slot, identity: source.identity)
        counters.subscriptions -= 1
        guard case .live(let channel) = subscription.state else { return }
        followers[channel]?.removeAll { $0 == Follower(token: token, slot: slot) }
        if followers[channel]?.isEmpty ?? false { followers[channel] = nil }
        source.leave(channel, subscription.replay)
    }

    func leaveAll(_ peer: Peer, _ token: UInt64) {
        for slot in peer.subscriptions.indices { leave(peer, token, slot) }
        working.removeAll { $0 == token }
    }
}
