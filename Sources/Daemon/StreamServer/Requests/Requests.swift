import WireProtocol

/// How the hub answers requests: at once, or in slices as ``StreamAnswer`` says.
extension StreamHub {
    func refuse(_ error: WireError, id: AnswerID?, _ peer: Connection) {
        tally.requestsRefused += 1
        tell(peer) { ErrorLine.append(error, id: id, to: &$0) }
    }

    /// Answers a request as far as the peer has a right to it.
    ///
    /// - Parameter excess: nil unless the peer's user asks too often.
    func answer(
        _ request: Request, id: AnswerID?, _ peer: Connection, _ excess: WireError?
    ) {
        do throws(WireError) {
            if let excess { throw excess }
            answer(permitted: try peer.rights.permitted(request), id: id, peer)
        } catch {
            if case .command(let command) = request {
                log(.command(command, by: peer.facts.credentials, refused: error.code))
            }
            refuse(error, id: id, peer)
        }
    }

    private func answer(permitted request: Request, id: AnswerID?, _ peer: Connection) {
        let rights = peer.rights
        switch request {
        case .client(let name): greet(name, id: id, peer)
        case .subscribe(let request): subscribe(request, id: id, peer)
        case .unsubscribe(let name): unsubscribe(name, id: id, peer)
        case .sessions(let from, let limit):
            let answer = source.sessions(from: from, limit: limit, sight: rights.sight)
            work(on: answer, .sessions(rights.sight), id: id, for: peer)
        case .sortedSessions(let request):
            let answer = source.sessions(request, sight: rights.sight)
            work(on: answer, .sessions(rights.sight), id: id, for: peer)
        case .query(let request): query(request, id: id, peer)
        case .describe: tell(peer) { source.appendDescription(for: rights, id: id, to: &$0) }
        case .status: tell(peer) { source.appendStatus(counters, for: rights, id: id, to: &$0) }
        case .clients(let from, let limit):
            let now = clock()
            tell(peer) { appendClients(from: from, limit: limit, id: id, at: now, to: &$0) }
        case .command(let request): perform(request, id: id, peer)
        case .typed(let word): answer(word, peer)
        }
    }

    private func query(_ request: QueryRequest, id: AnswerID?, _ peer: Connection) {
        do throws(WireError) {
            let answer = try source.query(request, id: id)
            work(on: answer, AnswerNeed(request), id: id, for: peer)
        } catch {
            refuse(error, id: id, peer)
        }
    }

    private func work(
        on answer: any StreamAnswer, _ need: AnswerNeed, id: AnswerID?, for peer: Connection
    ) {
        peer.conversation.answers.append(PendingAnswer(id: id, answer: answer, need: need))
        queueIfAble(peer)
    }

    private func answer(_ word: TypedWord, _ peer: Connection) {
        switch word {
        case .help: tell(peer) { $0.appendHelp() }
        case .status:
            tell(peer) { source.appendStatus(counters, for: peer.rights, id: nil, to: &$0) }
        // The subscription that `watch` stands for has been permitted.
        case .watch: subscribe(SubscribeRequest(), id: nil, peer)
        case .quit: end(peer, .quit)
        }
    }

    private func greet(_ name: String, id: AnswerID?, _ peer: Connection) {
        peer.conversation.clientName = name
        let last = users.lastByes.removeValue(forKey: NamedClient(user: peer.user, name: name))
        tell(peer) { line in
            OkLine.append(id: id, to: &line) { $0.appendField("last_bye", last?.rawValue) }
        }
    }

    private func subscribe(
        _ request: SubscribeRequest, id: AnswerID?, _ peer: Connection
    ) {
        do throws(WireError) {
            try checkRoom(for: request, peer)
            let feed = try source.feeds.open(request, for: claimant(peer))
            let subscription = Subscription(request, feed: feed)
            peer.add(subscription, after: feed.beginning)
            peer.resizeOutbox()
            peer.places.remove(.rest)
            tally.subscriptions += 1
            users.subscribe(peer.user)
            if subscription.isReplaying {
                users.beginReplay(of: peer.user, due: subscription.linesDue)
            }
            if request.queue == .wait { tally.subscriptionsAwaited += 1 }
            let anchor = Anchor(identity: identity, position: feed.beginning)
            tell(peer) { line in
                OkLine.append(id: id, to: &line) { line in
                    line.appendField("sub", request.name)
                    line.appendField("anchor", anchor.description)
                    line.appendField(denied: request.denied)
                }
            }
            queueIfAble(peer)
        } catch {
            refuse(error, id: id, peer)
        }
    }

    private func checkRoom(for request: SubscribeRequest, _ peer: Connection) throws(WireError) {
        guard peer.number(named: request.name) == nil else {
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
        try checkUserRoom(peer)
    }

    // The answer may come after the peer has gone: the closure keeps its token, not the connection.
    private func perform(
        _ request: CommandRequest, id: AnswerID?, _ peer: Connection
    ) {
        let who = peer.facts.credentials
        source.commands.perform(request, by: peer.rights, among: users.connected) {
            [weak self, token = peer.token] outcome in
            self?.log(.command(request, by: who, refused: outcome.refusal))
            guard let self, let peer = connections[token], peer.stage != .closing else { return }
            answer(outcome, id: id, peer)
        }
    }

    private func answer(_ outcome: CommandOutcome, id: AnswerID?, _ peer: Connection) {
        switch outcome {
        case .refused(let error): refuse(error, id: id, peer)
        case .done(let command, let isDurable):
            tell(peer) { line in
                OkLine.append(id: id, to: &line) { line in
                    line.appendEffect(of: command, identity: identity, isDurable: isDurable)
                    line.appendField("note", source.commands.note(on: command))
                }
            }
        }
    }

    private func unsubscribe(_ name: String?, id: AnswerID?, _ peer: Connection) {
        guard let number = peer.number(named: name) else {
            let error = WireError(
                .unknownSubscription,
                reason: name.map { "The connection has no subscription \"\($0)\"." }
                    ?? "The connection has no subscription without a name.",
                suggestion: "Name one of the connection's own subscriptions.", field: "sub")
            return refuse(error, id: id, peer)
        }
        leave(peer, number)
        peer.outbox.close(subscription: number)
        peer.resizeOutbox()
        tell(peer) { line in
            OkLine.append(id: id, to: &line) { $0.appendField("sub", name) }
        }
    }
}
