import LinuxIO
import Vocabulary
import WireProtocol

extension StreamHub {
    /// Hands the lines made last to everyone who follows their channels: one write each.
    package func publish() {
        let channels = source.channelsWithLines
        guard !channels.isEmpty else { return }
        for channel in channels { deliver(channel) }
        settleAll()
        for token in gathering { gather(for: token) }
        settleAll()
        gathering.removeAll(keepingCapacity: true)
        noteDelivered()
        due = nil
        source.removeLines()
    }

    /// Sends a channel's lines to those with a single subscription; notes the others for later.
    private func deliver(_ channel: Int) {
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
        due = min(due ?? blockDue, blockDue)
    }

    private func deliver(_ block: borrowing LineBlock, toAll followers: [Follower]) {
        block.withLines { deliver($0, BlockLines($1, $1.indices), toAll: followers) }
        for follower in followers where !follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1,
                    let subscription = peer.subscriptions[follower.slot]
                else { return gatherLater(for: peer) }
                batch.removeAll()
                batch.add(block, of: subscription, slot: follower.slot)
                if !batch.isEmpty { _ = sendGathered(to: peer) }
            }
        }
    }

    private func deliver(
        _ bytes: UnsafeRawBufferPointer, _ lines: BlockLines, toAll followers: [Follower]
    ) {
        var (delivery, taken) = (Delivery(bytes, lines, due: due), 0)
        for follower in followers where follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                delivery.lines.slot = follower.slot
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

    /// Sends the lines of one lane.
    private func deliver(
        _ block: borrowing LineBlock, _ runs: ArraySlice<LaneIndex.Run>, to followers: [Follower]
    ) {
        block.withLines { bytes, entries in
            guard runs.count == 1 else { return }
            let lines = BlockLines(entries, runs[runs.startIndex].lines)
            var delivery = Delivery(
                UnsafeRawBufferPointer(rebasing: bytes[lines.bytes]), lines, due: due)
            for follower in followers where follower.takesLinesUnchanged {
                follower.withPeer { peer in
                    guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                    delivery.lines.slot = follower.slot
                    settle(send(delivery, to: peer), lines.dataCount, peer)
                }
            }
        }
        for follower in followers where runs.count > 1 || !follower.takesLinesUnchanged {
            follower.withPeer { peer in
                guard peer.subscriptionCount == 1 else { return gatherLater(for: peer) }
                deliver(block, runs, slot: follower.slot, to: peer)
            }
        }
    }

    private func deliver(
        _ block: borrowing LineBlock, _ runs: ArraySlice<LaneIndex.Run>, slot: Int,
        to peer: Connection
    ) {
        guard let subscription = peer.subscriptions[slot], subscription.selectsOneLane else {
            return gatherLater(for: peer)
        }
        batch.removeAll()
        for run in runs { batch.add(block, lines: run.lines, of: subscription, slot: slot) }
        if !batch.isEmpty { _ = sendGathered(to: peer) }
    }

    private func gatherLater(for peer: Connection) {
        guard !peer.isGathering else { return }
        peer.isGathering = true
        gathering.append(peer.token)
    }

    /// Hands lines to a peer's outbox, with what is left of the memory for all.
    @inline(__always)
    func send(
        _ delivery: Delivery<some OutgoingLines>, to peer: Connection
    ) -> Outbox.FlushOutcome {
        peer.send(
            delivery, room: peer.room(within: limits.waitingBytes, tally), noting: &delivered)
    }

    /// Notes what became of a delivery. Acting on it, with ``settleAll()``, can end a subscription,
    /// which must wait until the block is let go.
    func settle(_ outcome: Outbox.FlushOutcome, _ lines: Int, _ peer: Connection) {
        guard outcome == .drained else {
            peer.count(in: &tally)
            return unsettled.append((peer.token, outcome))
        }
        noteDelivery(lines)
    }

    private func noteDelivery(_ lines: Int) {
        delivered.add(lines, due: due)
        if delivered.isPortion { noteDelivered() }
    }

    /// Hands on what has left since the last call.
    func noteDelivered() {
        guard !delivered.isEmpty else { return }
        source.note(delivered)
        delivered.removeAll()
    }

    /// Everything that is due to a connection with several subscriptions, in one write unless it
    /// is much.
    private func gather(for token: ConnectionTable.Token) {
        guard let peer = connections[token] else { return }
        peer.isGathering = false
        batch.removeAll()
        var outcome = Outbox.FlushOutcome.drained
        for slot in peer.subscriptions.indices where outcome.allowsMore {
            guard let subscription = peer.subscriptions[slot],
                case .live(let channel) = subscription.state
            else { continue }
            source.withLines(of: Int(channel)) {
                batch.add($0, of: subscription, slot: slot)
            }
            guard batch.bytes.count > Self.gatheredBytes else { continue }
            outcome = sendGathered(to: peer)
            batch.removeAll()
        }
        if !batch.isEmpty { _ = sendGathered(to: peer) }
    }

    /// What is gathered beyond so many bytes leaves before more is added.
    private static var gatheredBytes: Int { 1 << 16 }

    private func sendGathered(to peer: Connection) -> Outbox.FlushOutcome {
        let (lines, due) = (batch.lines, due)
        let outcome = batch.bytes.withUnsafeBytes { send(Delivery($0, lines, due: due), to: peer) }
        settle(outcome, lines.dataCount, peer)
        return outcome
    }

    /// Acts on what ``settle(_:_:_:)`` has noted.
    func settleAll() {
        for (token, outcome) in unsettled {
            guard let peer = connections[token] else { continue }
            act(on: outcome, peer)
        }
        unsettled.removeAll(keepingCapacity: true)
    }
}
