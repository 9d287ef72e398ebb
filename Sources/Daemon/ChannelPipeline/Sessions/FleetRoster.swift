import Vocabulary
import WireProtocol

/// Flies the lanes that nobody follows, for requests that sort or filter the whole fleet.
///
/// The live fleet flies only followed lanes. A request to `sessions` flies the others here, as far
/// as the work of one answer allows; the next request continues from there.
package struct FleetRoster: Sendable {
    /// What is known of one lane.
    struct Row: Sendable {
        let lane: LaneID
        /// Where its flight lies in ``flights``; nil while it has none.
        fileprivate(set) var place: PlaceID?
        /// The instant of the last request that the flight was advanced to; nil before the first.
        fileprivate(set) var through: FleetInstant?
    }

    /// The fleet's own lanes, then those that were started and have not ended; ascending.
    private(set) var rows: [Row]
    /// Incremented whenever rows are added or removed.
    private(set) var generation = 0
    /// The flights by ``Row/place``.
    private var flights: [LaneFlight] = []
    /// The places in ``flights`` whose rows were removed.
    private var freePlaces: [PlaceID] = []
    /// Flights that are no longer needed; every call of ``forget()`` frees some of them.
    private var forgotten: [LaneFlight] = []
    /// The index of the next row to advance.
    private var turn = 0
    /// How many rows are the fleet's own lanes.
    private var ownCount: Int

    init(of fleet: Fleet) {
        rows = fleet.flownLanes.map { Row(lane: $0) }
        ownCount = rows.count
    }

    /// The most bytes that the roster of a fleet takes: while the array of flights doubles.
    package static func bytesMax(of fleet: Fleet) -> Int {
        let lanes = fleet.flownLaneCount + ProtocolLimits.startedSessions
        return lanes * (2 * MemoryLayout<Row>.stride + 3 * FleetRun.placeBytesMax(of: fleet))
    }

    /// Adds lanes that the fleet has got and started ones, and removes those that have ended.
    /// O(started lanes); O(lanes) if the fleet has got more.
    mutating func update(of fleet: Fleet, at instant: FleetInstant) {
        let own = fleet.flownLaneCount
        if own > ownCount {
            rows.insert(
                contentsOf: fleet.flownLanes[ownCount...].map { Row(lane: $0) }, at: ownCount)
            ownCount = own
            generation += 1
        }
        let started = fleet.startedLanes(at: instant)
        guard started != rows[own...].map(\.lane) else { return }
        var known = Dictionary(uniqueKeysWithValues: rows[own...].map { ($0.lane, $0) })
        rows.removeSubrange(own...)
        rows += started.map { known.removeValue(forKey: $0) ?? Row(lane: $0) }
        freePlaces += known.values.compactMap(\.place)
        generation += 1
    }

    /// Removes the rows of started sessions that have been forgotten. O(rows) if there are any.
    mutating func forget(_ sessions: Set<SessionName>) {
        let isForgotten = { (row: Row) in
            row.lane >= .firstStarted
                && sessions.contains(SessionName(lane: row.lane, lap: 0))
        }
        let places = rows.filter(isForgotten).compactMap(\.place)
        let count = rows.count
        rows.removeAll(where: isForgotten)
        guard rows.count < count else { return }
        freePlaces += places
        generation += 1
    }

    /// Drops all flights; each call frees ``flightsAtOnce`` of them. O(lanes) at the first call.
    mutating func forget() {
        if !flights.isEmpty {
            for index in rows.indices { rows[index] = Row(lane: rows[index].lane) }
            (forgotten, flights, freePlaces) = (flights, [], [])
        }
        forgotten.removeLast(min(forgotten.count, Self.flightsAtOnce))
        if forgotten.isEmpty { forgotten = [] }
    }

    /// Freeing this number of flights takes a fraction of a millisecond.
    private static let flightsAtOnce = 1000

    /// Whether ``forget()`` has nothing left to free.
    var isEmpty: Bool { flights.isEmpty && forgotten.isEmpty }

    /// How many flights it holds.
    var flightCount: Int { flights.count + forgotten.count }

    /// The flight of a row where it was advanced to last; nil before the first time.
    func flight(of row: Row) -> LaneFlight? {
        row.through == nil ? nil : row.place.map { flights[$0] }
    }

    /// Tells the session's flight of a command that was entered in `fleet`. O(log lanes).
    mutating func note(_ command: SessionCommand, in fleet: Fleet) {
        guard let place = row(of: command.session.lane)?.place,
            flights[place.row].session == command.session
        else { return }
        flights[place.row].noteCommands(of: fleet)
    }

    private func row(of lane: LaneID) -> Row? {
        var range = rows.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                rows[middle].lane < lane
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        let index = range.lowerBound
        return index < rows.count && rows[index].lane == lane ? rows[index] : nil
    }

    /// The index of the row after the last one advanced, cyclically; nil if there are no rows.
    func nextTurn() -> Int? {
        guard !rows.isEmpty else { return nil }
        return turn < rows.count ? turn : 0
    }

    /// Goes on to the row after this one.
    mutating func endTurn(of row: Int) { turn = row + 1 }

    /// Advances a row's flight to an instant; one of an earlier session is replaced.
    ///
    /// - Parameter steps: the most samples to compute.
    /// - Returns: the samples computed; fewer than `steps` if the flight has arrived.
    mutating func bring(
        _ index: Int, of fleet: Fleet, to instant: FleetInstant, atMost steps: Int
    ) -> Int {
        let place = place(ofRow: index, in: fleet, at: instant)
        var taken = 0
        while taken < steps, let next = flights[place.row].nextInstant, next <= instant {
            _ = flights[place.row].step(of: fleet)
            taken += 1
        }
        if taken < steps { rows[index].through = instant }
        return taken
    }

    private mutating func place(
        ofRow index: Int, in fleet: Fleet, at instant: FleetInstant
    ) -> PlaceID {
        let session = fleet.session(of: rows[index].lane, at: instant)
        guard let place = rows[index].place else {
            let place = insert(LaneFlight(session, of: fleet))
            rows[index].place = place
            return place
        }
        if flights[place.row].session.lap < session.lap {
            flights[place.row] = LaneFlight(session, of: fleet)
            rows[index].through = nil
        }
        return place
    }

    private mutating func insert(_ flight: LaneFlight) -> PlaceID {
        forgotten = []
        guard let place = freePlaces.popLast() else {
            flights.append(flight)
            return PlaceID(row: flights.count - 1)
        }
        flights[place.row] = flight
        return place
    }
}
