import Vocabulary

/// Some lanes that are brought to an instant by themselves, on any thread.
///
/// A pure piece of work: lanes know nothing of one another, so that each comes out as it would
/// have in a run with all the others.
package struct LaneDetachment: Sendable {
    /// A lane before its first step.
    struct Lane: Sendable {
        let lane: LaneID
        /// The session to begin with; nil for the one that the lane flies at ``through``, which
        /// takes long to look up in a calendar.
        var session: SessionName?
        var fliesOneSession = false
        /// The last instant to be taken.
        let through: FleetInstant

        /// The lane before its first step.
        func flight(in fleet: Fleet) -> LaneFlight {
            let session = session ?? fleet.firstSession(of: lane, from: through)
            return LaneFlight(session, of: fleet, fliesOneSession: fliesOneSession)
        }
    }

    let fleet: Fleet
    let shape: ChannelShape
    let beginning: StreamPosition
    let lanes: [Lane]
    /// How many lanes were asked for: some may have nothing to be flown.
    let choiceCount: Int

    /// Flies every lane from its session's start; a millisecond or two each at one sample a second.
    package func bring() -> BroughtLanes {
        // A channel of its own: threads that count references to the same arrays hinder each other.
        var run = FleetRun(of: fleet, after: beginning.instant - FleetDuration(ticks: 1))
        let channel = run.add(Channel(shape: shape, of: fleet, after: beginning))
        let brought = lanes.map { lane in
            let place = run.add(lane.flight(in: fleet))
            _ = run.bring(place, to: lane.through, atMost: .max)
            return run.brought(place, channel: channel)
        }
        precondition(run.lineBytes(of: channel) == 0, "lines of lanes that are being brought")
        return BroughtLanes(lanes: brought, choiceCount: choiceCount)
    }
}

/// Lanes that stand where their replay begins.
package struct BroughtLanes: Sendable {
    let lanes: [BroughtLane]
    let choiceCount: Int
}

/// A lane's flight and its part of a channel, and the instant to which they were brought.
package struct BroughtLane: Sendable {
    let flight: LaneFlight
    let part: Channel.Part?
    package let through: FleetInstant
    var book: LaneBook?

    package var lane: LaneID { flight.lane }
}

/// A replay of many lanes lends some of them to another thread.
extension Replay {
    /// Gives the next lanes away: the caller has them brought and handed to ``rejoin(_:)``.
    ///
    /// Never more than a third of the lanes left, so that the replay hardly waits for the last.
    ///
    /// - Parameter steps: about how many steps of lanes the work is to take at most, but for a lane
    ///   that takes more by itself.
    /// - Returns: nil if fewer than three lanes are left.
    package func detach(steps: Int) -> LaneDetachment? {
        let count = min(max(1, steps / stepsOfLane), choicesLeft.count / 3)
        guard count > 0 else { return nil }
        let given = choicesLeft.prefix(count)
        choicesLeft = choicesLeft.dropFirst(count)
        detachedCount += count
        return LaneDetachment(
            fleet: fleet, shape: shape, beginning: beginning, lanes: given.compactMap(lane(of:)),
            choiceCount: count)
    }

    /// How many steps lie between a session's start and an instant in it, on the average.
    private var stepsOfLane: Int {
        Int(FleetDuration.lap.ticks / fleet.rate.period.ticks / 2)
    }

    /// Takes lanes back that ``detach(steps:)`` has given away. Traps if it has not.
    package func rejoin(_ brought: BroughtLanes) {
        precondition(
            detachedCount >= brought.choiceCount, "lanes rejoin a replay that has not given them")
        for lane in brought.lanes { run.take(lane, channel: .only) }
        detachedCount -= brought.choiceCount
    }

    /// Whether it can do nothing before lanes rejoin it.
    package var awaitsLanes: Bool { detachedCount > 0 && choicesLeft.isEmpty && bringing == nil }
}
