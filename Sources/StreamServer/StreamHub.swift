import LinuxIO
import Vocabulary
import WireProtocol

/// All connections of one engine: accepts, reads requests, fans lines out.
///
/// It lives on the engine's queue and is called from nowhere else. Nothing in it waits: every
/// descriptor is non-blocking, and what a peer does not take waits in its own outbox.
package final class StreamHub {
    let source: any StreamSource
    let identity: IdentityHash
    let limits: HubLimits
    let outboxRules: OutboxRules
    let log: (HubEvent) -> Void
    let clock: () -> Int64
    /// Without what has happened to the lines of those who are connected.
    var tally = HubCounters()

    let listener: ListeningSocket
    let poll: EventPoll
    private var events = EventBuffer(capacity: 256)
    var input = [UInt8](repeating: 0, count: 1 << 14)
    var isAccepting = true
    var isEnding = false

    var connections = ConnectionTable()
    /// By channel.
    var followers: [Int: Followers] = [:]
    /// Connections with a request, an answer or a replay to be worked on.
    var working = TurnQueue()
    /// Connections that wait for what is worked on for others.
    var resting = TurnQueue()
    var batch = Batch()
    /// What a tick leaves to be done once its lines, or its beats, have been handed over: those
    /// whose kernel has not taken everything, and those with several subscriptions.
    var unsettled: [(ConnectionTable.Token, Outbox.FlushOutcome)] = []
    var gathering: [ConnectionTable.Token] = []
    /// Not checked for exclusive access at run time, as a connection's outbox is not: it is handed
    /// to one outbox at a time, which reaches nothing else.
    @exclusivity(unchecked) var delivered = Delivered()
    /// When the oldest line that is handed out is due, microseconds of the monotonic clock.
    var due: Int64?
    /// Whose answer is being worked on: one at a time, because the work takes memory.
    var answering: ConnectionTable.Token?
    /// Why the last connection of a named client was ended, for when it comes back.
    var lastByes: [String: ByeReason] = [:]
    /// Microseconds of the monotonic clock.
    var lastStallLook: Int64 = 0
    /// Counted from the monotonic clock's beginning.
    var lastBeatTurn: Int64 = 0

    static var listenerToken: UInt64 { 0 }

    /// - Parameters:
    ///   - limits: read once.
    ///   - clock: microseconds of the monotonic clock; read for each peer that connects, and for
    ///     each that asks who is connected.
    ///   - log: told of what an operator may want to know; must not call back.
    /// - Throws: if the kernel has no room for an event poll.
    package init(
        listener: consuming ListeningSocket, source: any StreamSource,
        limits: HubLimits = HubLimits(),
        clock: @escaping () -> Int64 = { MonotonicClock.nowMicroseconds },
        log: @escaping (HubEvent) -> Void
    ) throws(SystemFailure) {
        self.source = source
        identity = source.identity
        self.limits = limits
        outboxRules = OutboxRules(
            source.identity, lines: limits.outboxLines, bytes: limits.outboxBytes)
        self.log = log
        self.clock = clock
        poll = try EventPoll()
        try poll.add(listener.raw, [.read], token: Self.listenerToken)
        self.listener = listener
    }

    /// What has happened so far, and what is now. O(connections).
    package var counters: HubCounters {
        var counters = tally
        for peer in connections.all { counters.lines = counters.lines + peer.outbox.counts }
        return counters
    }

    /// The descriptors of all connections.
    package var descriptors: [Int32] { connections.all.map { $0.descriptor.raw } }

    /// The descriptor that is readable while ``handleEvents()`` has something to do.
    package var pollDescriptor: Int32 { poll.raw }

    /// Handles everything that the kernel has to report now.
    package func handleEvents() {
        do throws(SystemFailure) {
            try poll.wait(into: &events, timeoutMilliseconds: 0)
        } catch {
            return log(.pollFailed(error))
        }
        for index in 0..<events.count { handle(events[index]) }
    }

    private func handle(_ event: EventBuffer.Event) {
        guard event.token != Self.listenerToken else { return acceptAll() }
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

    /// Writes lines that are never dropped.
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

/// What a source without a schedule must know before it goes on.
extension StreamHub {
    /// Whether somebody takes lines as they are made.
    package var isFollowed: Bool { !followers.isEmpty }

    /// Whether every subscription asks to be waited for, and there is one whose connection has not
    /// been told everything.
    ///
    /// It ends with an event: the kernel reports room, or a connection ends.
    package var isHeldUp: Bool {
        tally.subscriptions == tally.subscriptionsAwaited && tally.followersWaiting > 0
    }
}
