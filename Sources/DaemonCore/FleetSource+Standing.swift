import ChannelPipeline
import StreamServer
import Vocabulary

/// Many who begin to follow a large fleet at about the same time have it brought to the present
/// once.
///
/// Lines of few lanes are in memory long enough for those who wait. Those of many are not: who
/// waits is given the lanes as they stood at its beginning or shortly before, and goes on from
/// there. Such a copy has the lanes of one who waits, and so lies within the memory set aside for
/// what it takes while it catches up.
extension FleetSource {
    /// Whether the lines of its lanes are likely to be in memory until they have been told.
    func mayRecall(_ opening: FleetFeed.Opening) -> Bool {
        !opening.isOfNow || mayRecall(opening.shape, opening.choices.count)
    }

    private func mayRecall(_ shape: ChannelShape, _ lanes: Int) -> Bool {
        guard schedule.speed.isPaced else { return true }
        return flow(shape, lanes).bytes <= recalledBytesPerSecond
    }

    /// Gives those who have opened the same since a feed did the lanes as they stand in its replay.
    /// To be called before it goes on: what has gone beyond their beginning is of no use to them.
    func handLanes(of replay: Replay) {
        guard let instant = replay.standingInstant,
            !mayRecall(replay.shape, replay.choices.count)
        else { return }
        let openings = openingsWithoutLanes.filter { opening in
            opening.shape == replay.shape && opening.present >= instant
                && replay.isChosen(opening.choices)
        }
        guard !openings.isEmpty, let standing = replay.standingLanes else { return }
        for opening in openings { opening.standing = standing }
        leaders.releaseAll()
    }

    private var openingsWithoutLanes: [FleetFeed.Opening] {
        feeds.numbers.compactMap { number in
            guard case .opened(let opening) = feeds[number].state, wantsLanes(opening) else {
                return nil
            }
            return opening
        }
    }

    /// Notes where the lanes stand that somebody begins to follow now whose turn has not come,
    /// before the fleet goes on.
    ///
    /// - Parameter room: how many lanes may be copied yet.
    func noteLanes(for opening: FleetFeed.Opening, room: inout Int) {
        guard wantsLanes(opening), opening.choices.count <= room, isLive(opening) else { return }
        room -= opening.choices.count
        opening.standing = live.standingLanes(of: opening.shape, opening.choices)
    }

    /// Some milliseconds of a tick.
    static var lanesAtOnce: Int { 10_000 }

    private func wantsLanes(_ opening: FleetFeed.Opening) -> Bool {
        opening.standing == nil && opening.isOfNow && !mayRecall(opening)
    }

    /// Whether its lanes stand at its beginning now, in a channel that has all of them.
    func isLive(_ opening: FleetFeed.Opening) -> Bool {
        opening.present == live.now && channel(recalling: opening) != nil
    }
}
