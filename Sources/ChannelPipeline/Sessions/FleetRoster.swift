import Vocabulary
import WireProtocol

/// Where the lanes stand that nobody follows, for those who look at the whole fleet.
///
/// The live fleet flies what is followed and nothing else. The roster flies the rest, when it is
/// asked and as far as the work of one question goes: the next question goes on from there.
package struct FleetRoster: Sendable {
    /// What is known of one lane.
    struct Row: Sendable {
        let lane: Int
        /// Where its flight lies; nil while it has none.
        fileprivate(set) var place: Int32?
        /// The instant of the question to which the flight has been brought last; nil before that.
        fileprivate(set) var through: FleetInstant?
    }

    /// The fleet's own lanes, then those that were started and have not ended; ascending.
    private(set) var rows: [Row]
    /// Raised whenever the rows are others.
    private(set) var generation = 0
    /// By place.
    private var flights: [LaneFlight] = []
    /// The places of rows that have gone.
    private var freePlaces: [Int32] = []
    /// Flights that nobody needs any more, of which every call of ``forget()`` frees some.
    private var forgotten: [LaneFlight] = []
    /// The row whose turn it is to be brought.
    private var turn = 0

    init(of fleet: Fleet) { rows = fleet.flownLanes.map { Row(lane: $0) } }

    /// The most bytes that the roster of a fleet takes, while its array doubles.
    package static func bytesMax(of fleet: Fleet) -> Int {
        let lanes = fleet.flownLaneCount + ProtocolLimits.startedSessions
        return lanes * (2 * MemoryLayout<Row>.stride + 3 * FleetRun.placeBytesMax(of: fleet))
    }

    /// Takes in the lanes that have been started, and lets go of those that have ended.
    /// O(started lanes).
    mutating func update(of fleet: Fleet, at instant: FleetInstant) {
        let own = fleet.flownLaneCount
        let started = fleet.startedLanes(at: instant)
        guard started != rows[own...].map(\.lane) else { return }
        var known = Dictionary(uniqueKeysWithValues: rows[own...].map { ($0.lane, $0) })
        rows.removeSubrange(own...)
        rows += started.map { known.removeValue(forKey: $0) ?? Row(lane: $0) }
        freePlaces += known.values.compactMap(\.place)
        generation += 1
    }

    /// Lets go of every flight. O(lanes) at the first call, and frees some flights with each.
    mutating func forget() {
        if !flights.isEmpty {
            for index in rows.indices { rows[index] = Row(lane: rows[index].lane) }
            (forgotten, flights, freePlaces) = (flights, [], [])
        }
        forgotten.removeLast(min(forgotten.count, Self.flightsAtOnce))
        if forgotten.isEmpty { forgotten = [] }
    }

    /// To free so many takes a part of a millisecond.
    private static let flightsAtOnce = 1000

    /// Whether it holds nothing that ``forget()`` would let go of.
    var isEmpty: Bool { flights.isEmpty && forgotten.isEmpty }

    /// How many flights it holds.
    var flightCount: Int { flights.count + forgotten.count }

    /// The flight of a row as far as it has been brought; nil if it has not been yet.
    func flight(of row: Row) -> LaneFlight? {
        row.through == nil ? nil : row.place.map { flights[Int($0)] }
    }

    /// Lets a flight go by a command that has been entered in `fleet`. O(lanes).
    mutating func note(_ command: SessionCommand, in fleet: Fleet) {
        guard let row = rows.first(where: { $0.lane == command.session.lane }),
            let place = row.place, flights[Int(place)].session == command.session
        else { return }
        flights[Int(place)].noteCommands(of: fleet)
    }

    /// The row that follows the one brought last, around the end; nil if there are no rows.
    func nextTurn() -> Int? {
        guard !rows.isEmpty else { return nil }
        return turn < rows.count ? turn : 0
    }

    /// Goes on to the row after this one.
    mutating func endTurn(of row: Int) { turn = row + 1 }

    /// Brings a row's flight to an instant; one that stands in an earlier session begins anew.
    ///
    /// - Parameter steps: the most to be taken.
    /// - Returns: how many were; fewer than `steps` means that the flight is there.
    mutating func bring(
        _ index: Int, of fleet: Fleet, to instant: FleetInstant, atMost steps: Int
    ) -> Int {
        let place = place(ofRow: index, in: fleet, at: instant)
        var taken = 0
        while taken < steps, let next = flights[place].nextInstant, next <= instant {
            _ = flights[place].step(of: fleet)
            taken += 1
        }
        if taken < steps { rows[index].through = instant }
        return taken
    }

    private mutating func place(
        ofRow index: Int, in fleet: Fleet, at instant: FleetInstant
    ) -> Int {
        let session = fleet.session(of: rows[index].lane, at: instant)
        guard let place = rows[index].place.map({ Int($0) }) else {
            let place = insert(LaneFlight(session, of: fleet))
            rows[index].place = Int32(place)
            return place
        }
        if flights[place].session.lap < session.lap {
            flights[place] = LaneFlight(session, of: fleet)
            rows[index].through = nil
        }
        return place
    }

    private mutating func insert(_ flight: LaneFlight) -> Int {
        forgotten = []
        guard let place = freePlaces.popLast() else {
            flights.append(flight)
            return flights.count - 1
        }
        flights[Int(place)] = flight
        return Int(place)
    }
}
