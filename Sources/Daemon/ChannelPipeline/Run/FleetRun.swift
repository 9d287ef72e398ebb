import Vocabulary
import WireProtocol

/// Some lanes of a fleet and some channels over them, advanced instant by instant.
///
/// The live daemon, the recomputation of what a subscriber missed, `export` and the tests are all
/// runs; they differ in which lanes and channels they hold and in who calls `advance`. A lane is
/// at a *place*, where its flight and its part in every channel lie; places are kept in the order
/// of lanes, so that lines come out in the total order.
package struct FleetRun: ~Copyable {
    package internal(set) var fleet: Fleet
    /// Every step due up to and including this instant has been taken.
    package internal(set) var now: FleetInstant
    /// The lane up to which the tick after ``now`` has been taken; nil between two ticks.
    var laneOfTick: LaneID?
    /// The flights by place; a freed place keeps its last flight until it is used again.
    var flights: [LaneFlight] = []
    var channels: [Channel?] = []
    /// The number of channels that have a part of each place.
    var partCounts: [PartCount] = []
    /// The sink of each channel's lines.
    var sinks: [LineSink] = []
    /// The intervals of the channels that emit on the clock.
    var clockIntervals: [FleetDuration] = []
    /// The last instant up to which samples leave nothing but a count in the only channel; the
    /// first of all instants if there are several channels.
    var lastSilent = FleetInstant(ticks: .min)

    /// The instant up to which each place was brought by itself; the run begins after it.
    var broughtTo: [FleetInstant] = []
    var order = PlaceOrder()
    var freePlaces: [PlaceID] = []

    /// Whether a channel asks for entries.
    var hasBooks = false
    /// The books by place; nil where no channel asks for entries.
    var dayBooks: [LaneBook?] = []
    /// When each open book has something to say.
    var bookWakes = RestingPlaces()
    /// The places whose books are due in the tick being taken, by ascending lane.
    var booksDue: [PlaceID] = []

    /// An empty run that goes on after `now`.
    package init(of fleet: Fleet, after now: FleetInstant) {
        self.fleet = fleet
        self.now = now
        order = PlaceOrder(period: fleet.rate.period)
    }

    /// The flight of a lane, as of `now`; nil if the run does not hold the lane.
    package func flight(of lane: LaneID) -> LaneFlight? {
        place(of: lane).map { flights[$0] }
    }

    /// Where the run keeps a lane; nil if it does not hold the lane.
    func place(of lane: LaneID) -> PlaceID? { order.place(of: lane) }

    /// Takes every step up to and including `instant`; lines gather in the channels.
    package mutating func advance(to instant: FleetInstant) {
        if order.count == 0 { (now, laneOfTick) = (max(now, instant), nil) }
        let fleet = fleet
        while now < instant {
            skipRest(before: instant)
            advancePart(fleet)
        }
    }

    /// Skips the time in which every lane rests, up to just before `instant`.
    mutating func skipRest(before instant: FleetInstant) {
        guard order.awakeCount == 0, order.count > 0, !isWithinTick else { return }
        let next = min(order.nextWake ?? instant, bookWakes.next ?? instant, instant)
        now = max(now, next - FleetDuration(ticks: 1))
    }

    /// Takes a place out of the ticks while its lane rests by the calendar, and back.
    mutating func settle(_ place: PlaceID) {
        guard fleet.restsBetweenRuns else { return }
        flights[place.row].awaitNext(in: fleet)
        let (lane, start) = (flights[place.row].lane, flights[place.row].start)
        if fleet.rests(flights[place.row]) {
            order.rest(place, lane: lane, start: start, until: flights[place.row].nextInstant)
        } else {
            order.wake(place, lane: lane, start: start)
        }
    }

    /// Skips the time in which no session is under way, or the ticks at which nothing can be due,
    /// up to just before `instant`.
    mutating func skipIdleTime(before instant: FleetInstant) {
        guard !isWithinTick else { return }
        guard order.awakeCount == order.count else {
            skipRest(before: instant)
            return skipTicks(before: instant)
        }
        guard !order.contains(where: { flights[$0].isUnderWay }) else {
            return skipTicks(before: instant)
        }
        let next = order.all.compactMap { flights[$0].nextInstant }.min() ?? instant
        let wake = min(next, bookWakes.next ?? next, instant)
        now = max(now, wake - FleetDuration(ticks: 1))
    }

    /// Skips the ticks between the slots of the lanes: few lanes leave many empty.
    /// O(sample period).
    private mutating func skipTicks(before instant: FleetInstant) {
        guard clockIntervals.isEmpty, let due = order.nextDue(after: now) else { return }
        let wake = min(order.nextWake ?? due, bookWakes.next ?? due)
        now = max(now, min(due, wake, instant) - FleetDuration(ticks: 1))
    }

    /// The point up to which every step has been taken; between two parts of a tick it lies within
    /// the tick.
    var present: StreamPosition {
        guard let laneOfTick else { return StreamPosition(after: now) }
        return StreamPosition(now + FleetDuration(ticks: 1), lane: laneOfTick, .last)
    }

    /// Whether some lanes have been taken up to a later instant than the others.
    var isWithinTick: Bool { laneOfTick != nil }

    /// Takes the steps of the next lanes of the next tick of 20 ms, which ends with its last lanes.
    ///
    /// - Parameter fleet: the run's own fleet, which every tick would copy otherwise.
    /// - Returns: how many lanes it has looked at.
    @discardableResult
    mutating func advancePart(_ fleet: Fleet) -> Int {
        let instant = now + FleetDuration(ticks: 1)
        if !isWithinTick {
            order.wake(upTo: instant)
            if hasBooks { wakeBooks(at: instant) }
        }
        let left = placesLeft(at: instant)
        let part = left.prefix(Self.lanesOfPart)
        for place in part { advance(place, to: instant, fleet) }
        if let last = part.last, part.count < left.count {
            laneOfTick = flights[last].lane
        } else {
            (now, laneOfTick) = (instant, nil)
        }
        return part.count
    }

    /// The places that have yet to be looked at in the tick of an instant.
    private mutating func placesLeft(at instant: FleetInstant) -> ArraySlice<PlaceID> {
        let flying = flyingPlacesLeft(at: instant)
        let due = booksDue(after: laneOfTick)
        return due.isEmpty ? flying : merged(flying, due, atMost: Self.lanesOfPart + 1)
    }

    private mutating func flyingPlacesLeft(at instant: FleetInstant) -> ArraySlice<PlaceID> {
        if clockIntervals.contains(where: { instant.ticks % $0.ticks == 0 }) {
            return order.awake(after: laneOfTick, atMost: Self.lanesOfPart + 1)
        }
        let recorded = order.recorded(after: laneOfTick)
        let due = order.due(at: instant, after: laneOfTick)
        // One place more than a part has shows that there are more.
        return recorded.isEmpty ? due : recorded + due.prefix(Self.lanesOfPart + 1)
    }

    /// Some twenty kilobytes of lines.
    private static var lanesOfPart: Int { 64 }

    private mutating func advance(_ place: PlaceID, to instant: FleetInstant, _ fleet: Fleet) {
        guard broughtTo[place.row] < instant else { return }
        take(place, at: instant, fleet)
    }

    /// Takes what one place has to say at one instant.
    ///
    /// - Parameter fleet: the run's own fleet, which every step would copy otherwise.
    mutating func take(_ place: PlaceID, at instant: FleetInstant, _ fleet: Fleet) {
        guard flights[place.row].nextInstant == instant else {
            takeIdle(place, at: instant)
            if hasBooks { takeBook(place, at: instant, landed: nil) }
            return
        }
        // The last step of a session and the first of the next fall on one instant.
        var ends = false
        var landed: RunSummary?
        while flights[place.row].nextInstant == instant {
            var step = flights[place.row].step(of: fleet)
            let isLocated = partCounts[place.row].withPlaces > 0
            let site = isLocated ? flights[place.row].locate(&step) : nil
            ends = ends || step.ends
            if hasBooks {
                dayBooks[place.row]?.summary.take(step)
                if step.ends { landed = dayBooks[place.row]?.summary }
            }
            for index in channels.indices {
                channels[index]?.take(step, at: site, place: place, into: &sinks[index].writer)
            }
        }
        if hasBooks { takeBook(place, at: instant, landed: landed) }
        if ends { settle(place) }
    }

    private mutating func takeIdle(_ place: PlaceID, at instant: FleetInstant) {
        guard flights[place.row].isRunning else { return }
        let step = flights[place.row].idleStep(at: instant)
        for index in channels.indices {
            channels[index]?.take(step, place: place, into: &sinks[index].writer)
        }
    }
}

/// The lines that wait in the channels of a run.
extension FleetRun {
    /// Sets the clock that gives the clock fields of the channel's next lines.
    func setClock(_ clock: LineClock?, channel: ChannelID) { sinks[channel].writer.clock = clock }

    /// The bytes of buffer that a channel keeps: for the lines of a tick, and a little more.
    func keptLineBytes(of channel: ChannelID, lanes: Int) -> Int {
        let tickBytes = channels[channel].map { $0.tickLineBytes } ?? 0
        return ChannelMemoryBound.keptLineBytes + lanes * tickBytes
    }

    func lineBytes(of channel: ChannelID) -> Int { sinks[channel].writer.block.bytes.count }

    /// Reads a channel's lines in place.
    package func withLines<Result>(
        of channel: ChannelID, _ body: (borrowing LineBlock) -> Result
    ) -> Result { body(sinks[channel].writer.block) }

    /// Reads a channel's lines in place and forgets them.
    ///
    /// - Parameter kept: a buffer that has grown beyond this number of bytes is given back.
    func consumeLines(
        of channel: ChannelID, keeping kept: Int, _ body: (borrowing LineBlock) -> Void
    ) {
        body(sinks[channel].writer.block)
        sinks[channel].writer.block.removeAll()
        if sinks[channel].writer.block.bytes.capacity > kept {
            sinks[channel].writer.block = LineBlock()
        }
    }

    /// Writes a line of a channel that says how a lane's session stands just after `position`.
    ///
    /// - Parameter flight: the lane's flight before its next step at that point.
    func writeSnapshot(
        of flight: LaneFlight, after position: StreamPosition, channel: ChannelID = .only
    ) {
        var flight = flight
        let isAmongItsLines =
            position.lane == flight.lane && position.instant == flight.nextInstant
        if isAmongItsLines { flight = flight.afterLines(through: position.rank, of: fleet) }
        guard let shape = channels[channel]?.shape else { return }
        if !fleet.rests(flight) {
            sinks[channel].writer.block.appendSnapshot(
                of: flight, in: fleet, at: position.instant, shape.sight)
        }
        sinks[channel].writer.block.appendBookSnapshot(
            of: flight.lane, in: fleet, after: position, shape)
    }
}

/// What is kept for each channel of a run.
protocol ChannelElement {}

extension Optional: ChannelElement where Wrapped == Channel {}
extension LineSink: ChannelElement {}

extension Array where Element: ChannelElement {
    @inline(__always)
    subscript(channel: ChannelID) -> Element {
        _read { yield self[channel.index] }
        _modify { yield &self[channel.index] }
    }
}
