import Simulation
import Vocabulary

/// A replay of many lanes lends some of them to another thread.
extension Replay {
    /// Gives the next lanes away, which somebody else is to bring and hand to ``rejoin(_:)``.
    ///
    /// Never more than a third of those that are left, so that hardly anybody waits for the last.
    ///
    /// - Parameter steps: about how many steps of lanes the work is to take at most, but for a lane
    ///   that takes more by itself.
    /// - Returns: nil if lanes are away already, fewer than three are left, or they go on from
    ///   where they stood.
    package func detach(steps: Int) -> LaneDetachment? {
        let count = min(max(1, steps / stepsOfLane), choicesLeft.count / 3)
        guard standing == nil, detachedCount == 0, count > 0 else { return nil }
        let given = choicesLeft.prefix(count)
        choicesLeft = choicesLeft.dropFirst(count)
        detachedCount = count
        return LaneDetachment(
            fleet: fleet, shape: shape, beginning: beginning, lanes: given.compactMap(lane(of:)))
    }

    /// How many steps lie between a session's start and an instant in it, on the average.
    private var stepsOfLane: Int {
        Int(FleetDuration.lap.ticks / fleet.rate.period.ticks / 2)
    }

    /// Takes the lanes back that ``detach(steps:)`` has given away. Traps if there are none.
    package func rejoin(_ brought: BroughtLanes) {
        precondition(detachedCount > 0, "lanes rejoin a replay that has given none away")
        for lane in brought.lanes { run.take(lane, channel: 0) }
        detachedCount = 0
    }
}
