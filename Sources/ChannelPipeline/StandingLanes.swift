import Vocabulary

/// Where the lanes of a channel stood at one instant, for subscriptions that begin then or later:
/// they go on from there, instead of from the starts of the sessions.
///
/// As large as the lanes themselves.
package final class StandingLanes: Sendable {
    /// Everything due up to and including it has been taken, and nothing else.
    let instant: FleetInstant
    /// By ascending lane.
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
    /// Where those of the chosen lanes stand that have a part in a channel, but for those that are
    /// cut off at a past session. O(lanes).
    ///
    /// - Parameters:
    ///   - choices: by ascending lane.
    ///   - instant: up to which all of them have been taken.
    func standing(
        _ choices: [LaneChoice], channel index: Int, at instant: FleetInstant
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
                    flight: lane.flight, part: lane.part, through: max(lane.through, instant)))
        }
        return StandingLanes(lanes, at: instant)
    }
}
