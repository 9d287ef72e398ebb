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
        case .beginReplay(let opening):
            let replay = replay(of: opening)
            feeds.begin(number, with: replay)
            return replayLines(replay, of: number, bytes)
        case .replay(let replay): return replayLines(replay, of: number, bytes)
        case .stay: return true
        }
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
        if opening.standing == nil { feedsComputed += 1 }
        return live.replay(
            opening.shape, opening.choices, from: opening.start, beginning: opening.beginning,
            opened: opening.opened, includesSnapshots: opening.includesSnapshots,
            lateLanes: opening.lateLanes, standing: opening.standing, schedule: clockwork.schedule)
    }

    private func replayLines(_ replay: Replay, of number: FeedID, _ bytes: Int) -> Bool {
        shareWork(of: replay, number)
        return replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

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
        case .follow(let recall):
            endCatchUp(number, recall.opening.shape)
            return recall.channel
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
        if sideWork?.feed == number { sideWork = nil }
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

    /// The lanes of all replays, and how many of them have been brought from their sessions' starts
    /// to where the subscription begins. O(subscriptions).
    ///
    /// Subscriptions that wait or recall are left out: another's replay most often computes what
    /// they wait for.
    var catchingUp: (brought: Int, of: Int) {
        var (left, lanes) = (0, 0)
        for replay in feeds.replays {
            left += replay.lanesLeft
            lanes += replay.choices.count
        }
        return (lanes - left, lanes)
    }

    /// The progress of the replays, for the end of a sentence; empty if there are none.
    var progress: String {
        let (brought, lanes) = catchingUp
        return lanes > 0 ? ", lanes caught up: \(brought) of \(lanes)" : ""
    }
}

/// A second thread helps to replay lanes, if there is a second processor.
///
/// It works only while no subscription is live: it cannot delay a live line then. It helps one feed
/// at a time, some lanes at a time; only that feed's own catch-up waits for it. Seen: the first
/// subscriber to 3000 sessions is live after 1.36 s instead of 2.59 s, for the same time of
/// processors.
extension Subscriptions {
    /// Lanes of a feed that the second thread replays.
    struct SideWork {
        let feed: FeedID
        let task: SideTask<BroughtLanes>
    }

    /// About how many steps of lanes the second thread computes at a time: a tenth of a second. On
    /// a busy machine it waits for its next lanes until the engine's thread gets a processor.
    private static var sideSteps: Int { 128_000 }

    /// Gives a replay the lanes that the second thread has computed, and the thread the next ones.
    private func shareWork(of replay: Replay, _ number: FeedID) {
        if let work = sideWork, work.feed == number, let lanes = work.task.consume() {
            replay.rejoin(lanes)
            sideWork = nil
        }
        guard sideWork == nil, hasSecondProcessor, live.laneCount == 0,
            let detachment = replay.detach(steps: Self.sideSteps)
        else { return }
        sideWork = SideWork(feed: number, task: SideTask { detachment.bring() })
    }
}
