import Vocabulary
import WireProtocol

/// How far subscriptions are on their way to the present: what they are told.
extension StreamHub {
    /// Tells every subscription that has been on its way to the present for a second how far it is;
    /// to be called in every tick. O(connections) once a second.
    package func tellProgress(at now: MonotonicInstant) {
        guard now - connections.looks.progress >= Self.interval else { return }
        connections.looks.progress = now
        for peer in connections.all {
            let wasOnItsWay = peer.places.contains(.catchUp)
            guard peer.places.set(.catchUp, peer.isCatchingUp) == 0, wasOnItsWay,
                peer.outbox.isEmpty
            else { continue }
            tellProgress(peer, at: now)
        }
        // Not earlier: a `bye` is written into the same batch.
        settleAll()
    }

    private static var interval: Duration { .seconds(1) }

    private func tellProgress(_ peer: Connection, at now: MonotonicInstant) {
        batch.removeAll()
        for case .some(let subscription) in peer.subscriptions
        where subscription.isCatchingUp(withReplays: true) {
            guard let progress = source.feeds.progress(of: subscription.feed, at: now) else {
                continue
            }
            batch.add { line in
                line.append(bytes: subscription.prefix)
                line.append(progress)
            }
        }
        guard !batch.isEmpty else { return }
        let lines = batch.lines
        let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines), to: peer) }
        settle(outcome, 0, peer)
    }
}
