import ChannelPipeline
import Vocabulary

/// Which feeds wait for others, and how lanes are handed over to them.
extension FeedTable {
    /// Whether the feed got the action `wait` in its last turn.
    package func isWaiting(_ number: FeedID) -> Bool { leaders.isWaiting(number) }

    /// How many of the waiting feeds have got a reason to take a turn since the last call.
    package mutating func consumeReleases() -> Int { leaders.consumeReleases() }

    /// Hands the lanes of a replay over to feeds of the same shape that were opened since the
    /// replay's beginning. O(feeds that lack lanes), and O(lanes) if there are any such feeds.
    mutating func handOver(from replay: Replay) {
        // Before the replay goes on: lanes beyond a feed's beginning are of no use to it.
        guard !lackingLanes.isEmpty, let instant = replay.standingInstant else { return }
        let openings = openingsLackingLanes.filter { opening in
            opening.shape == replay.shape && opening.opened >= instant
                && replay.contains(opening.choices)
        }
        guard !openings.isEmpty, let standing = replay.standingLanes else { return }
        for opening in openings { opening.standing = standing }
        leaders.releaseAll()
    }

    /// Saves what the next step of the fleet would overwrite, for the feeds that were opened since
    /// the last one and have had no turn: the snapshots of their sessions if their lines will be in
    /// memory, else copies of the lanes that others follow. To be called before the fleet goes on.
    ///
    /// Within a tick it does nothing: some lanes have gone beyond where the feeds begin.
    package mutating func noteBeginnings(in live: borrowing LiveFleet) {
        guard !live.isWithinTick else { return }
        noteSnapshots(in: live)
        handOver(from: live)
    }

    private mutating func noteSnapshots(in live: borrowing LiveFleet) {
        for number in openedNow {
            guard case .opened(let opening) = self[number].state, opening.snapshots == nil,
                LiveOffer.hasLanes(of: opening, live)
            else { continue }
            opening.snapshots = Snapshots(of: opening, in: live)
        }
        openedNow.removeAll(keepingCapacity: openedNow.count < 1000)
    }

    private mutating func handOver(from live: borrowing LiveFleet) {
        guard !lackingLanes.isEmpty else { return }
        var room = lanesAtOnce
        for opening in openingsLackingLanes where opening.opened == live.now {
            guard opening.lacksLanes, opening.choices.count <= room,
                LiveOffer.hasLanes(of: opening, live)
            else { continue }
            room -= opening.choices.count
            opening.standing = live.standingLanes(of: opening.shape, opening.choices)
        }
    }

    private var openingsLackingLanes: [Opening] {
        mutating get {
            var openings: [Opening] = []
            // In the order of opening, so that the feeds opened first get the room.
            for number in lackingLanes.sorted() {
                guard case .opened(let opening) = self[number].state, opening.lacksLanes else {
                    lackingLanes.remove(number)
                    continue
                }
                openings.append(opening)
            }
            return openings
        }
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
