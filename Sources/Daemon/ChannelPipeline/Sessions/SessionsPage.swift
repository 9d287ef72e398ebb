import Vocabulary
import WireProtocol

/// A page of sessions by lane at one instant; the lanes are advanced to it in slices.
package final class SessionsPage {
    private var run: FleetRun
    private var lanesLeft: ArraySlice<LaneID>
    /// The first lane of the next page; nil on the last page.
    private let next: LaneID?
    /// The number of lanes on all pages.
    private let total: Int
    private var bringing: PlaceID?
    private let instant: FleetInstant
    private var flights: [LaneFlight] = []
    private let sight: Sight

    /// - Parameters:
    ///   - lane: the page begins at it and has at most `limit` lanes, of those flown here; started
    ///     lanes whose session has not ended follow the fleet's own.
    ///   - instant: the present of the fleet.
    ///   - sight: what the reader of the page may see.
    package init(
        of fleet: Fleet, from lane: LaneID, limit: Int, at instant: FleetInstant,
        sight: Sight = .everything
    ) {
        self.sight = sight
        self.instant = instant
        run = FleetRun(of: fleet, after: instant)
        let started = fleet.startedLanes(at: instant)
        let (flown, shard) = (fleet.flownLaneCount, fleet.shard)
        total = flown + started.count
        let first = shard.ordinal(from: lane)
        let own = (first..<first + limit).clamped(to: 0..<flown)
        let startedFrom = started.drop { $0 < lane }
        lanesLeft = own.map(shard.lane)[...] + startedFrom.prefix(limit - own.count)
        let ownBeyond = own.upperBound < flown ? shard.lane(at: own.upperBound) : nil
        next = ownBeyond ?? startedFrom.dropFirst(limit - own.count).first
    }

    /// Computes about `steps` samples; true once all lanes have arrived.
    package func advance(steps: Int) -> Bool {
        var left = steps
        while left > 0, bringing != nil || !lanesLeft.isEmpty {
            let place = bringing ?? begin()
            let taken = run.bring(place, to: instant, atMost: left)
            if taken < left { finish(place) }
            left -= max(run.fleet.stepsOfLook, taken)
        }
        return bringing == nil && lanesLeft.isEmpty
    }

    /// Appends the answer to `sessions`, one whole line, with where the next page begins.
    package func append(id: AnswerID?, to bytes: inout LineBuffer) {
        bytes.append(#"{"type":"sessions""#)
        bytes.appendField(id: id)
        bytes.appendName("t")
        bytes.appendTime(instant)
        bytes.appendShard(of: run.fleet)
        bytes.appendField("total", total)
        if let next { bytes.appendField("next", next.index) }
        bytes.appendSessions(flights, in: run.fleet, sight)
        bytes.append("}\n")
    }

    private func begin() -> PlaceID {
        let session = run.fleet.session(of: lanesLeft.removeFirst(), at: instant)
        let place = run.add(LaneFlight(session, of: run.fleet, fliesOneSession: true))
        bringing = place
        return place
    }

    private func finish(_ place: PlaceID) {
        bringing = nil
        flights.append(run.flights[place.row])
    }
}
