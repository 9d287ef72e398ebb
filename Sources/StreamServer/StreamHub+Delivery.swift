import LinuxIO
import Vocabulary
import WireProtocol

extension StreamHub {
    /// Hands the lines of the last tick to everyone who follows their channels: one write each.
    package func publish() {
        var gathering: [UInt64] = []
        for channel in source.channelsWithLines {
            let outcomes = source.withLines(of: channel) { block in
                deliver(block, to: followers[channel]?.all ?? [], gathering: &gathering)
            }
            for (token, outcome) in outcomes { act(on: outcome, token) }
        }
        for token in gathering { gather(for: token) }
        source.removeLines()
    }

    /// Sends a block to those with a single subscription; notes the others for later.
    ///
    /// Acting on an outcome can end a subscription, which must wait until the block is let go.
    private func deliver(
        _ block: borrowing LineBlock, to followers: [Follower], gathering: inout [UInt64]
    ) -> [(UInt64, Outbox.FlushOutcome)] {
        var outcomes: [(UInt64, Outbox.FlushOutcome)] = []
        for follower in followers {
            guard let peer = connections[follower.token] else { continue }
            if peer.subscriptionCount > 1 {
                if !peer.isGathering { gathering.append(follower.token) }
                peer.isGathering = true
                continue
            }
            let outcome = deliver(block, to: peer, slot: follower.slot)
            peer.count(in: &counters)
            if outcome != .drained { outcomes.append((follower.token, outcome)) }
        }
        return outcomes
    }

    private func deliver(
        _ block: borrowing LineBlock, to peer: Peer, slot: Int
    ) -> Outbox.FlushOutcome {
        guard let subscription = peer.subscriptions[slot] else { return .drained }
        guard subscription.takesWholeBlocks else {
            batch.removeAll()
            batch.add(block, of: subscription, slot: slot)
            return batch.isEmpty ? .drained : sendGathered(to: peer)
        }
        let lines = BlockLines(block, slot: slot)
        return block.bytes.withUnsafeBytes { send($0, lines, to: peer) }
    }

    /// Hands lines to a peer's outbox, with what is left of the memory for all.
    @inline(__always)
    func send(
        _ bytes: UnsafeRawBufferPointer, _ lines: some Collection<Outbox.Line>, to peer: Peer
    ) -> Outbox.FlushOutcome {
        let room = peer.room(within: limits.waitingBytes, counters)
        return peer.send(bytes, lines, identity: source.identity, room: room)
    }

    /// Everything that is due to a connection with several subscriptions, in one write unless it
    /// is much.
    private func gather(for token: UInt64) {
        guard let peer = connections[token] else { return }
        peer.isGathering = false
        batch.removeAll()
        var outcome = Outbox.FlushOutcome.drained
        for slot in peer.subscriptions.indices where outcome.allowsMore {
            guard let subscription = peer.subscriptions[slot],
                case .live(let channel) = subscription.state
            else { continue }
            source.withLines(of: channel) { batch.add($0, of: subscription, slot: slot) }
            guard batch.bytes.count > Self.gatheredBytes else { continue }
            outcome = sendGathered(to: peer)
            batch.removeAll()
        }
        if !batch.isEmpty, outcome.allowsMore { outcome = sendGathered(to: peer) }
        act(on: outcome, peer, token)
    }

    /// What is gathered beyond so many bytes leaves before more is added.
    private static var gatheredBytes: Int { 1 << 16 }

    private func sendGathered(to peer: Peer) -> Outbox.FlushOutcome {
        let lines = batch.lines
        return batch.bytes.withUnsafeBytes { send($0, lines, to: peer) }
    }

    private func act(on outcome: Outbox.FlushOutcome, _ token: UInt64) {
        guard let peer = connections[token] else { return }
        act(on: outcome, peer, token)
    }

    /// Tells everyone who follows something that the daemon lives, and where the present is.
    ///
    /// A peer with lines waiting is passed over: it has enough to read.
    package func beat() {
        resumeAccepting()
        let anchor = Anchor(identity: source.identity, position: source.present)
        for (token, peer) in connections where peer.subscriptionCount > 0 && peer.outbox.isEmpty {
            let isReplaying = peer.isReplaying
            tell(peer, token) { source.appendBeat(anchor: isReplaying ? nil : anchor, to: &$0) }
        }
    }
}
