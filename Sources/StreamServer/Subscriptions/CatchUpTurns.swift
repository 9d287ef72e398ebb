import Vocabulary
import WireProtocol

extension StreamHub {
    /// Does a slice of work for one connection that is catching up, then it is the next one's turn.
    ///
    /// - Returns: whether there is more to do now; false also if all wait for their readers.
    package func pump() -> Bool {
        if !resting.isEmpty {
            for _ in 0..<source.takeReleases() where !wakeOne() { break }
        }
        while let token = working.popFirst() {
            guard let peer = connections[token] else { continue }
            peer.isQueued = false
            guard canWork(for: peer) else { continue }
            hear(peer)
            pumpAnswer(peer)
            if let slot = peer.takeReplayTurn() { pump(peer, slot) }
            queueIfAble(peer)
            return true
        }
        return false
    }

    /// Gives one of those a turn who wait for what is worked on for others, in case that has come
    /// to a stop: to be called in every tick.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    package func wakeOne() -> Bool {
        guard let token = resting.popFirst() else { return false }
        guard let peer = connections[token] else { return true }
        peer.isResting = false
        queueIfAble(peer)
        return true
    }

    /// Thousands may wait, and would take more time with their turns than the work they wait for.
    private func restIfWaiting(_ peer: Connection, _ feed: Int) {
        guard peer.subscriptionCount == 1, !peer.isResting, source.isWaiting(feed) else { return }
        peer.isResting = true
        resting.append(peer.token)
    }

    /// Whether something can be done for the connection before it reads more.
    ///
    /// An answer that has been begun is worked on to its end, read or not: others wait for it.
    private func canWork(for peer: Connection) -> Bool {
        guard peer.stage != .closing else { return false }
        return canBeHeard(peer) || answering == peer.token
            || peer.outbox.isEmpty
                && (peer.answerCount > 0 || !peer.isResting && peer.isReplaying)
    }

    /// Puts a connection among those that have work, unless it must read first: then it is put
    /// there when it has read.
    func queueIfAble(_ peer: Connection) {
        guard !peer.isQueued, canWork(for: peer), connections[peer.token] != nil else { return }
        peer.isQueued = true
        working.append(peer.token)
    }

    private func pumpAnswer(_ peer: Connection) {
        guard peer.answerCount > 0,
            answering == peer.token || answering == nil && peer.outbox.isEmpty
        else { return }
        let (id, answer) = peer.conversation.answers[0]
        answering = peer.token
        guard answer.advance() else { return }
        answering = nil
        peer.conversation.answers.removeFirst()
        peer.restIfSilent()
        tell(peer) { answer.append(id: id, to: &$0) }
    }

    private func pump(_ peer: Connection, _ slot: Int) {
        guard peer.outbox.isEmpty, let subscription = peer.subscriptions[slot],
            case .replaying = subscription.state
        else { return }
        let feed = Int(subscription.feed)
        let isPresent = source.catchUp(feed, bytes: Self.replayBytes)
        batch.removeAll()
        source.takeLines(of: feed) { batch.add($0, of: subscription, slot: slot) }
        if isPresent { goLive(peer, slot, subscription) } else { restIfWaiting(peer, feed) }
        if !batch.isEmpty { sendBatch(to: peer) }
        // What has been caught up, and still waits, is nothing that the present replaces.
        if isPresent { peer.outbox.goLive(slot: slot) }
    }

    private func goLive(_ peer: Connection, _ slot: Int, _ subscription: Subscription) {
        let channel = source.join(Int(subscription.feed))
        let follower = Follower(
            peer, slot: slot, takesLinesUnchanged: subscription.takesLinesUnchanged)
        let place = followers[channel, default: Followers()]
            .insert(follower, subscription.selection)
        peer.subscriptions[slot]?.state = .live(channel: Int32(channel))
        peer.subscriptions[slot]?.place = Int32(place)
        peer.resizeOutbox()
        let anchor = Anchor(identity: identity, position: source.present)
        batch.add { line in
            line.append(bytes: subscription.prefix)
            line.appendLive(anchor: anchor)
        }
    }

    /// Lines of a replay are made in portions of this size, when the one before has left.
    private static var replayBytes: Int { 1 << 16 }

    /// Ends one subscription at its source. What waits of it is left to the outbox.
    func leave(_ peer: Connection, _ slot: Int) {
        guard let subscription = peer.remove(slot: slot) else { return }
        tally.subscriptions -= 1
        if subscription.policy == .wait { tally.subscriptionsAwaited -= 1 }
        if case .live(let channel) = subscription.state {
            unfollow(Int(channel), peer, slot, subscription)
        }
        source.close(Int(subscription.feed))
    }

    private func unfollow(
        _ channel: Int, _ peer: Connection, _ slot: Int, _ subscription: Subscription
    ) {
        switch subscription.selection {
        case .all:
            let place = Int(subscription.place)
            let moved = followers[channel]?.removeFromAll(at: place)
            moved?.withPeer { [slot = moved?.slot ?? 0] in
                $0.subscriptions[slot]?.place = Int32(place)
            }
        case .some(let selected):
            let follower = Follower(peer, slot: slot, takesLinesUnchanged: false)
            followers[channel]?.remove(follower, selected)
        }
        if followers[channel]?.isEmpty ?? false { followers[channel] = nil }
    }

    func leaveAll(_ peer: Connection) {
        if answering == peer.token { answering = nil }
        for slot in peer.subscriptions.indices { leave(peer, slot) }
    }
}

/// Connections in the order of their turns; both ends in O(1) amortised.
struct TurnQueue {
    private var tokens = Ring<ConnectionTable.Token>()

    var isEmpty: Bool { tokens.isEmpty }

    mutating func append(_ token: ConnectionTable.Token) { tokens.append(token) }

    mutating func popFirst() -> ConnectionTable.Token? {
        guard !tokens.isEmpty else { return nil }
        defer { tokens.removeFirst() }
        return tokens[0]
    }
}
