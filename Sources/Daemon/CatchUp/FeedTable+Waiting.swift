import ChannelPipeline
import Vocabulary

/// Which feeds wait, for another feed or for lanes, and what lets them go on.
extension FeedTable {
    /// Whether a feed has nothing to do in a turn before another feed, or a thread, has gone on.
    package func isWaiting(_ number: FeedID) -> Bool {
        leaders.isWaiting(number) || arriving[number]?.isWaiting ?? false
            || replay(of: number)?.awaitsLanes ?? false
    }

    /// How many of the waiting feeds have got a reason to take a turn since the last call.
    package mutating func consumeReleases() -> Int {
        defer { releases = 0 }
        return leaders.consumeReleases() + releases
    }

    /// Lanes that a replay has given away have been brought. Nothing happens if it has none away.
    package mutating func rejoin(_ number: FeedID, _ lanes: BroughtLanes) {
        guard let replay = replay(of: number) else { return }
        replay.rejoin(lanes)
        releases += 1
    }

    /// Lanes have come into the channel of a shape, or their sessions are over: the feeds that wait
    /// for them go on. O(lanes × feeds that wait for lanes)
    package mutating func land(_ lanes: [LaneID], _ shape: ChannelShape) {
        for arrival in arriving.values where arrival.shape == shape {
            var hasCome = false
            for lane in lanes where arrival.land(lane) { hasCome = true }
            if hasCome { releases += 1 }
        }
    }

    /// Saves what the next step of the fleet would overwrite, for the feeds that were opened since
    /// the last one and have had no turn: the snapshots of their sessions, if their lines will be
    /// in memory. To be called before the fleet goes on.
    ///
    /// Within a tick it does nothing: some lanes have gone beyond where the feeds begin.
    package mutating func noteBeginnings(in live: borrowing LiveFleet) {
        guard !live.isWithinTick else { return }
        for number in openedNow {
            guard case .opened(let opening) = self[number].state, opening.snapshots == nil,
                LiveOffer.hasLanes(of: opening, live)
            else { continue }
            opening.snapshots = Snapshots(of: opening, in: live)
        }
        openedNow.removeAll(keepingCapacity: openedNow.count < 1000)
    }

    /// A feed that has no replay yet and is to begin one at once.
    package struct EndedWait {
        package let feed: FeedID
        package let opening: Opening
        /// The channel and lanes that the feed follows no longer.
        package let leaving: Leaving?
    }

    /// The feeds whose next line lies before a point and is not being computed: each is opened now,
    /// waits for no other, and is to be given a replay. A feed that recalls and has not read all of
    /// its snapshots begins anew: it gets some of them twice rather than lose the rest. O(feeds).
    package mutating func endWaits(before position: StreamPosition) -> [EndedWait] {
        rows.indices.map { FeedID(row: $0) }.compactMap { number in
            var leaving: Leaving?
            if case .recalling(let recall) = rows[number.row]?.state, recall.position < position {
                let whole = recall.hasSnapshots ? nil : recall.opening
                leaving = forget(number)
                if let whole { setState(.opened(whole), of: number) }
            }
            guard case .opened(let opening) = rows[number.row]?.state, opening.beginning < position
            else { return nil }
            leaders.remove(number)
            return EndedWait(feed: number, opening: opening, leaving: leaving)
        }
    }

    /// The replays that are under way, by number. O(feeds).
    package var replays: [Replay] {
        rows.compactMap { feed in
            guard case .replaying(let replay) = feed?.state else { return nil }
            return replay
        }
    }
}
