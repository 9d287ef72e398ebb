import LinuxIO
import Vocabulary
import WireProtocol

/// One peer: its descriptor, its requests, the lines that wait for it, its subscriptions.
final class Connection {
    enum Stage {
        case serving
        /// The peer has closed its sending side and goes on reading.
        case listening
        /// Nothing more is read; the hub closes the connection once the lines that wait have left.
        case closing
    }

    // The order of the fields leaves no gaps between them: there may be thousands of connections.
    let descriptor: Descriptor
    let facts: PeerFacts
    var rights: Rights
    private let generation: UInt32
    /// Not checked for exclusive access at run time, which takes as long as all else that a line
    /// costs: only the hub's queue reaches a connection, and nothing handed to the outbox reaches
    /// back to the connection.
    @exclusivity(unchecked) var outbox: Outbox
    /// What the event poll is asked to report.
    var interest: Readiness = [.read]
    var subscriptions = SubscriptionTable<Subscription>()
    var readWatch = ReadWatch()
    /// The conversation; nil until the peer sends a request: ``conversation`` begins one.
    private(set) var begun: Conversation?
    /// Lines of conversations that have come to rest.
    private var linesHeard = 0
    /// The bytes of this connection's outbox that the hub's counters hold.
    private(set) var countedBytes = 0
    @exclusivity(unchecked) private var openSubscriptions: Int16 = 0
    private var lastTurn: Int16 = 0
    /// Turns for a beat since lines, or a beat, were sent.
    @exclusivity(unchecked) private var silentTurns: UInt8 = 0
    var stage = Stage.serving
    /// Where the connection counts as being.
    var places: Places = []

    /// Lists of the hub that have a connection, and counters that count it: bits, as there may be
    /// thousands of connections.
    struct Places: OptionSet {
        let rawValue: UInt8

        /// The queue of connections that have work.
        static let queue = Places(rawValue: 1)
        /// The queue of connections whose only subscription waits for what is computed for another.
        /// Who is no longer there may still stand in it, and is passed over.
        static let rest = Places(rawValue: 2)
        /// The queue of connections whose replays wait until their user may have more lines.
        static let brake = Places(rawValue: 4)
        /// The list of connections for which lines of this tick are to be gathered.
        static let gathering = Places(rawValue: 8)
        /// The counter of connections for which lines wait.
        static let waiting = Places(rawValue: 16)
        /// The counter of those among them that have subscriptions.
        static let followersWaiting = Places(rawValue: 32)

        /// The connections that had a subscription on its way to the present at the last look.
        static let catchUp = Places(rawValue: 64)

        /// Enters the connection in a place, or takes it out.
        ///
        /// - Returns: what that changes in the number of connections there.
        mutating func set(_ place: Places, _ isThere: Bool) -> Int {
            guard contains(place) != isThere else { return 0 }
            formSymmetricDifference(place)
            return isThere ? 1 : -1
        }
    }

    init(
        _ descriptor: consuming Descriptor, token: ConnectionTable.Token, facts: PeerFacts,
        rights: Rights, outbox: Outbox
    ) {
        self.descriptor = descriptor
        self.facts = facts
        self.rights = rights
        generation = token.generation
        self.outbox = outbox
    }

    /// The name by which the event poll and the hub's queues know the connection.
    var token: ConnectionTable.Token {
        ConnectionTable.Token(descriptor: descriptor.raw, generation: generation)
    }

    var user: UInt32 { facts.user }

    @inline(__always)
    var subscriptionCount: Int { Int(openSubscriptions) }

    /// The requests of the peer, in a fresh conversation if need be.
    var conversation: Conversation {
        if let begun { return begun }
        let conversation = Conversation(after: linesHeard)
        begun = conversation
        return conversation
    }

    /// Frees a conversation that is at rest.
    func restIfSilent() {
        guard let conversation = begun, conversation.isAtRest else { return }
        linesHeard = conversation.splitter.lineNumber
        begun = nil
    }

    /// Whether the peer has sent a line.
    var hasAsked: Bool { linesHeard > 0 || begun.map { $0.splitter.lineNumber > 0 } ?? false }
    var clientName: String? { begun?.clientName }
    /// Whether bytes were received that are to be parsed in this connection's turn.
    var hasUnheard: Bool { begun.map { !$0.unheard.isEmpty } ?? false }
    /// Answers that are being computed, or are to be.
    var answerCount: Int { begun?.answers.count ?? 0 }

    var isCatchingUp: Bool { isCatchingUp(withReplays: true) }

    /// Whether a subscription is on its way to the present; replays of the past count if asked.
    func isCatchingUp(withReplays: Bool) -> Bool {
        subscriptions.contains { $0?.isCatchingUp(withReplays: withReplays) ?? false }
    }

    /// Whether the connection ends once the outbox is empty.
    var isDone: Bool {
        switch stage {
        case .serving: false
        case .listening: subscriptionCount == 0 && answerCount == 0
        case .closing: true
        }
    }

    func number(named name: String?) -> Int? {
        let prefix = Subscription.prefix(naming: name)
        return subscriptions.firstIndex { $0?.prefix == prefix }
    }

    /// Adds a subscription at the lowest free number; its lines come strictly after `beginning`.
    func add(_ subscription: Subscription, after beginning: StreamPosition) {
        let number = subscriptions.firstIndex { $0 == nil } ?? subscriptions.count
        subscriptions.fill(number, with: subscription)
        openSubscriptions += 1
        outbox.open(
            subscription: number, after: beginning, prefix: subscription.prefix,
            policy: subscription.policy)
    }

    /// Removes a subscription and returns it; nil if the number is free. The outbox still sends its
    /// lines that wait, and announces its gap.
    func remove(subscription number: Int) -> Subscription? {
        guard let subscription = subscriptions[number] else { return nil }
        subscriptions[number] = nil
        openSubscriptions -= 1
        return subscription
    }

    /// Resizes outbox and socket buffer for the lines that come within the subscriptions'
    /// staleness.
    func resizeOutbox() {
        let sizing = OutboxSizing(subscriptions.compactMap { $0?.need })
        outbox.resize(sizing.limits(within: outbox.ceiling))
        guard let bytes = sizing.sendBufferBytes, !isCatchingUp else { return }
        // If a kernel does not allow it, it holds more than it need.
        try? StreamSocket.setSendBuffer(bytes: bytes, on: descriptor.raw)
    }

    /// The number of the subscription whose turn it is to catch up; nil if none catches up.
    ///
    /// - Parameter withReplays: whether subscriptions to the past get turns.
    func nextCatchUpTurn(withReplays: Bool) -> Int? {
        for step in 0..<subscriptions.count {
            let number = (Int(lastTurn) + 1 + step) % subscriptions.count
            guard subscriptions[number]?.isCatchingUp(withReplays: withReplays) ?? false else {
                continue
            }
            lastTurn = Int16(number)
            return number
        }
        return nil
    }

    /// Counts a turn for a beat; true if nothing was sent since the turn before.
    func isDueForBeat() -> Bool {
        silentTurns = (silentTurns + 1) % 2
        return silentTurns == 0
    }

    /// Lines make a beat superfluous, unless there are several subscriptions: the anchor of a line
    /// serves only its own subscription.
    @inline(__always)
    private func noteSent() {
        if openSubscriptions <= 1 { silentTurns = 0 }
    }

    /// Sends lines to the socket by way of the outbox, which queues what the kernel does not
    /// accept.
    @inline(__always)
    func send(
        _ delivery: Delivery<some OutgoingLines>, room: @autoclosure () -> Int,
        noting delivered: inout Delivered
    ) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        let outcome = outbox.deliver(delivery, room: room(), noting: &delivered) {
            StreamSocket.send(to: raw, $0)
        }
        if outcome == .drained { noteSent() }
        return outcome
    }

    /// Sends the last line of the connection.
    func sendLast(
        _ bytes: UnsafeRawBufferPointer, noting delivered: inout Delivered
    ) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        return outbox.deliverLast(bytes, noting: &delivered) { StreamSocket.send(to: raw, $0) }
    }

    func flush(noting delivered: inout Delivered) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        if !outbox.isEmpty { noteSent() }
        return outbox.flush(noting: &delivered) { StreamSocket.send(to: raw, $0) }
    }

    /// Updates what the counters and the user's share hold of what waits for the connection.
    func count(in counters: inout HubCounters) {
        let isWaiting = !outbox.isEmpty
        guard isWaiting || places.contains(.waiting) else { return }
        let bytes = outbox.heldBytes
        count(waitingBytes: bytes, in: &counters)
        counters.waiting.note(lines: outbox.lineCount, bytes: outbox.byteCount)
        count(isWaiting: isWaiting, in: &counters)
    }

    private func count(waitingBytes bytes: Int, in counters: inout HubCounters) {
        counters.waiting.add(bytes - countedBytes)
        facts.waitingShare.bytes += bytes - countedBytes
        countedBytes = bytes
    }

    private func count(isWaiting: Bool, in counters: inout HubCounters) {
        let isFollowing = isWaiting && subscriptionCount > 0
        counters.connectionsWaiting += places.set(.waiting, isWaiting)
        counters.followersWaiting += places.set(.followersWaiting, isFollowing)
    }

    /// Adds the counts of its lines, and takes out the lines that wait, which nobody will read.
    func countOut(of counters: inout HubCounters) {
        counters.lines = counters.lines + outbox.counts
        count(waitingBytes: 0, in: &counters)
        count(isWaiting: false, in: &counters)
    }
}
