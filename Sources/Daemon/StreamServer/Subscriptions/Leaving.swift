import Vocabulary
import WireProtocol

/// How subscriptions enter the fan-out, and how they leave it and their source.
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
        unfollow(peer, number, subscription)
        source.feeds.close(subscription.feed)
    }

    /// Takes a subscription out of the followers of its channel, if it has one.
    func unfollow(_ peer: Connection, _ number: Int, _ subscription: Subscription) {
        guard let channel = subscription.channel else { return }
        if case .some(let selected) = subscription.selectionOfFollower {
            let follower = Follower(peer, subscription: number, takesLinesUnchanged: false)
            followers[channel]?.remove(follower, selected)
        } else {
            let index = Int(subscription.followerIndex)
            let moved = followers[channel]?.removeFromAll(at: index)
            moved?.withPeer { [number = moved?.subscription ?? 0] in
                $0.subscriptions[number]?.followerIndex = Int32(index)
            }
        }
        if followers[channel]?.isEmpty ?? false { followers[channel] = nil }
    }

    /// Enters a subscription among the followers of its channel.
    func follow(_ peer: Connection, _ number: Int) {
        guard let subscription = peer.subscriptions[number], let channel = subscription.channel
        else { return }
        let follower = Follower(
            peer, subscription: number, takesLinesUnchanged: subscription.takesLinesUnchanged)
        let index = followers[channel, default: Followers()]
            .insert(follower, subscription.selectionOfFollower)
        peer.subscriptions[number]?.followerIndex = Int32(index)
    }

    func leaveAll(_ peer: Connection) {
        if turns.answering == peer.token { turns.answering = nil }
        for number in peer.subscriptions.indices { leave(peer, number) }
    }
}
