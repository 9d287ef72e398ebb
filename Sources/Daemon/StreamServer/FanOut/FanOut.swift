import Vocabulary
import WireProtocol

/// How live lines reach the followers of their channels: the way from the tick to the sockets.
///
/// A connection with one subscription gets a channel's lines in one write. A connection with
/// several is noted, and gets the lines of all its channels together (*gathered*).
extension StreamHub {
    /// Sends the lines that wait in the channels to their followers, one write each, and forgets
    /// them.
    package func publish() {
        let channels = source.channelsWithLines
        guard !channels.isEmpty else { return }
        for channel in channels { deliver(channel) }
        settleAll()
        for token in outgoing.gathering { gather(for: token) }
        settleAll()
        outgoing.gathering.removeAll(keepingCapacity: true)
        noteDelivered()
        outgoing.due = nil
        source.removeLines()
    }

    /// Sends a channel's lines to followers with a single subscription; notes the others.
    private func deliver(_ channel: ChannelID) {
        source.withLines(of: channel) { block in
            followers[channel]?.index(block)
            guard let following = followers[channel] else { return }
            noteDue(block)
            deliver(block, toAll: following.ofAll)
            following.forEachLaneWithLines { deliver(block, $0, to: $1) }
        }
    }

    private func noteDue(_ block: borrowing LineBlock) {
        guard let first = block.entries.first(where: \.isData) else { return }
        let blockDue = source.due(first.position.instant)
        outgoing.due = min(outgoing.due ?? blockDue, blockDue)
    }

    private func deliver(_ block: borrowing LineBlock, toAll followers: [Follower]) {
        block.withLines { deliver($0, BlockLines($1, $1.indices), toAll: followers) }
        for follower in followers where !follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1,
                    let subscription = peer.subscriptions[follower.subscription]
                else { return gatherLater(for: peer) }
                batch.removeAll()
                batch.add(block, of: subscription, number: follower.subscription)
                if !batch.isEmpty { _ = sendGathered(to: peer) }
            }
        }
    }

    private func deliver(
        _ bytes: UnsafeRawBufferPointer, _ lines: BlockLines, toAll followers: [Follower]
    ) {
        var (delivery, taken) = (Delivery(bytes, lines, due: outgoing.due), 0)
        for follower in followers where follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                delivery.lines.subscription = follower.subscription
                let outcome = send(delivery, to: peer)
                guard outcome == .drained else { return settle(outcome, 0, peer) }
                taken += 1
            }
            guard taken == Delivered.portion else { continue }
            noteDelivery(taken * lines.dataCount)
            taken = 0
        }
        noteDelivery(taken * lines.dataCount)
    }

    /// Sends the lines of one lane to the followers that selected it.
    private func deliver(
        _ block: borrowing LineBlock, _ runs: ArraySlice<LaneIndex.Run>, to followers: [Follower]
    ) {
        block.withLines { bytes, entries in
            guard runs.count == 1 else { return }
            let lines = BlockLines(entries, runs[runs.startIndex].lines)
            var delivery = Delivery(
                UnsafeRawBufferPointer(rebasing: bytes[lines.bytes]), lines, due: outgoing.due)
            for follower in followers where follower.takesLinesUnchanged {
                follower.withPeer { peer in
                    guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                    delivery.lines.subscription = follower.subscription
                    settle(send(delivery, to: peer), lines.dataCount, peer)
                }
            }
        }
        for follower in followers where runs.count > 1 || !follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                deliver(block, runs, subscription: follower.subscription, to: peer)
            }
        }
    }

    private func deliver(
        _ block: borrowing LineBlock, _ runs: ArraySlice<LaneIndex.Run>, subscription number: Int,
        to peer: Connection
    ) {
        guard let subscription = peer.subscriptions[number], subscription.selectsOneLane else {
            return gatherLater(for: peer)
        }
        batch.removeAll()
        for run in runs { batch.add(block, lines: run.lines, of: subscription, number: number) }
        if !batch.isEmpty { _ = sendGathered(to: peer) }
    }

    private func gatherLater(for peer: Connection) {
        guard !peer.places.contains(.gathering) else { return }
        peer.places.insert(.gathering)
        outgoing.gathering.append(peer.token)
    }

    /// Sends lines to a peer by way of its outbox, within the memory that is left for its user.
    @inline(__always)
    func send(
        _ delivery: Delivery<some OutgoingLines>, to peer: Connection
    ) -> Outbox.FlushOutcome {
        peer.send(delivery, room: room(for: peer), noting: &delivered)
    }

    /// Notes the outcome of a delivery.
    func settle(_ outcome: Outbox.FlushOutcome, _ lines: Int, _ peer: Connection) {
        // Acting on the outcome can end a subscription, which must not happen while a block is
        // being read: `settleAll` does it afterwards.
        guard outcome == .drained else {
            peer.count(in: &tally)
            return outgoing.unsettled.append((peer.token, outcome))
        }
        noteDelivery(lines)
    }

    private func noteDelivery(_ lines: Int) {
        delivered.add(lines, due: outgoing.due)
        if delivered.isPortion { noteDelivered() }
    }

    /// Passes the lines that have left since the last call on to the histogram of lateness.
    func noteDelivered() {
        guard !delivered.isEmpty else { return }
        source.note(delivered)
        delivered.removeAll()
    }

    /// Sends the lines of all subscriptions of a connection, in one write up to
    /// ``gatheredBytes``.
    private func gather(for token: ConnectionTable.Token) {
        guard let peer = connections[token] else { return }
        peer.places.remove(.gathering)
        batch.removeAll()
        var outcome = Outbox.FlushOutcome.drained
        for number in peer.subscriptions.indices where outcome.allowsMore {
            guard let subscription = peer.subscriptions[number], let channel = subscription.channel
            else { continue }
            source.withLines(of: channel) {
                batch.add($0, of: subscription, number: number)
            }
            guard batch.bytes.count > Self.gatheredBytes else { continue }
            outcome = sendGathered(to: peer)
            batch.removeAll()
        }
        if !batch.isEmpty { _ = sendGathered(to: peer) }
    }

    /// Gathered lines leave once they have more bytes than this.
    private static var gatheredBytes: Int { 1 << 16 }

    private func sendGathered(to peer: Connection) -> Outbox.FlushOutcome {
        let (lines, due) = (batch.lines, outgoing.due)
        let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines, due: due), to: peer) }
        settle(outcome, batch.dataCount, peer)
        return outcome
    }

    /// Acts on the outcomes that ``settle(_:_:_:)`` has noted.
    func settleAll() {
        for (token, outcome) in outgoing.unsettled {
            guard let peer = connections[token] else { continue }
            act(on: outcome, peer)
        }
        outgoing.unsettled.removeAll(keepingCapacity: true)
    }
}
