import ChannelPipeline

/// Many who begin to follow a large fleet at about the same time have it brought to the present
/// once.
///
/// Lines of few lanes are in memory long enough for those who wait. Those of many are not: who
/// waits is given the lanes as they stood at its beginning or shortly before, and goes on from
/// there. Each such copy lies within what somebody who waits may take while it catches up.
extension FleetSource {
    /// Keeps where the lanes stand that a feed brings, if others wait for it. To be called before
    /// it goes on: what has gone beyond the beginning of those who wait is of no use to them.
    func keepStanding(of replay: Replay, _ number: Int) {
        guard standings[number] == nil, replay.choices.count > recalledLanes,
            !live.isFollowed(replay.shape), leaders.hasWaiting || !openedNow.isEmpty
        else { return }
        standings[number] = replay.standingLanes
    }

    /// Gives those who wait what a feed has kept for them, which is not there any more.
    func handStandingOver(of number: Int) {
        guard let standing = standings.removeValue(forKey: number) else { return }
        for waiting in leaders.waiting.union(openedNow) {
            guard case .opened(let opening) = feeds[waiting].state, wantsStanding(opening),
                opening.shape == standing.shape, standing.instant <= opening.present
            else { continue }
            opening.standing = standing
        }
    }

    /// Notes where the lanes stand for one who begins now and whose turn has not come, before the
    /// fleet goes on.
    func noteStanding(for opening: FleetFeed.Opening) {
        guard wantsStanding(opening), opening.choices.count <= Self.standingLanesAtOnce else {
            return
        }
        opening.standing = live.standingLanes(of: opening.shape)
    }

    private func wantsStanding(_ opening: FleetFeed.Opening) -> Bool {
        opening.isOfNow && opening.standing == nil && opening.choices.count > recalledLanes
    }

    /// Some milliseconds of a tick.
    private static var standingLanesAtOnce: Int { 10_000 }
}
