import LinuxIO
import Vocabulary
import WireProtocol

/// How rights change while peers are connected.
extension StreamHub {
    /// Asks anew what each peer may do. Subscriptions that lose a right end at once; all else goes
    /// on. O(connections), and a system call or two for each.
    ///
    /// - Parameter access: says what the peer at the other end of a descriptor may do.
    package func change(_ access: @escaping (Int32) -> Rights) {
        entrance.access = access
        for peer in connections.all where peer.stage != .closing {
            let (before, now) = (peer.rights, access(peer.descriptor.raw))
            guard now != before else { continue }
            peer.rights = now
            withdrawAnswers(from: peer)
            for number in peer.subscriptions.indices { withdraw(number, from: peer, before) }
        }
    }

    /// Ends a subscription that the peer's rights do not cover any more.
    ///
    /// - Parameter before: the rights with which the subscription was opened, or more.
    private func withdraw(_ number: Int, from peer: Connection, _ before: Rights) {
        guard let subscription = peer.subscriptions[number] else { return }
        var isLive = false
        if case .live = subscription.state { isLive = true }
        // Snapshots that are still to come show all that the peer was allowed to see.
        let isCovered =
            source.feeds.reading(of: subscription.feed).isCovered(by: peer.rights)
            && (isLive || before.sight.isSubset(of: peer.rights.sight))
        guard !isCovered else { return }
        leave(peer, number)
        peer.outbox.close(subscription: number)
        peer.resizeOutbox()
        let anchor = isLive ? Anchor(identity: identity, position: source.present) : nil
        tell(peer) { line in
            line.appendEnded(subscription.name, Self.code(peer.rights), anchor: anchor)
        }
    }

    /// Ends pages that are being computed and show more than the peer may read now.
    private func withdrawAnswers(from peer: Connection) {
        guard peer.answerCount > 0 else { return }
        let answers = peer.conversation.answers
        let ended = answers.filter { !$0.need.isCovered(by: peer.rights) }
        guard let first = answers.first, !ended.isEmpty else { return }
        // Only the first answer is being worked on.
        if !first.need.isCovered(by: peer.rights), turns.answering == peer.token {
            turns.answering = nil
        }
        peer.conversation.answers.removeAll { !$0.need.isCovered(by: peer.rights) }
        peer.restIfSilent()
        for pending in ended {
            let error = WireError(
                .unableToComplete,
                reason: "The client's rights have changed while it was computed.",
                suggestion: "Send the request again.")
            refuse(error, id: pending.id, peer)
        }
    }

    private static func code(_ rights: Rights) -> ErrorCode {
        rights.isDetermined ? .sharingDenied : .authorizationNotDetermined
    }
}
