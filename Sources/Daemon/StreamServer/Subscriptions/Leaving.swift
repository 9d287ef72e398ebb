import Vocabulary
import WireProtocol

/// How subscriptions end: at their source, and in the fan-out that they followed.
extension StreamHub {
    /// Ends one subscription at its source; its waiting lines stay in the outbox.
    func leave(_ peer: Connection, _ number: Int) {
        guard let subscription = peer.remove(subscription: number) else { return }
        tally.subscriptions -= 1
        users.unsubscribe(peer.user)
        if subscription.isReplaying {
            users.endReplay(of: peer.user, due: subscription.linesDue)
        }
        if subscription.policy == .wait { tally.subscriptionsAwaited -= 1 }
        if case .live(let channel) = subscription.state {
            unfollow(channel, peer, number, subscription)
        }
        source.feeds.close(subscription.feed)
    }

    private func unfollow(
        _ channel: ChannelID, _ peer: Connection, _ number: Int, _ subscription: Subscription
    ) {
        switch subscription.selection {
        case .all:
            let index = Int(subscription.followerIndex)
            let moved = followers[channel]?.removeFromAll(at: index)
            moved?.withPeer { [number = moved?.subscription ?? 0] in
                $0.subscriptions[number]?.followerIndex = Int32(index)
            }
        case .some(let selected):
            let follower = Follower(peer, subscription: number, takesLinesUnchanged: false)
            followers[channel]?.remove(follower, selected)
        }
        if followers[channel]?.isEmpty ?? false { followers[channel] = nil }
    }

    func leaveAll(_ peer: Connection) {
        if turns.answering == peer.token { turns.answering = nil }
        for number in peer.subscriptions.indices { leave(peer, number) }
    }
}
