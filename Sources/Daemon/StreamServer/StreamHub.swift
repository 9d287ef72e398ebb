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
    let identity: IdentityHash
    private(set) var limits: HubLimits
    private(set) var outboxRules: OutboxRules
    let log: (HubEvent) -> Void
    let clock: () -> MonotonicInstant
    /// What the peer at the other end of a descriptor may do.
    var access: (Int32) -> Rights
    /// The counters without the lines of open connections, which ``counters`` adds.
    var tally = HubCounters()

    let listener: ListeningSocket
    let poll: EventPoll
    private var events = EventBuffer(capacity: 256)
    /// The first of the events that has not been handled.
    private var nextEvent = 0
    /// When to stop to answer requests.
    private(set) var hearBy = MonotonicInstant.last
    var input = [UInt8](repeating: 0, count: 1 << 14)
    var isAccepting = true
    /// Whether the hub has said goodbye.
    package internal(set) var isEnding = false

    var connections = ConnectionTable()
    var users = UserAccounts()
    /// The followers of each channel.
    var followers: [Int: Followers] = [:]
    /// Connections with a request, an answer or a catch-up to be worked on.
    var working = FairTurnQueue()
    /// Connections whose subscription waits for what another feed computes.
    var resting = FairTurnQueue()
    var batch = Batch()
    /// Connections of which the kernel has not accepted everything: ``settleAll()`` acts on the
    /// outcomes once the lines, or beats, of a tick have been delivered.
    var unsettled: [(ConnectionTable.Token, Outbox.FlushOutcome)] = []
    /// Connections with several subscriptions, whose lines of this tick leave in one write.
    var gathering: [ConnectionTable.Token] = []
    // Not checked for exclusive access at run time, as a connection's outbox is not: one outbox at
    // a time writes to it, and reaches nothing else.
    @exclusivity(unchecked) var delivered = Delivered()
    /// When the oldest line being delivered is due.
    var due: MonotonicInstant?
    /// The connection whose answer is being computed: one at a time, because that takes memory.
    var answering: ConnectionTable.Token?
    /// Why a client's last connection was ended, announced when it comes back.
    var lastByes: [NamedClient: ByeReason] = [:]
    /// When stalled readers were looked for last.
    var lastStallLook = MonotonicInstant.zero
    /// When ``endSilent(at:)`` last looked.
    var lastSilenceLook = MonotonicInstant.zero
    /// The number of the last turn for beats, counted from the clock's zero.
    var lastBeatTurn: Int64 = 0

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
        identity = source.identity
        self.limits = limits
        outboxRules = OutboxRules(
            source.identity, lines: limits.outboxLines, bytes: limits.outboxBytes)
        self.log = log
        self.clock = clock
        self.access = access
        poll = try EventPoll()
        try poll.add(listener.raw, [.read], token: Self.listenerToken)
        self.listener = listener
    }

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
    package func changeFlowOfAll(_ flow: (_ feed: Int) -> LineFlow) {
        for peer in connections.all where peer.stage != .closing {
            for number in peer.subscriptions.indices {
                guard var subscription = peer.subscriptions[number],
                    subscription.selection == .all
                else { continue }
                let due = subscription.linesDue
                subscription.change(flow(Int(subscription.feed)))
                peer.subscriptions[number] = subscription
                guard subscription.isReplaying else { continue }
                users.endReplay(of: peer.user, due: due)
                users.beginReplay(of: peer.user, due: subscription.linesDue)
            }
            peer.resizeOutbox()
        }
    }

    /// Whether few enough bytes wait to send readers lines that no queue policy drops.
    package var hasRoomForControlLines: Bool { tally.bytesWaiting < limits.waitingBytes / 2 }

    /// What the hub has done so far and what it holds now. O(connections).
    package var counters: HubCounters {
        var counters = tally
        for peer in connections.all { counters.lines = counters.lines + peer.outbox.counts }
        counters.mostWaiting = users.mostWaiting
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
        if nextEvent >= events.count { lookForEvents() }
        if users.areSeveral, end < .last { users.beginRound(of: end - clock()) }
        hear(until: end) {
            while nextEvent < events.count {
                nextEvent += 1
                handle(events[nextEvent - 1])
                if isTimeUp { return }
            }
        }
    }

    private func lookForEvents() {
        nextEvent = 0
        do throws(SystemFailure) {
            try poll.wait(into: &events, timeout: .zero)
        } catch {
            log(.pollFailed(error))
        }
    }

    /// - Parameter end: when to stop to answer requests.
    func hear<Result>(until end: MonotonicInstant, _ body: () -> Result) -> Result {
        let outer = hearBy
        hearBy = min(outer, end)
        defer { hearBy = outer }
        return body()
    }

    /// Whether the time for requests is over.
    var isTimeUp: Bool { hearBy < .last && clock() >= hearBy }

    private func handle(_ event: EventBuffer.Event) {
        guard event.token != Self.listenerToken else {
            // The event may be of an earlier look.
            if isAccepting { acceptAll() }
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
