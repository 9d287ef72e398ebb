import Vocabulary
import WireProtocol

extension StreamHub {
    /// Answers one line of a peer.
    func handle(_ line: ArraySlice<UInt8>, from peer: Peer, _ token: UInt64) {
        counters.requests += 1
        do throws(RequestFailure) {
            let message = try RequestDecoder.decode(line, number: peer.splitter.lineNumber)
            answer(message.request, id: message.id, peer, token)
        } catch {
            refuse(error.error, id: error.id, peer, token)
        }
    }

    func refuseLongLine(from peer: Peer, _ token: UInt64) {
        peer.longLines += 1
        counters.requests += 1
        refuse(.lineTooLong(line: peer.splitter.lineNumber), id: nil, peer, token)
        guard peer.longLines >= ProtocolLimits.longLinesBeforeClosing else { return }
        end(peer, token, .lineTooLong)
    }

    func refuse(_ error: WireError, id: RequestID?, _ peer: Peer, _ token: UInt64) {
        counters.requestsRefused += 1
        tell(peer, token) { ErrorLine.append(error, id: id, to: &$0) }
    }

    private func answer(_ request: Request, id: RequestID?, _ peer: Peer, _ token: UInt64) {
        switch request {
        case .client(let name): greet(name, id: id, peer, token)
        case .subscribe(let request): subscribe(request, id: id, peer, token)
        case .unsubscribe(let name): unsubscribe(name, id: id, peer, token)
        case .sessions(let from, let limit):
            peer.answers.append((id, source.sessions(from: from, limit: limit)))
            queueIfAble(peer, token)
        case .describe: tell(peer, token) { source.appendDescription(id: id, to: &$0) }
        case .status: tell(peer, token) { source.appendStatus(counters, id: id, to: &$0) }
        case .command:
            let error = WireError(
                .unknownOperation, reason: "This daemon takes no commands yet.",
                suggestion: "Ask with describe what it does.", field: "op")
            refuse(error, id: id, peer, token)
        case .typed(let word): answer(word, peer, token)
        }
    }

    private func answer(_ word: TypedWord, _ peer: Peer, _ token: UInt64) {
        switch word {
        case .help: tell(peer, token) { $0.appendHelp() }
        case .status: tell(peer, token) { source.appendStatus(counters, id: nil, to: &$0) }
        case .watch: subscribe(SubscribeRequest(), id: nil, peer, token)
        case .quit: end(peer, token, .quit)
        }
    }

    private func greet(_ name: String, id: RequestID?, _ peer: Peer, _ token: UInt64) {
        peer.clientName = name
        let last = lastByes.removeValue(forKey: name)
        tell(peer, token) { line in
            OkLine.append(id: id, to: &line) { $0.appendField("last_bye", last?.rawValue) }
        }
    }

    private func subscribe(
        _ request: SubscribeRequest, id: RequestID?, _ peer: Peer, _ token: UInt64
    ) {
        do throws(WireError) {
            try checkRoom(for: request, peer)
            let replay = try source.open(request)
            peer.add(Subscription(request, replay: replay))
            counters.subscriptions += 1
            let anchor = Anchor(identity: source.identity, position: replay.beginning)
            tell(peer, token) { line in
                OkLine.append(id: id, to: &line) { line in
                    line.appendField("sub", request.name)
                    line.appendField("anchor", anchor.description)
                }
            }
            queueIfAble(peer, token)
        } catch {
            refuse(error, id: id, peer, token)
        }
    }

    /// Requests are read only while their answers have room: a peer that asks without reading
    /// the answers is not heard until it reads. One for whom nothing waits is always heard.
    func hasRoomForAnswers(to peer: Peer) -> Bool {
        guard peer.answers.count < ProtocolLimits.subscriptions else { return false }
        return peer.outbox.isEmpty
            || peer.outbox.byteCount < limits.outboxBytes / 2
                && counters.bytesWaiting < limits.waitingBytes / 2
    }

    func canBeHeard(_ peer: Peer) -> Bool { !peer.unheard.isEmpty && hasRoomForAnswers(to: peer) }

    private func checkRoom(for request: SubscribeRequest, _ peer: Peer) throws(WireError) {
        guard peer.slot(named: request.name) == nil else {
            throw WireError(
                .duplicateSubscription,
                reason: request.name.map { "The connection has a subscription \"\($0)\" already." }
                    ?? "The connection has a subscription without a name already.",
                suggestion: "Unsubscribe first, or give this one another name with \"sub\".",
                field: "sub")
        }
        guard peer.subscriptionCount < ProtocolLimits.subscriptions else {
            throw WireError(
                .tooManySubscriptions,
                reason: "A connection has at most \(ProtocolLimits.subscriptions) subscriptions.",
                suggestion: "Unsubscribe from one, or open another connection.")
        }
    }

    private func unsubscribe(_ name: String?, id: RequestID?, _ peer: Peer, _ token: UInt64) {
        guard let slot = peer.slot(named: name) else {
            let error = WireError(
                .unknownSubscription,
                reason: name.map { "The connection has no subscription \"\($0)\"." }
                    ?? "The connection has no subscription without a name.",
                suggestion: "Name one of the connection's own subscriptions.", field: "sub")
            return refuse(error, id: id, peer, token)
        }
        leave(peer, token, slot)
        tell(peer, token) { line in
            OkLine.append(id: id, to: &line) { $0.appendField("sub", name) }
        }
    }
}
