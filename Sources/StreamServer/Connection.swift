import LinuxIO
import Vocabulary
import WireProtocol

/// One peer: its descriptor, what it is saying, what it is yet to be told, its subscriptions.
final class Connection {
    enum Stage {
        case serving
        /// The peer has closed its sending side and goes on reading.
        case listening
        /// Nothing more is read; closed once what waits has left.
        case closing
    }

    let descriptor: Descriptor
    /// By which the event poll and the hub's queues know it.
    let token: ConnectionTable.Token
    var splitter = LineSplitter()
    /// Not checked for exclusive access at run time, which takes as long as all else that a line
    /// costs: only the hub's queue reaches a connection, and nothing that is handed to the outbox
    /// reaches back to it.
    @exclusivity(unchecked) var outbox: Outbox
    var stage = Stage.serving
    var clientName: String?
    /// By slot; a free slot is nil.
    var subscriptions: [Subscription?] = []
    @exclusivity(unchecked) private(set) var subscriptionCount = 0
    /// Bytes that were read and are to be heard when it is this connection's turn.
    var unheard: [UInt8] = []
    /// Answers that take work, in the order of their requests.
    var answers: [(id: RequestID?, answer: any StreamAnswer)] = []
    var longLines = 0
    /// What the event poll is asked to report.
    var interest: Readiness = [.read]
    /// Whether the connection is in the hub's queue of those that have work.
    var isQueued = false
    /// Whether lines of this tick are to be gathered for the connection.
    var isGathering = false
    private var lastReplayed = 0
    /// What the hub's counters hold of what waits for this connection.
    private var countedBytes = 0
    private var isCountedWaiting = false
    private var isCountedFollowing = false

    init(_ descriptor: consuming Descriptor, token: ConnectionTable.Token, outbox: Outbox) {
        self.descriptor = descriptor
        self.token = token
        self.outbox = outbox
    }

    var isReplaying: Bool {
        subscriptions.contains {
            guard case .replaying = $0?.state else { return false }
            return true
        }
    }

    /// Whether there is nothing left to say, once the outbox is empty.
    var isDone: Bool {
        switch stage {
        case .serving: false
        case .listening: subscriptionCount == 0 && answers.isEmpty
        case .closing: true
        }
    }

    func slot(named name: String?) -> Int? {
        subscriptions.firstIndex { $0.map { $0.name == name } ?? false }
    }

    /// Takes a free slot for the subscription.
    func add(_ subscription: Subscription, after beginning: StreamPosition) {
        let slot = subscriptions.firstIndex { $0 == nil } ?? subscriptions.count
        if slot == subscriptions.count { subscriptions.append(nil) }
        subscriptions[slot] = subscription
        subscriptionCount += 1
        outbox.open(
            slot: slot, after: beginning, prefix: subscription.prefix, policy: subscription.policy)
    }

    /// Ends the subscription of a slot, if it has one, and returns it. What waits of it, and what
    /// it has lost, is still told.
    func remove(slot: Int) -> Subscription? {
        guard let subscription = subscriptions[slot] else { return nil }
        subscriptions[slot] = nil
        subscriptionCount -= 1
        return subscription
    }

    /// Makes room for what its subscriptions bring in the time that their lines may be stale.
    func resizeOutbox() {
        let sizing = OutboxSizing(subscriptions.compactMap { $0?.need })
        outbox.resize(sizing.limits(within: outbox.ceiling))
        guard let bytes = sizing.sendBufferBytes, !isReplaying else { return }
        // A kernel that does not allow it holds more than it need.
        try? StreamSocket.setSendBuffer(bytes: bytes, on: descriptor.raw)
    }

    /// The slot of the replay whose turn it is.
    func takeReplayTurn() -> Int? {
        for step in 0..<subscriptions.count {
            let slot = (lastReplayed + 1 + step) % subscriptions.count
            guard case .replaying = subscriptions[slot]?.state else { continue }
            lastReplayed = slot
            return slot
        }
        return nil
    }

    /// Sends lines, or queues what the kernel does not take.
    @inline(__always)
    func send(
        _ bytes: UnsafeRawBufferPointer, _ lines: some OutgoingLines, identity: IdentityHash,
        room: @autoclosure () -> Int
    ) -> Outbox.FlushOutcome {
        guard outbox.isEmpty else {
            return outbox.enqueue(bytes, lines, identity: identity, room: room())
        }
        let outcome = StreamSocket.send(to: descriptor.raw, bytes)
        guard case .sent(bytes.count) = outcome else {
            let room = room()
            return outbox.keep(after: outcome, bytes, lines, identity: identity, room: room)
        }
        outbox.noteSent(lines, bytes: bytes.count)
        return .drained
    }

    /// Sends the last line of the connection.
    func sendLast(
        _ bytes: UnsafeRawBufferPointer, identity: IdentityHash
    ) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        return outbox.deliverLast(bytes, identity: identity) { StreamSocket.send(to: raw, $0) }
    }

    func flush(identity: IdentityHash) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        return outbox.flush(identity: identity) { StreamSocket.send(to: raw, $0) }
    }

    /// The most memory that the connection's waiting lines may take within what all may.
    func room(within limit: Int, _ counters: HubCounters) -> Int {
        limit - counters.bytesWaiting + countedBytes
    }

    /// Brings up to date what the counters hold of what waits for the connection.
    func count(in counters: inout HubCounters) {
        let isWaiting = !outbox.isEmpty
        guard isWaiting || isCountedWaiting else { return }
        let bytes = outbox.heldBytes
        counters.addWaiting(bytes - countedBytes)
        countedBytes = bytes
        counters.note(lines: outbox.lineCount, bytes: outbox.byteCount)
        count(isWaiting: isWaiting, in: &counters)
    }

    private func count(isWaiting: Bool, in counters: inout HubCounters) {
        let isFollowing = isWaiting && subscriptionCount > 0
        if isWaiting != isCountedWaiting { counters.connectionsWaiting += isWaiting ? 1 : -1 }
        if isFollowing != isCountedFollowing { counters.followersWaiting += isFollowing ? 1 : -1 }
        (isCountedWaiting, isCountedFollowing) = (isWaiting, isFollowing)
    }

    /// Adds what has happened to its lines, and takes out what waits, which nobody will read.
    func countOut(of counters: inout HubCounters) {
        counters.lines = counters.lines + outbox.counts
        counters.addWaiting(-countedBytes)
        countedBytes = 0
        count(isWaiting: false, in: &counters)
    }
}
