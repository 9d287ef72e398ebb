import Vocabulary
import WireProtocol

/// How connections get turns for work that takes long: catching up, answers, kept requests.
///
/// A late subscriber catches up here: each turn makes a slice of its lines and sends it; the next
/// slice is made when the reader has read that one. At the present it goes live and follows a
/// channel. What is computed in a turn is decided in the module `CatchUp`. Users take turns, and so
/// do the connections of each: ``FairTurnQueue``.
extension StreamHub {
    /// Gives one connection a turn.
    ///
    /// - Parameter end: when to stop to answer requests, though not before one was answered.
    /// - Returns: whether there may be more to do now; false if no connection has work, or all have
    ///   to read first.
    package func pump(until end: MonotonicInstant = .last) -> Bool {
        if !turns.resting.isEmpty {
            for _ in 0..<source.feeds.consumeReleases() where !wakeOne() { break }
        }
        while let token = turns.working.popFirst() {
            guard let peer = connections[token] else { continue }
            peer.places.remove(.queue)
            guard canWork(for: peer) else { continue }
            giveTurn(to: peer, until: end)
            return true
        }
        return false
    }

    private func giveTurn(to peer: Connection, until end: MonotonicInstant) {
        let began = users.areSeveral ? clock() : nil
        hear(until: end) { hear(peer) }
        pumpAnswer(peer)
        catchUp(peer)
        queueIfAble(peer)
        if let began { turns.working.endTurn(of: peer.user, after: clock() - began) }
    }

    /// Gives one resting connection a turn, in case the feed that it waits for makes no progress:
    /// to be called in every tick.
    ///
    /// - Returns: whether a connection was resting.
    @discardableResult
    package func wakeOne() -> Bool {
        guard let token = turns.resting.popFirst() else { return false }
        guard let peer = connections[token] else { return true }
        peer.places.remove(.rest)
        queueIfAble(peer)
        return true
    }

    /// Takes a connection out of the turns all of whose feeds on their way wait for others.
    private func restIfWaiting(_ peer: Connection) {
        // Thousands may wait, and their turns would take longer than the work they wait for.
        let goesOn = peer.subscriptions.contains { subscription in
            guard let subscription, subscription.isCatchingUp(withReplays: true) else {
                return false
            }
            return !source.feeds.isWaiting(subscription.feed)
        }
        if !goesOn { rest(peer) }
    }

    private func rest(_ peer: Connection) {
        guard !peer.places.contains(.rest) else { return }
        peer.places.insert(.rest)
        turns.resting.append(peer.token, of: peer.user)
    }

    /// Whether the peer has read since much was computed for one of its feeds; if so, notes it.
    ///
    /// The kernel takes lines for a peer that reads nothing, and a day's samples may make few
    /// lines.
    private func hasRead(_ peer: Connection, _ feed: FeedID) -> Bool {
        guard peer.hasReadAnew(at: clock()) else { return false }
        source.feeds.noteRead(feed)
        return true
    }

    /// Whether a turn is of use to the connection before it reads more.
    ///
    /// An answer that has been begun is computed to its end even if the peer does not read: the
    /// answers of others wait for it.
    private func canWork(for peer: Connection) -> Bool {
        guard peer.stage != .closing else { return false }
        return canBeHeard(peer) || turns.answering == peer.token
            || peer.outbox.isEmpty
                && (peer.answerCount > 0
                    || !peer.places.contains(.rest)
                        && peer.isCatchingUp(withReplays: !peer.places.contains(.brake)))
    }

    /// Queues a connection for a turn, unless its peer must read first: then once it has read.
    func queueIfAble(_ peer: Connection) {
        guard !peer.places.contains(.queue), canWork(for: peer), connections[peer.token] != nil
        else { return }
        peer.places.insert(.queue)
        turns.working.append(peer.token, of: peer.user)
    }

    private func pumpAnswer(_ peer: Connection) {
        guard peer.answerCount > 0 else { return }
        let pending = peer.conversation.answers[0]
        let answer = pending.answer
        if answer.sharesTurns {
            guard peer.outbox.isEmpty else { return }
        } else {
            let isOwn = turns.answering == peer.token
            guard isOwn || turns.answering == nil && peer.outbox.isEmpty else { return }
            turns.answering = peer.token
        }
        guard answer.advance() else { return }
        if turns.answering == peer.token { turns.answering = nil }
        if answer.isComplete {
            peer.conversation.answers.removeFirst()
            peer.restIfSilent()
        }
        batch.removeAll()
        batch.addLines { answer.append(id: pending.id, to: &$0) }
        sendBatch(to: peer)
    }

    private func catchUp(_ peer: Connection) {
        guard peer.outbox.isEmpty, peer.isCatchingUp else { return }
        let mayReplay = mayReplay(peer)
        if let number = peer.nextCatchUpTurn(withReplays: mayReplay) {
            pump(peer, number)
        } else {
            brake(peer)
        }
    }

    private func pump(_ peer: Connection, _ number: Int) {
        guard var subscription = peer.subscriptions[number],
            subscription.isCatchingUp(withReplays: true)
        else { return }
        let feed = subscription.feed
        guard !source.feeds.isFarAhead(feed) || hasRead(peer, feed) else { return rest(peer) }
        let isPresent = source.feeds.catchUp(feed, bytes: Self.catchUpBytes)
        if case .catchingUp = subscription.state, let unseen = source.feeds.unseenLanes(of: feed) {
            peer.subscriptions[number]?.state = .arriving(unseen)
            follow(peer, number)
            subscription = peer.subscriptions[number] ?? subscription
        }
        batch.removeAll()
        source.feeds.consumeLines(of: feed) { batch.add($0, of: subscription, number: number) }
        if subscription.isReplaying { noteReplayed(batch.lines.count, for: peer) }
        if isPresent { goLive(peer, number, subscription) } else { restIfWaiting(peer) }
        if !batch.isEmpty { sendBatch(to: peer) }
        // Only after the batch: under `newest`, live lines must not replace lines of the catch-up.
        if peer.subscriptions[number]?.channel != nil { peer.outbox.goLive(subscription: number) }
    }

    private func goLive(_ peer: Connection, _ number: Int, _ subscription: Subscription) {
        if subscription.isReplaying {
            users.endReplay(of: peer.user, due: subscription.linesDue)
        }
        unfollow(peer, number, subscription)
        peer.subscriptions[number]?.state = .live(channel: source.feeds.join(subscription.feed))
        follow(peer, number)
        peer.resizeOutbox()
        let anchor = Anchor(identity: identity, position: source.present)
        batch.add { line in
            line.append(bytes: subscription.prefix)
            line.appendLive(anchor: anchor)
        }
    }

    /// Bytes of lines that one turn makes for a feed; the next turn comes when they have left.
    private static var catchUpBytes: Int { 1 << 16 }
}
