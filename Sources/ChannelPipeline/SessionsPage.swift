import Vocabulary
import WireProtocol

/// The sessions that some lanes fly at one instant, brought there in slices.
package final class SessionsPage {
    package let lanes: Range<Int>
    private var run: FleetRun
    private var nextLane: Int
    private var bringing: Int?
    private let instant: FleetInstant
    private var flights: [LaneFlight] = []

    /// - Parameters:
    ///   - lanes: cut to those that the fleet has.
    ///   - instant: the present of the fleet.
    package init(of fleet: Fleet, lanes: Range<Int>, at instant: FleetInstant) {
        self.lanes = lanes.clamped(to: 0..<fleet.laneCount)
        self.instant = instant
        nextLane = self.lanes.lowerBound
        run = FleetRun(of: fleet, after: instant)
    }

    /// Takes about `steps` steps of lanes; true once all are there.
    package func advance(steps: Int) -> Bool {
        var left = steps
        while left > 0, bringing != nil || lanes.contains(nextLane) {
            let place = bringing ?? begin()
            let taken = run.bring(place, to: instant, atMost: left)
            if taken < left { finish(place) }
            left -= max(1, taken)
        }
        return bringing == nil && !lanes.contains(nextLane)
    }

    /// Appends the answer to `sessions`, one whole line, with where the next page begins.
    package func append(id: RequestID?, to bytes: inout LineBuffer) {
        bytes.append(#"{"type":"sessions""#)
        bytes.appendField(id: id)
        bytes.appendName("t")
        bytes.appendTime(instant)
        bytes.appendField("total", run.fleet.laneCount)
        if lanes.upperBound < run.fleet.laneCount { bytes.appendField("next", lanes.upperBound) }
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
        let session = run.fleet.session(of: nextLane, at: instant)
        nextLane += 1
        let place = run.add(LaneFlight(session, of: run.fleet, fliesOneSession: true))
        bringing = place
        return place
    }

    private func finish(_ place: Int) {
        bringing = nil
        flights.append(run.flights[place])
    }
}
