import LinuxIO
import Vocabulary
import WireProtocol

/// All connections of one engine: accepts, reads requests, fans lines out.
///
/// It lives on the engine's queue and is called from nowhere else. Nothing in it waits: every
/// descriptor is non-blocking, and what a peer does not take waits in its own outbox.
package final class StreamHub<Source: StreamSource> {
    typealias Peer = Connection<Source.Replay>

    let source: Source
    let limits: HubLimits
    let log: (HubEvent) -> Void
    package internal(set) var counters = HubCounters()

    private let listener: ListeningSocket
    private let poll: EventPoll
    private var events = EventBuffer(capacity: 256)
    private var input = [UInt8](repeating: 0, count: 1 << 14)
    private var nextToken: UInt64 = 1
    private var isAccepting = true
    var isEnding = false

    var connections: [UInt64: Peer] = [:]
    /// By channel.
    var followers: [Int: Followers] = [:]
    /// Connections with a request, an answer or a replay to be worked on.
    var working = TurnQueue()
    var batch = Batch()
    /// Whose answer is being worked on: one at a time, because the work takes memory.
    var answering: UInt64?
    /// Why the last connection of a named client was ended, for when it comes back.
    var lastByes: [String: ByeReason] = [:]
    /// Microseconds of the monotonic clock.
    var lastStallLook: Int64 = 0

    private static var listenerToken: UInt64 { 0 }

    /// A flood of peers, or of requests of one peer, is taken in portions of this size, so that it
    /// does not keep the others waiting.
    private static var peersAtOnce: Int { 64 }
    private static var requestsAtOnce: Int { 16 }

    /// - Parameters:
    ///   - limits: read once.
    ///   - log: told of what an operator may want to know; must not call back.
    /// - Throws: if the kernel has no room for an event poll.
    package init(
        listener: consuming ListeningSocket, source: Source, limits: HubLimits = HubLimits(),
        log: @escaping (HubEvent) -> Void
    ) throws(SystemFailure) {
        self.source = source
        self.limits = limits
        self.log = log
        poll = try EventPoll()
        try poll.add(listener.raw, [.read], token: Self.listenerToken)
        self.listener = listener
    }

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
        guard let peer = connections[event.token] else { return }
        if event.readiness.contains(.write) { flush(peer, event.token) }
        let hasHungUp = !event.readiness.isDisjoint(with: [Readiness.hangUp, .failure])
        if hasHungUp, !peer.unheard.isEmpty {
            drop(peer, event.token)
        } else if hasHungUp || event.readiness.contains(.read) && peer.interest.contains(.read) {
            read(peer, event.token, hasHungUp: hasHungUp)
        }
    }

    private func acceptAll() {
        for _ in 0..<Self.peersAtOnce {
            do throws(SystemFailure) {
                guard let descriptor = try listener.accept() else { return }
                accept(descriptor)
            } catch {
                log(.acceptFailed(error))
                // Without a free descriptor, say, the listener would stay readable and spin.
                return pauseAccepting()
            }
        }
    }

    private func accept(_ descriptor: consuming Descriptor) {
        let token = nextToken
        let raw = descriptor.raw
        nextToken += 1
        let outbox = Outbox(lineLimit: limits.outboxLines, byteLimit: limits.outboxBytes)
        let peer = Peer(descriptor, outbox: outbox)
        do throws(SystemFailure) {
            try poll.add(raw, peer.interest, token: token)
        } catch {
            return log(.acceptFailed(error))
        }
        connections[token] = peer
        counters.connectionsAccepted += 1
        counters.connections = connections.count
        guard connections.count <= limits.clients else {
            return refuse(peer, token)
        }
        tell(peer, token) { source.appendHello(to: &$0) }
    }

    private func refuse(_ peer: Peer, _ token: UInt64) {
        let error = WireError(
            .tooManyClients, reason: "\(limits.clients) clients are connected already.",
            suggestion: "Try again later.")
        tell(peer, token) { ErrorLine.append(error, id: nil, to: &$0) }
        end(peer, token, .tooManyClients)
    }

    private func read(_ peer: Peer, _ token: UInt64, hasHungUp: Bool) {
        let outcome = input.withUnsafeMutableBytes {
            StreamSocket.receive(from: peer.descriptor.raw, into: $0)
        }
        switch outcome {
        case .received(let count): take(input[..<count], from: peer, token)
        case .wouldBlock: break
        case .endOfStream where hasHungUp: drop(peer, token)
        case .endOfStream: endRequests(peer, token)
        case .failed: drop(peer, token)
        }
    }

    /// The peer will ask nothing more; it may go on reading what it has subscribed to.
    private func endRequests(_ peer: Peer, _ token: UInt64) {
        guard peer.stage == .serving else { return }
        if case .cut(let line) = peer.splitter.finish() {
            refuse(
                .lineCut(line: peer.splitter.lineNumber, bytes: line.count), id: nil, peer, token)
        }
        peer.stage = .listening
        act(on: peer.flush(identity: source.identity), peer, token)
    }

    /// Answers a portion of what a peer has said, and keeps the rest for its next turn.
    private func take(_ bytes: ArraySlice<UInt8>, from peer: Peer, _ token: UInt64) {
        var chunk = bytes
        for _ in 0..<Self.requestsAtOnce {
            guard peer.stage == .serving, hasRoomForAnswers(to: peer),
                let event = peer.splitter.next(in: &chunk)
            else { break }
            switch event {
            case .line(let line): handle(line, from: peer, token)
            case .tooLong: refuseLongLine(from: peer, token)
            case .cut: break
            }
        }
        guard peer.stage == .serving else { return }
        peer.unheard = Array(chunk)
        queueIfAble(peer, token)
        updateInterest(peer, token)
    }

    /// Answers what was kept of an earlier read.
    func hear(_ peer: Peer, _ token: UInt64) {
        guard canBeHeard(peer) else { return }
        let bytes = peer.unheard
        peer.unheard = []
        take(bytes[...], from: peer, token)
    }

    func flush(_ peer: Peer, _ token: UInt64) {
        act(on: peer.flush(identity: source.identity), peer, token)
    }

    /// Writes lines that are never dropped.
    func tell(_ peer: Peer, _ token: UInt64, _ line: (inout LineBuffer) -> Void) {
        batch.removeAll()
        batch.add(line)
        sendBatch(to: peer, token)
    }

    func sendBatch(to peer: Peer, _ token: UInt64) {
        let lines = batch.lines
        let outcome = batch.bytes.withUnsafeBytes { send($0, lines, to: peer) }
        act(on: outcome, peer, token)
    }

    func act(on outcome: Outbox.FlushOutcome, _ peer: Peer, _ token: UInt64) {
        peer.count(in: &counters)
        switch outcome {
        case .drained where peer.isDone: drop(peer, token)
        case .drained, .blocked:
            queueIfAble(peer, token)
            updateInterest(peer, token)
        case .full: end(peer, token, .slowConsumer)
        case .closed: drop(peer, token)
        }
    }

    /// Asks for writability only while something waits, and for requests only while there is room.
    func updateInterest(_ peer: Peer, _ token: UInt64) {
        guard connections[token] != nil else { return }
        var wanted: Readiness = []
        if peer.stage == .serving, hasRoomForAnswers(to: peer), peer.unheard.isEmpty {
            wanted.insert(.read)
        }
        if !peer.outbox.isEmpty { wanted.insert(.write) }
        guard wanted != peer.interest else { return }
        peer.interest = wanted
        do throws(SystemFailure) {
            try poll.modify(peer.descriptor.raw, wanted, token: token)
        } catch {
            drop(peer, token)
        }
    }

    func pauseAccepting() {
        guard isAccepting else { return }
        isAccepting = false
        do throws(SystemFailure) {
            try poll.remove(listener.raw)
        } catch {
            log(.pollFailed(error))
        }
    }

    func resumeAccepting() {
        guard !isAccepting, !isEnding else { return }
        do throws(SystemFailure) {
            try poll.add(listener.raw, [.read], token: Self.listenerToken)
            isAccepting = true
        } catch {
            log(.acceptFailed(error))
        }
    }
}
