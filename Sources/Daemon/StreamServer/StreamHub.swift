import LinuxIO
import Vocabulary
import WireProtocol

/// All connections of one engine: accepts peers, answers requests, fans lines out.
///
/// Every call comes from the engine's queue. No call blocks: every descriptor is non-blocking, and
/// lines that the kernel does not accept for a peer wait in that peer's ``Outbox``.
///
/// The hub's story continues in these files: `Accepting` lets peers in, `Conversation` hears them,
/// `Requests` answers, `CatchUpTurns` and `ReplayBrake` bring subscriptions to the present,
/// `FanOut` delivers live lines, `UserLimits`, `StalledReaders` and `Farewell` end connections.
package final class StreamHub {
    let source: any StreamSource
    private(set) var limits: HubLimits
    private(set) var outboxRules: OutboxRules
    let log: (HubEvent) -> Void
    let clock: () -> MonotonicInstant
    /// The counters without the lines of open connections, which ``counters`` adds.
    var tally = HubCounters()
    let poll: EventPoll
    var entrance: Entrance
    var hearing = Hearing()
    var connections = ConnectionTable()
    var users = UserAccounts()
    /// The followers of each channel.
    var followers: [ChannelID: Followers] = [:]
    var turns = ConnectionTurns()
    var batch = Batch()
    // Not checked for exclusive access at run time: the checks took as long as a tick's lines to
    // three readers. Nothing is called while a part of it is being changed.
    @exclusivity(unchecked) var outgoing = OutgoingTick()
    /// The lines that have left and have not been recorded.
    // Not checked for exclusive access at run time, as a connection's outbox is not: one outbox at
    // a time writes to it, and reaches nothing else.
    @exclusivity(unchecked) var delivered = Delivered()

    static var listenerToken: UInt64 { 0 }

    /// - Parameters:
    ///   - clock: read for each peer that connects, and for each that asks who is connected.
    ///   - access: says what the peer at the other end of a descriptor may do; called for each.
    ///   - log: gets what an operator may want to know; must not call the hub.
    /// - Throws: if the kernel has no room for an event poll.
    package init(
        listener: consuming ListeningSocket, source: any StreamSource, limits: HubLimits,
        clock: @escaping () -> MonotonicInstant = { MonotonicClock.now },
        access: @escaping (Int32) -> Rights = { _ in .unrestricted },
        log: @escaping (HubEvent) -> Void
    ) throws(SystemFailure) {
        self.source = source
        self.limits = limits
        outboxRules = OutboxRules(
            source.identity, lines: limits.outboxLines, bytes: limits.outboxBytes)
        self.log = log
        self.clock = clock
        poll = try EventPoll()
        try poll.add(listener.raw, [.read], token: Self.listenerToken)
        entrance = Entrance(listener, access)
    }

    var identity: IdentityHash { outboxRules.identity }

    /// Whether the hub has said goodbye.
    package var isEnding: Bool { entrance.hasSaidGoodbye }

    /// Sets other limits: they hold at once, but the size of outboxes only for peers that connect
    /// from now on.
    package func change(_ limits: HubLimits) {
        if limits.userRequests != self.limits.userRequests { users.forgetRequests() }
        if limits.userReplayLines != self.limits.userReplayLines { users.forgetReplays() }
        self.limits = limits
        outboxRules = OutboxRules(identity, lines: limits.outboxLines, bytes: limits.outboxBytes)
    }

    /// Makes room for other flows of lines in subscriptions to all sessions. O(connections).
    ///
    /// - Parameter flow: what a feed brings from now on.
    package func changeFlowOfAll(_ flow: (_ feed: FeedID) -> LineFlow) {
        for peer in connections.all where peer.stage != .closing {
            for number in peer.subscriptions.indices {
                guard var subscription = peer.subscriptions[number],
                    subscription.selection == .all
                else { continue }
                let due = subscription.linesDue
                subscription.change(flow(subscription.feed))
                peer.subscriptions[number] = subscription
                guard subscription.isReplaying else { continue }
                users.endReplay(of: peer.user, due: due)
                users.beginReplay(of: peer.user, due: subscription.linesDue)
            }
            peer.resizeOutbox()
        }
    }

    /// Whether few enough bytes wait to send readers lines that no queue policy drops.
    package var hasRoomForControlLines: Bool { tally.waiting.bytes < limits.waitingBytes / 2 }

    /// What the hub has done so far and what it holds now. O(connections).
    package var counters: HubCounters {
        var counters = tally
        for peer in connections.all { counters.lines = counters.lines + peer.outbox.counts }
        counters.waiting.most = users.mostWaiting
        return counters
    }

    /// The descriptors of all connections.
    package var descriptors: [Int32] { connections.all.map { $0.descriptor.raw } }

    /// The descriptor that is readable while ``handleEvents()`` has something to do.
    package var pollDescriptor: Int32 { poll.raw }

    /// Handles the events that the kernel reports now; returns without waiting for any.
    ///
    /// - Parameter end: when to stop, though not before an event has been handled and one of its
    ///   requests answered. ``pollDescriptor`` stays readable then, and the next call goes on with
    ///   the events that are left: no peer is heard twice before all have been.
    package func handleEvents(until end: MonotonicInstant = .last) {
        if hearing.hasHandledAll { lookForEvents() }
        if users.areSeveral, end < .last { users.beginRound(of: end - clock()) }
        hear(until: end) {
            while let event = hearing.nextEvent() {
                handle(event)
                if isTimeUp { return }
            }
        }
    }

    private func lookForEvents() {
        do throws(SystemFailure) {
            try hearing.look(at: poll)
        } catch {
            log(.pollFailed(error))
        }
    }

    /// - Parameter end: when to stop to answer requests.
    func hear<Result>(until end: MonotonicInstant, _ body: () -> Result) -> Result {
        let outer = hearing.deadline
        hearing.deadline = min(outer, end)
        defer { hearing.deadline = outer }
        return body()
    }

    /// Whether the time for requests is over.
    var isTimeUp: Bool { hearing.deadline < .last && clock() >= hearing.deadline }

    private func handle(_ event: EventBuffer.Event) {
        guard event.token != Self.listenerToken else {
            // The event may be of an earlier look.
            if entrance.isWatched { acceptAll() }
            return
        }
        guard let peer = connections[ConnectionTable.Token(bits: event.token)] else { return }
        if event.readiness.contains(.write) { flush(peer) }
        let hasHungUp = !event.readiness.isDisjoint(with: [Readiness.hangUp, .failure])
        if hasHungUp, peer.hasUnheard {
            drop(peer)
        } else if hasHungUp || event.readiness.contains(.read) && peer.interest.contains(.read) {
            read(peer, hasHungUp: hasHungUp)
        }
    }

    func flush(_ peer: Connection) {
        let outcome = peer.flush(noting: &delivered)
        noteDelivered()
        act(on: outcome, peer)
    }

    /// Sends a control line, which no queue policy drops.
    func tell(_ peer: Connection, _ line: (inout LineBuffer) -> Void) {
        batch.removeAll()
        batch.add(line)
        sendBatch(to: peer)
    }

    func sendBatch(to peer: Connection) {
        let lines = batch.lines
        let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines), to: peer) }
        act(on: outcome, peer)
    }

    func act(on outcome: Outbox.FlushOutcome, _ peer: Connection) {
        peer.count(in: &tally)
        switch outcome {
        case .drained where peer.isDone: drop(peer)
        case .drained, .blocked:
            queueIfAble(peer)
            updateInterest(peer)
        case .full: end(peer, .slowConsumer)
        case .closed: drop(peer)
        }
    }

    /// Asks for writability only while something waits, and for requests only while there is room.
    func updateInterest(_ peer: Connection) {
        guard connections[peer.token] != nil else { return }
        var wanted: Readiness = []
        if peer.stage == .serving, hasRoomForAnswers(to: peer), !peer.hasUnheard {
            wanted.insert(.read)
        }
        if !peer.outbox.isEmpty { wanted.insert(.write) }
        guard wanted != peer.interest else { return }
        peer.interest = wanted
        do throws(SystemFailure) {
            try poll.modify(peer.descriptor.raw, wanted, token: peer.token.bits)
        } catch {
            drop(peer)
        }
    }

}

/// What the engine must know before a fleet flies on that no clock paces.
extension StreamHub {
    /// Whether any subscription is live.
    package var isFollowed: Bool { !followers.isEmpty }

    /// Whether every subscription asked for `wait`, and lines wait for one of their connections.
    ///
    /// An event ends this: the kernel reports room, or a connection ends.
    package var isHeldUp: Bool {
        tally.subscriptions == tally.subscriptionsAwaited && tally.followersWaiting > 0
    }
}
