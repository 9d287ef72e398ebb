import Vocabulary
import WireProtocol

/// The sessions that some lanes fly at one instant, brought there in slices.
package final class SessionsPage {
    /// Of the lanes that are flown here.
    private let ordinals: Range<Int>
    private var run: FleetRun
    private var nextOrdinal: Int
    private var bringing: Int?
    private let instant: FleetInstant
    private var flights: [LaneFlight] = []

    /// - Parameters:
    ///   - lanes: where the page begins, and how many of those lanes it has that are flown here.
    ///   - instant: the present of the fleet.
    package init(of fleet: Fleet, lanes: Range<Int>, at instant: FleetInstant) {
        let first = fleet.shard.ordinal(from: lanes.lowerBound)
        ordinals = (first..<first + lanes.count).clamped(to: 0..<fleet.flownLaneCount)
        self.instant = instant
        nextOrdinal = ordinals.lowerBound
        run = FleetRun(of: fleet, after: instant)
    }

    /// Takes about `steps` steps of lanes; true once all are there.
    package func advance(steps: Int) -> Bool {
        var left = steps
        while left > 0, bringing != nil || ordinals.contains(nextOrdinal) {
            let place = bringing ?? begin()
            let taken = run.bring(place, to: instant, atMost: left)
            if taken < left { finish(place) }
            left -= max(1, taken)
        }
        return bringing == nil && !ordinals.contains(nextOrdinal)
    }

    /// Appends the answer to `sessions`, one whole line, with where the next page begins.
    package func append(id: RequestID?, to bytes: inout LineBuffer) {
        bytes.append(#"{"type":"sessions""#)
        bytes.appendField(id: id)
        bytes.appendName("t")
        bytes.appendTime(instant)
        bytes.appendShard(of: run.fleet)
        bytes.appendField("total", run.fleet.flownLaneCount)
        if ordinals.upperBound < run.fleet.flownLaneCount {
            bytes.appendField("next", run.fleet.shard.lane(at: ordinals.upperBound))
        }
        bytes.append(#","sessions":["#)
        for (index, flight) in flights.enumerated() {
            bytes.append(index == 0 ? #"{"lane":"# : #",{"lane":"#)
            bytes.appendInteger(Int64(flight.lane))
            bytes.appendFacts(of: flight, in: run.fleet)
            bytes.append("}")
        }
        bytes.append("]}\n")
    }

    private func begin() -> Int {
        let session = run.fleet.session(of: run.fleet.shard.lane(at: nextOrdinal), at: instant)
        nextOrdinal += 1
        let place = run.add(LaneFlight(session, of: run.fleet, fliesOneSession: true))
        bringing = place
        return place
    }

    private func finish(_ place: Int) {
        bringing = nil
        flights.append(run.flights[place])
    }
}
