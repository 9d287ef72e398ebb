import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// Brings subscriptions to the present and joins them to the live fleet: performs the actions that
/// ``FeedTable`` returns, and decides nothing.
extension Subscriptions {
    func catchUp(_ number: FeedID, bytes: Int) -> Bool {
        let action = feeds.takeTurn(number, at: clockwork.lastTick) { LiveOffer(to: $0, by: live) }
        switch action {
        case .wait: return false
        case .beginRecall(let recall):
            live.follow(recall.channel, choices(of: feeds.lanes(of: number)))
            if recall.opening.isResume { resumes.recalled += 1 }
            return recallLines(recall, of: number, bytes)
        case .recall(let recall): return recallLines(recall, of: number, bytes)
        case .beginArrival(let opening):
            let channel = live.follow(opening.shape, opening.choices)
            let arrival = Arrival(opening, channel, in: live)
            feeds.begin(number, with: arrival)
            return letLanesCome(arrival, bytes)
        case .arrive(let arrival): return letLanesCome(arrival, bytes)
        case .beginReplay(let opening):
            let replay = replay(of: opening)
            feeds.begin(number, with: replay)
            return replayLines(replay, of: number, bytes)
        case .replay(let replay): return replayLines(replay, of: number, bytes)
        case .stay: return true
        }
    }

    /// Lets lanes come to a reader that its channel has got.
    private func letLanesCome(_ arrival: Arrival, _ bytes: Int) -> Bool {
        if threads.count == 0 { _ = bringLanes() }
        guard !live.isWithinTick else { return false }
        return arrival.appendSnapshots(from: live, bytes: bytes, into: &recalled)
    }

    private func recallLines(_ recall: Recall, of number: FeedID, _ bytes: Int) -> Bool {
        let progress = recall.appendLines(
            from: live, bytes: bytes, isPaced: clockwork.isPaced, into: &recalled)
        switch progress {
        case .more: return false
        case .present: return true
        case .forgotten:
            let leaving = feeds.forget(number)
            live.leave(leaving.channel, choices(of: leaving.lanes))
            return false
        }
    }

    func replay(of opening: Opening) -> Replay {
        if opening.isResume { resumes.recomputed += 1 }
        feedsComputed += 1
        return live.replay(
            opening.shape, opening.choices, from: opening.start, beginning: opening.beginning,
            opened: opening.opened, includesSnapshots: opening.includesSnapshots,
            lateLanes: opening.lateLanes, schedule: clockwork.schedule)
    }

    private func replayLines(_ replay: Replay, of number: FeedID, _ bytes: Int) -> Bool {
        takeFlownLanes()
        while threads.hasRoom, let detachment = replay.detach(steps: LaneThreads.steps) {
            threads.begin(detachment, for: .replay(number))
        }
        return replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

    func unseenLanes(of number: FeedID) -> UnseenLanes? { feeds.arrival(of: number)?.unseen }

    func isFarAhead(_ number: FeedID) -> Bool {
        feeds.replay(of: number).map { $0.stepsAhead >= limits.historySamples } ?? false
    }

    func noteRead(_ number: FeedID) { feeds.replay(of: number)?.noteRead() }

    func isWaiting(_ number: FeedID) -> Bool { feeds.isWaiting(number) }

    func consumeReleases() -> Int { feeds.consumeReleases() }

    func consumeLines(of number: FeedID, _ body: (borrowing LineBlock) -> Void) {
        if let replay = feeds.replay(of: number) { return replay.consumeLines(body) }
        guard !recalled.isEmpty else { return }
        body(recalled)
        recalled.removeAll()
    }

    func join(_ number: FeedID) -> ChannelID {
        switch feeds.join(number) {
        case .follow(let channel, let shape):
            endCatchUp(number, shape)
            return channel
        case .takeOver(let replay):
            let lanes = feeds.lanes(of: number)
            let channel = live.join(replay, following: choices(of: lanes))
            feeds.join(number, channel: channel)
            endCatchUp(number, replay.shape)
            return channel
        case .stay(let channel): return channel
        }
    }

    /// Accounts for a feed that has caught up.
    private func endCatchUp(_ number: FeedID, _ shape: ChannelShape) {
        let followed = choices(of: feeds.lanes(of: number))
        ledger.endCatchUp(shape, followed, passing: feeds.endPassing(of: number))
    }

    func reading(of number: FeedID) -> ReadingNeed {
        ReadingNeed(feeds.shape(of: number) { live.shape(of: $0) })
    }

    func choices(of lanes: FeedTable.Lanes) -> [LaneChoice] {
        switch lanes {
        case .all: allChoices
        case .some(let choices): choices
        }
    }

    func close(_ number: FeedID) {
        let remains = feeds.close(number)
        threads.abandon(number)
        shares.close(number)
        let followed = choices(of: remains.lanes)
        if let (shape, passing) = remains.unfinished {
            if let channel = remains.channel { live.leave(channel, followed) }
            ledger.endCatchUp(shape, followed, passing: passing)
            ledger.close(shape, followed)
        } else if let channel = remains.channel {
            let shape = live.shape(of: channel)
            live.leave(channel, followed)
            ledger.close(shape, followed)
        }
    }
}
