import Vocabulary
import WireProtocol

/// What a hub refuses a user who has all that one user may have, so that others find room.
///
/// Root and the daemon's user are counted and never refused.
extension StreamHub {
    /// Why a peer that has just connected is not let in; nil if it is let in.
    func reasonToRefuse(_ peer: Connection) -> String? {
        let others = connections.count - 1
        guard others < limits.places(for: peer.rights) else {
            return "\(others) clients are connected already."
        }
        let own = users.connections(of: peer.user) - 1
        guard !peer.rights.isOperator else { return nil }
        let left = limits.places(for: peer.rights) - others
        guard own < limits.userClients else {
            tally.refusedByUser.clients += 1
            return "\(peer.userName) has \(own) connections already, and one user may have "
                + "\(limits.userClients)."
        }
        guard own < most(own, left: left, others: others) else {
            tally.refusedByUser.clients += 1
            return "\(peer.userName) has \(own) connections already, and the \(left) that are left "
                + "are kept for who has fewer."
        }
        return nil
    }

    /// The most connections of a user when the last fifth of all is divided: its part of them, and
    /// one at least, so that many users together leave places to newcomers.
    private func most(_ own: Int, left: Int, others: Int) -> Int {
        let isLastPart = others >= limits.clients * ProtocolLimits.shareAlonePercent / 100
        guard isLastPart, users.areSeveral else { return .max }
        return max(1, (own + left) / users.connected)
    }

    /// - Throws: `no_room` if the peer's user has all the subscriptions that one may have.
    func checkUserRoom(_ peer: Connection) throws(WireError) {
        let own = users.subscriptions(of: peer.user)
        guard !peer.rights.isOperator, own >= limits.userSubscriptions else { return }
        tally.refusedByUser.subscriptions += 1
        throw WireError(
            .noRoom,
            reason: "\(peer.userName) has \(own) subscriptions already, and one user may have "
                + "\(limits.userSubscriptions).",
            suggestion: "Unsubscribe from one, or end a connection.")
    }

    /// Counts a request; the error `rate_limited` if the peer's user asks too often.
    func excess(of peer: Connection) -> WireError? {
        guard !peer.rights.isOperator,
            !users.ask(peer.user, perSecond: limits.userRequests, at: clock())
        else { return nil }
        tally.refusedByUser.requests += 1
        return WireError(
            .rateLimited,
            reason: "\(peer.userName) asks more often than \(limits.userRequests) times a second.",
            suggestion: "Wait a second, and ask less often.")
    }
}

/// How places are made free that no client uses.
extension StreamHub {
    /// Ends connections that have not sent a line within ``ProtocolLimits/silentSeconds`` of
    /// connecting, the oldest first, while seven eighths of all places or of their user's places
    /// are taken. Connections of root and the daemon's user stay.
    ///
    /// Looks once a second at most. O(users), and O(connections) while places are short.
    package func endSilent(at now: MonotonicInstant) {
        guard now - connections.looks.silent >= .seconds(1) else { return }
        connections.looks.silent = now
        guard
            Self.isShort(connections.count, of: limits.clients)
                || Self.isShort(users.mostConnections, of: limits.userClients)
        else { return }
        let silent = connections.all.filter { isSilent($0, at: now) }
        for peer in silent.sorted(by: { $0.facts.number < $1.facts.number })
        where isPlaceWanted(of: peer) { end(peer, .silent) }
    }

    private func isSilent(_ peer: Connection, at now: MonotonicInstant) -> Bool {
        peer.stage != .closing && !peer.rights.isOperator && !peer.hasAsked
            && now - peer.facts.connected >= .seconds(ProtocolLimits.silentSeconds)
    }

    private func isPlaceWanted(of peer: Connection) -> Bool {
        Self.isShort(connections.count, of: limits.clients)
            || Self.isShort(users.connections(of: peer.user), of: limits.userClients)
    }

    /// Whether seven eighths of a limit are taken.
    private static func isShort(_ count: Int, of limit: Int) -> Bool {
        count >= limit - limit / 8
    }
}

extension Connection {
    fileprivate var userName: String {
        rights.user.map { "User \($0)" } ?? "A user that nobody knows"
    }
}
