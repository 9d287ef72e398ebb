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
    /// Everything due up to and including this instant has been taken.
    package private(set) var now: FleetInstant
    /// The lane up to which the tick after ``now`` has been taken; nil between two ticks.
    private var laneOfTick: Int?
    /// By place; a freed place keeps its last flight until it is used again.
    var flights: [LaneFlight] = []
    var channels: [Channel?] = []
    /// By channel: where its lines go.
    var sinks: [LineSink] = []
    /// Of the channels that emit on the clock.
    private var clockIntervals: [FleetDuration] = []

    /// The instant up to which each place was brought by itself; the run begins after it.
    private var broughtTo: [FleetInstant] = []
    private var order = PlaceOrder()
    private var freePlaces: [Int] = []

    /// An empty run that goes on after `now`.
    package init(of fleet: Fleet, after now: FleetInstant) {
        self.fleet = fleet
        self.now = now
        order = PlaceOrder(period: fleet.rate.period)
    }

    /// The flight of a lane, as of `now`; nil if the run does not hold the lane.
    package func flight(of lane: Int) -> LaneFlight? {
        place(of: lane).map { flights[$0] }
    }

    /// Where the run keeps a lane; nil if it does not hold the lane.
    func place(of lane: Int) -> Int? { order.place(of: lane) }

    /// Takes every step up to and including `instant`; lines gather in the channels.
    package mutating func advance(to instant: FleetInstant) {
        if order.count == 0 { (now, laneOfTick) = (max(now, instant), nil) }
        while now < instant { advancePart() }
    }

    /// Leaves out the time in which no session is under way, up to just before `instant`.
    mutating func skipIdleTime(before instant: FleetInstant) {
        guard !isWithinTick, !order.contains(where: { flights[$0].isUnderWay }) else { return }
        let next = order.all.compactMap { flights[Int($0)].nextInstant }.min() ?? instant
        now = max(now, min(next, instant) - FleetDuration(ticks: 1))
    }

    /// The point up to which everything has been taken: within a tick between two of its parts.
    var present: StreamPosition {
        guard let laneOfTick else { return StreamPosition(after: now) }
        return StreamPosition(now + FleetDuration(ticks: 1), lane: laneOfTick, .last)
    }

    /// Whether some lanes have been taken up to a later instant than the others.
    var isWithinTick: Bool { laneOfTick != nil }

    /// Takes the steps of the next lanes of the next tick of 20 ms, which ends with its last lanes.
    ///
    /// - Returns: how many lanes it has looked at.
    @discardableResult
    mutating func advancePart() -> Int {
        let fleet = fleet
        let instant = now + FleetDuration(ticks: 1)
        let left = placesLeft(at: instant)
        let part = left.prefix(Self.lanesOfPart)
        for place in part { advance(Int(place), to: instant, fleet) }
        if let last = part.last, part.count < left.count {
            laneOfTick = flights[Int(last)].lane
        } else {
            (now, laneOfTick) = (instant, nil)
        }
        return part.count
    }

    /// The places that have yet to be looked at in the tick of an instant.
    private mutating func placesLeft(at instant: FleetInstant) -> ArraySlice<Int32> {
        if clockIntervals.contains(where: { instant.ticks % $0.ticks == 0 }) {
            return order.all(after: laneOfTick)
        }
        let recorded = order.recorded(after: laneOfTick)
        let due = order.due(at: instant, after: laneOfTick)
        // One more than a part has tells that there are more.
        return recorded.isEmpty ? due : recorded + due.prefix(Self.lanesOfPart + 1)
    }

    /// Some twenty kilobytes of lines.
    private static var lanesOfPart: Int { 64 }

    private mutating func advance(_ place: Int, to instant: FleetInstant, _ fleet: Fleet) {
        guard broughtTo[place] < instant else { return }
        take(place, at: instant, fleet)
    }

    /// Takes what one place has to say at one instant.
    ///
    /// - Parameter fleet: the run's own, of which every step would make a copy else.
    private mutating func take(_ place: Int, at instant: FleetInstant, _ fleet: Fleet) {
        guard flights[place].nextInstant == instant else {
            return takeIdle(place, at: instant)
        }
        // The last step of a session and the first of the next fall on one instant.
        while flights[place].nextInstant == instant {
            let step = flights[place].step(of: fleet)
            for index in channels.indices {
                channels[index]?.take(step, place: place, into: &sinks[index].writer)
            }
        }
    }

    private mutating func takeIdle(_ place: Int, at instant: FleetInstant) {
        guard flights[place].isRunning else { return }
        let step = flights[place].idleStep(at: instant)
        for index in channels.indices {
            channels[index]?.take(step, place: place, into: &sinks[index].writer)
        }
    }
}

extension FleetRun {
    /// Adds a lane before its first step, with a fresh part in each of the run's channels, and
    /// returns its place. Traps if the run holds the lane already.
    package mutating func add(_ flight: LaneFlight) -> Int {
        let place = insert(flight, broughtTo: flight.start - FleetDuration(ticks: 1))
        for index in channels.indices { channels[index]?.open(place) }
        return place
    }

    /// Takes room for so many lanes in one piece.
    mutating func reserve(places: Int) {
        flights.reserveCapacity(places)
        broughtTo.reserveCapacity(places)
        order.reserve(places: places)
        for index in channels.indices { channels[index]?.parts.reserveCapacity(places) }
    }

    /// Adds a channel without lanes and returns its index.
    package mutating func add(_ channel: Channel) -> Int {
        var channel = channel
        channel.parts = Array(repeating: nil, count: flights.count)
        defer { noteClockIntervals() }
        guard let index = channels.firstIndex(where: { $0 == nil }) else {
            channels.append(channel)
            sinks.append(LineSink(identity: fleet.identity))
            return channels.count - 1
        }
        channels[index] = channel
        return index
    }

    /// Takes the steps of one place up to and including `instant`, at most `steps` of them.
    ///
    /// - Returns: how many steps it took; fewer than `steps` means that the place is there.
    package mutating func bring(_ place: Int, to instant: FleetInstant, atMost steps: Int) -> Int {
        let fleet = fleet
        var taken = 0
        while taken < steps, let next = nextInstant(of: place), next <= instant {
            take(place, at: next, fleet)
            broughtTo[place] = next
            taken += 1
        }
        if taken < steps { broughtTo[place] = max(broughtTo[place], instant) }
        return taken
    }

    /// Takes every step that one place has left. Never returns for a lane that flies on and on.
    package mutating func finish(_ place: Int) {
        while let next = nextInstant(of: place) { _ = bring(place, to: next, atMost: 1) }
    }

    /// The next instant at which the place may have something to say, by itself or on a grid.
    private func nextInstant(of place: Int) -> FleetInstant? {
        guard flights[place].isRunning, var next = flights[place].nextInstant else {
            return flights[place].nextInstant
        }
        let tick = broughtTo[place] + FleetDuration(ticks: 1)
        guard !fleet.isRecorded(flights[place].lane) else { return tick }
        for interval in clockIntervals {
            next = min(next, tick.roundedUp(to: interval))
        }
        return next
    }

    /// A lane that ``bring(_:to:atMost:)`` has brought, with its part of a channel.
    func brought(_ place: Int, channel: Int) -> BroughtLane {
        BroughtLane(
            flight: flights[place], part: channels[channel]?.parts[place],
            through: broughtTo[place])
    }

    /// Takes a lane over that another run has brought, and returns its place. Traps if the run
    /// holds the lane already.
    @discardableResult
    mutating func take(_ lane: BroughtLane, channel: Int) -> Int {
        let place = insert(lane.flight, broughtTo: lane.through)
        channels[channel]?.parts[place] = lane.part
        // Commands may have been entered meanwhile.
        flights[place].noteCommands(of: fleet)
        return place
    }

    /// Whether the run has the lane's part of a channel.
    func holds(lane: Int, channel: Int) -> Bool {
        guard let place = place(of: lane), let channel = channels[channel] else { return false }
        return channel.parts[place] != nil
    }

    /// Takes over a lane's flight and its part of a channel from another run, unless this run has
    /// them already.
    mutating func adopt(
        lane: Int, from other: borrowing FleetRun, channel otherChannel: Int, as channel: Int
    ) {
        guard let otherPlace = other.place(of: lane),
            let part = other.channels[otherChannel]?.parts[otherPlace],
            other.flights[otherPlace].goesOn(in: fleet)
        else { return }
        let place = place(of: lane) ?? insert(other.flights[otherPlace], broughtTo: other.now)
        if channels[channel]?.parts[place] == nil { channels[channel]?.parts[place] = part }
    }

    /// Takes over all lanes of a run with one channel, which is empty after that, and copies
    /// nothing. Traps unless this run holds no lane.
    mutating func adoptAll(from other: inout FleetRun, as channel: Int) {
        precondition(order.count == 0, "adoption of all lanes by a run that holds some")
        flights = other.flights
        broughtTo = other.broughtTo
        order = other.order
        freePlaces = other.freePlaces
        for index in channels.indices {
            channels[index]?.parts = Array(repeating: nil, count: flights.count)
        }
        channels[channel]?.parts = other.channels[0]?.parts ?? []
        other = FleetRun(of: other.fleet, after: other.now)
    }

    mutating func insert(_ flight: LaneFlight, broughtTo instant: FleetInstant) -> Int {
        precondition(place(of: flight.lane) == nil, "lane \(flight.lane) is here already")
        precondition(
            laneOfTick == nil || instant > now, "lane \(flight.lane) comes in the middle of a tick")
        let place = freePlaces.popLast() ?? flights.count
        if place == flights.count {
            flights.append(flight)
            broughtTo.append(instant)
            for index in channels.indices { channels[index]?.parts.append(nil) }
        } else {
            flights[place] = flight
            broughtTo[place] = instant
        }
        order.insert(
            place, lane: flight.lane, start: flight.start,
            isRecorded: fleet.isRecorded(flight.lane))
        return place
    }

    /// Lets go of a lane's part in a channel, and of the lane if no channel has it any more.
    mutating func release(lane: Int, channel: Int) {
        guard let place = place(of: lane) else { return }
        channels[channel]?.parts[place] = nil
        guard !channels.contains(where: { $0?.parts[place] != nil }) else { return }
        order.remove(place, lane: lane, start: flights[place].start)
        freePlaces.append(place)
    }

    /// Removes a channel with the lines that nobody has read.
    mutating func removeChannel(_ index: Int) {
        channels[index] = nil
        sinks[index] = LineSink(identity: fleet.identity)
        noteClockIntervals()
    }

    private mutating func noteClockIntervals() {
        clockIntervals = channels.compactMap { $0?.clockInterval }
    }

    /// Whether something can be due at multiples of `span` only. O(sample period).
    func keepsTo(_ span: FleetDuration) -> Bool {
        order.keepsTo(span) && clockIntervals.allSatisfy { $0.ticks % span.ticks == 0 }
    }

    var placeCount: Int { order.count }
    var isFlying: Bool { order.contains { flights[$0].nextInstant != nil } }
}
