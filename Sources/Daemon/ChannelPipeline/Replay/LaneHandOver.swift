import Vocabulary

/// Some lanes of a replay that are brought to its beginning apart from it, on any thread.
///
/// A pure piece of work: lanes know nothing of one another, so that each comes out as it would
/// have in the replay.
package struct LaneDetachment: Sendable {
    /// A lane before its first step.
    struct Lane: Sendable {
        let session: SessionName
        let fliesOneSession: Bool
        /// The last instant to be taken.
        let through: FleetInstant
    }

    let fleet: Fleet
    let shape: ChannelShape
    let beginning: StreamPosition
    let lanes: [Lane]

    /// Flies every lane from its session's start; a millisecond or two each at one sample a second.
    package func bring() -> BroughtLanes {
        // A channel of its own: threads that count references to the same arrays hinder each other.
        var run = FleetRun(of: fleet, after: beginning.instant - FleetDuration(ticks: 1))
        let channel = run.add(Channel(shape: shape, of: fleet, after: beginning))
        let brought = lanes.map { lane in
            let flight = LaneFlight(
                lane.session, of: fleet, fliesOneSession: lane.fliesOneSession)
            let place = run.add(flight)
            _ = run.bring(place, to: lane.through, atMost: .max)
            return run.brought(place, channel: channel)
        }
        precondition(run.lineBytes(of: channel) == 0, "lines of lanes that are being brought")
        return BroughtLanes(lanes: brought)
    }
}

/// Lanes that stand where their replay begins.
package struct BroughtLanes: Sendable {
    let lanes: [BroughtLane]
}

/// A lane's flight and its part of a channel, and the instant to which they were brought.
struct BroughtLane: Sendable {
    let flight: LaneFlight
    let part: Channel.Part?
    let through: FleetInstant
    var book: LaneBook?
}

/// A replay of many lanes lends some of them to another thread.
extension Replay {
    /// Gives the next lanes away: the caller has them brought and handed to ``rejoin(_:)``.
    ///
    /// Never more than a third of the lanes left, so that the replay hardly waits for the last.
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
        for lane in brought.lanes { run.take(lane, channel: .only) }
        detachedCount = 0
    }
}

/// Where the lanes of a channel stood at one instant, for subscriptions that begin then or later:
/// they go on from there, instead of from the starts of the sessions.
///
/// As large as the lanes themselves.
package final class StandingLanes: Sendable {
    /// Everything due up to and including it has been taken, and nothing else.
    let instant: FleetInstant
    /// The lanes, ascending by number.
    private let lanes: [BroughtLane]

    init(_ lanes: [BroughtLane], at instant: FleetInstant) {
        self.lanes = lanes
        self.instant = instant
    }

    /// A lane in the given session; nil if it stood in another one, or was not there. O(log lanes)
    func lane(in session: SessionName) -> BroughtLane? {
        var range = lanes.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = lanes[middle].flight.session
            if found.lane == session.lane { return found == session ? lanes[middle] : nil }
            range =
                found.lane < session.lane
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension FleetRun {
    /// Where the chosen lanes stand that have a part in a channel, without lanes that are cut off
    /// at a past session. O(lanes).
    ///
    /// - Parameters:
    ///   - choices: by ascending lane.
    ///   - instant: the instant up to which all of the lanes have been taken.
    func standing(
        _ choices: [LaneChoice], channel index: ChannelID, at instant: FleetInstant
    ) -> StandingLanes? {
        guard channels[index] != nil else { return nil }
        var lanes: [BroughtLane] = []
        lanes.reserveCapacity(choices.count)
        for choice in choices {
            guard let place = place(of: choice.lane) else { continue }
            let lane = brought(place, channel: index)
            guard lane.part != nil, lane.flight.goesOn(in: fleet) else { continue }
            lanes.append(
                BroughtLane(
                    flight: lane.flight, part: lane.part, through: max(lane.through, instant),
                    book: lane.book))
        }
        return StandingLanes(lanes, at: instant)
    }
}
