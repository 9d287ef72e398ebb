import LinuxIO
import Vocabulary
import WireProtocol

/// One peer: its descriptor, what it is saying, what it is yet to be told, its subscriptions.
final class Connection<Replay: StreamReplay> {
    enum Stage {
        case serving
        /// The peer has closed its sending side and goes on reading.
        case listening
        /// Nothing more is read; closed once what waits has left.
        case closing
    }

    let descriptor: Descriptor
    var splitter = LineSplitter()
    var outbox: Outbox
    var stage = Stage.serving
    var clientName: String?
    /// By slot; a free slot is nil.
    var subscriptions: [Subscription<Replay>?] = []
    /// Answers that take work, in the order of their requests.
    var answers: [(id: RequestID?, answer: any StreamAnswer)] = []
    var longLines = 0
    /// What the event poll is asked to report.
    var interest: Readiness = [.read]

    init(_ descriptor: consuming Descriptor, outbox: Outbox) {
        self.descriptor = descriptor
        self.outbox = outbox
    }

    var subscriptionCount: Int { subscriptions.count { $0 != nil } }

    var isReplaying: Bool {
        subscriptions.contains {
            guard case .replaying = $0?.state else { return false }
            return true
        }
    }

    var hasWork: Bool { !answers.isEmpty || isReplaying }

    func slot(named name: String?) -> Int? {
        subscriptions.firstIndex { $0.map { $0.name == name } ?? false }
    }

    /// Takes a free slot for the subscription.
    func add(_ subscription: Subscription<Replay>) {
        let slot = subscriptions.firstIndex { $0 == nil } ?? subscriptions.count
        if slot == subscriptions.count { subscriptions.append(nil) }
        subscriptions[slot] = subscription
        outbox.open(
            slot: slot, after: subscription.replay.beginning, prefix: subscription.prefix)
    }

    /// Requests are read only while their answers have room: a peer that asks without reading
    /// the answers is not heard until it reads.
    var hasRoomForAnswers: Bool {
        outbox.byteCount < ProtocolLimits.outboxBytes / 2
            && answers.count < ProtocolLimits.subscriptions
    }

    /// Sends lines, or queues what the kernel does not take.
    func send(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Outbox.Line>,
        identity: IdentityHash
    ) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        return outbox.deliver(bytes, lines, identity: identity) {
            StreamSocket.send(to: raw, $0)
        }
    }

    func flush(identity: IdentityHash) -> Outbox.FlushOutcome {
        let raw = descriptor.raw
        return outbox.flush(identity: identity) { StreamSocket.send(to: raw, $0) }
    }
}
