import Vocabulary
import WireProtocol

/// How lanes and channels come into a run, and leave it.
extension FleetRun {
    /// Adds a lane before its first step, with a fresh part in each of the run's channels, and
    /// returns its place. Traps if the run holds the lane already.
    package mutating func add(_ flight: LaneFlight) -> PlaceID {
        let place = insert(flight, broughtTo: flight.start - FleetDuration(ticks: 1))
        for index in channels.indices { open(place, channel: ChannelID(index: index)) }
        return place
    }

    /// Reserves room for `places` lanes at once.
    mutating func reserve(places: Int) {
        flights.reserveCapacity(places)
        broughtTo.reserveCapacity(places)
        partCounts.reserveCapacity(places)
        order.reserve(places: places)
        for index in channels.indices { channels[index]?.parts.reserveCapacity(places) }
    }

    /// Adds a channel without lanes.
    package mutating func add(_ channel: Channel) -> ChannelID {
        var channel = channel
        channel.parts = Array(repeating: nil, count: flights.count)
        defer { noteChannels() }
        guard let index = channels.firstIndex(where: { $0 == nil }) else {
            channels.append(channel)
            if sinks.count < channels.count { sinks.append(LineSink(identity: fleet.identity)) }
            return ChannelID(index: channels.count - 1)
        }
        channels[index] = channel
        return ChannelID(index: index)
    }

    /// Whether the run has the lane's part of a channel.
    func holds(lane: LaneID, channel: ChannelID) -> Bool {
        guard let place = place(of: lane), let channel = channels[channel] else { return false }
        return channel.parts[place.row] != nil
    }

    /// Takes over a lane's flight and its part of a channel from another run, unless this run has
    /// them already.
    mutating func adopt(
        lane: LaneID, from other: borrowing FleetRun, channel otherChannel: ChannelID,
        as channel: ChannelID
    ) {
        guard let otherPlace = other.place(of: lane),
            let part = other.channels[otherChannel]?.parts[otherPlace],
            other.flights[otherPlace].goesOn(in: fleet)
        else { return }
        let place = place(of: lane) ?? insert(other.flights[otherPlace], broughtTo: other.now)
        if channels[channel]?.parts[place.row] == nil { setPart(part, of: place, channel: channel) }
        adoptBook(place, other.book(of: otherPlace), at: other.now)
        settle(place)
    }

    /// Takes over all lanes of a run with one channel, which is empty after that, and copies
    /// nothing. Traps unless this run holds no lane.
    mutating func adoptAll(from other: inout FleetRun, as channel: ChannelID) {
        precondition(order.count == 0, "adoption of all lanes by a run that holds some")
        flights = other.flights
        broughtTo = other.broughtTo
        order = other.order
        freePlaces = other.freePlaces
        (dayBooks, bookWakes) = (other.dayBooks, other.bookWakes)
        makeRoomForBooks()
        for index in channels.indices {
            channels[index]?.parts = Array(repeating: nil, count: flights.count)
        }
        channels[channel]?.parts = other.channels[.only]?.parts ?? []
        partCounts = other.partCounts
        other = FleetRun(of: other.fleet, after: other.now)
    }

    mutating func insert(_ flight: LaneFlight, broughtTo instant: FleetInstant) -> PlaceID {
        precondition(place(of: flight.lane) == nil, "lane \(flight.lane) is here already")
        precondition(
            laneOfTick == nil || instant > now, "lane \(flight.lane) comes in the middle of a tick")
        let place = freePlaces.popLast() ?? PlaceID(row: flights.count)
        if place.row == flights.count {
            flights.append(flight)
            broughtTo.append(instant)
            partCounts.append(PartCount())
            for index in channels.indices { channels[index]?.parts.append(nil) }
        } else {
            flights[place.row] = flight
            broughtTo[place.row] = instant
        }
        order.insert(
            place, lane: flight.lane, start: flight.start,
            isRecorded: fleet.isRecorded(flight.lane))
        prepareBook(place)
        return place
    }

    /// Removes a lane's part in a channel, and the lane if no channel has a part of it any more.
    mutating func release(lane: LaneID, channel: ChannelID) {
        guard let place = place(of: lane) else { return }
        setPart(nil, of: place, channel: channel)
        releaseBook(place)
        guard partCounts[place.row].all == 0 else { return }
        order.remove(place, lane: lane, start: flights[place.row].start)
        freePlaces.append(place)
    }

    /// Removes a channel, and its lines that nobody has read.
    mutating func remove(_ channel: ChannelID) {
        let parts = channels[channel]?.parts.indices ?? 0..<0
        for row in parts { setPart(nil, of: PlaceID(row: row), channel: channel) }
        channels[channel] = nil
        // Each step of a lane looks at all channels in the array.
        while let last = channels.indices.last, channels[last] == nil { channels.removeLast() }
        sinks[channel] = LineSink(identity: fleet.identity)
        noteChannels()
    }

    /// Opens a lane's part of a channel, before its first step.
    private mutating func open(_ place: PlaceID, channel: ChannelID) {
        let isNew = channels[channel].map { $0.parts[place.row] == nil } ?? false
        channels[channel]?.open(place)
        if isNew { count(1, place, channel) }
    }

    mutating func setPart(_ part: Channel.Part?, of place: PlaceID, channel: ChannelID) {
        guard channels[channel] != nil else { return }
        let before: Int32 = channels[channel]?.parts[place.row] == nil ? 0 : 1
        channels[channel]?.parts[place.row] = part
        count((part == nil ? 0 : 1) - before, place, channel)
    }

    private mutating func count(_ change: Int32, _ place: PlaceID, _ channel: ChannelID) {
        guard change != 0 else { return }
        partCounts[place.row].all += change
        if channels[channel]?.hasBooks == true { partCounts[place.row].withBooks += change }
        let frequent = channels[channel]?.frequentMetrics ?? []
        if !frequent.isDisjoint(with: DayMetric.positions) {
            partCounts[place.row].withPositions += change
        }
        if frequent.contains(.heartRate) { partCounts[place.row].withHeartRates += change }
        if channels[channel]?.wantsPlaces == true { partCounts[place.row].withPlaces += change }
    }

    private mutating func noteChannels() {
        clockIntervals = channels.compactMap { $0?.clockInterval }
        let silence = channels.count == 1 ? channels[.only]?.lastSilent : nil
        lastSilent = silence ?? FleetInstant(ticks: .min)
        hasBooks = channels.indices.contains { channels[$0]?.hasBooks == true }
        makeRoomForBooks()
    }

    /// Whether something can be due at multiples of `span` only. O(sample period).
    func keepsTo(_ span: FleetDuration) -> Bool {
        // Entries become known at any tick.
        guard !hasBooks || span.ticks == 1 else { return false }
        return order.keepsTo(span) && clockIntervals.allSatisfy { $0.ticks % span.ticks == 0 }
    }

    var placeCount: Int { order.count }
    var isFlying: Bool { order.contains { flights[$0].nextInstant != nil } }
}

/// How many channels have a part of a place, so that they need not be asked one by one.
struct PartCount: Sendable {
    var all: Int32 = 0
    /// The channels among them that ask for entries.
    var withBooks: Int32 = 0
    /// Those that ask for entries of positions, of which there are many.
    var withPositions: Int32 = 0
    /// Those that ask for the heart rate of the day.
    var withHeartRates: Int32 = 0
    /// Those that ask where athletes are.
    var withPlaces: Int32 = 0

    /// What any of them asks for of that which becomes known every five minutes.
    var frequentMetrics: DayMetricSet {
        let positions = withPositions > 0 ? DayMetric.positions : []
        return withHeartRates > 0 ? positions.union(DayMetricSet(.heartRate)) : positions
    }
}

/// How a run flies by live commands.
extension FleetRun {
    /// Enters a command, and flies by it from its instant on.
    ///
    /// Traps if everything due at that instant has been taken.
    ///
    /// - Throws: as ``Fleet/enter(_:)`` does; nothing has changed then.
    package mutating func apply(_ command: SessionCommand) throws(WireError) {
        try fleet.enter(command)
        note(command)
    }

    /// Flies by a command that has been entered in `fleet`, a later state of this run's own fleet.
    /// Traps if everything due at the command's instant has been taken.
    mutating func apply(_ command: SessionCommand, of fleet: Fleet) {
        if !shareBook(of: fleet) { self.fleet.enterUnchecked(command) }
        note(command)
    }

    /// Goes on with the commands of a later state of this run's own fleet, and shares their memory,
    /// unless that state has forgotten what lies ahead of this run.
    ///
    /// - Returns: whether it shares them.
    @discardableResult
    mutating func shareBook(of fleet: Fleet) -> Bool {
        let knows = fleet.commands.retention.latest.map { $0 <= now } ?? true
        guard knows || fleet.commands.forgettings == self.fleet.commands.forgettings else {
            return false
        }
        self.fleet.commands = fleet.commands
        return true
    }

    private mutating func note(_ command: SessionCommand) {
        precondition(now < command.instant, "command on \(command.session) for what was taken")
        guard !command.session.isBook else {
            return noteEntry(of: command.session.flownLane, at: command.instant)
        }
        guard let place = place(of: command.session.lane),
            flights[place.row].session == command.session
        else { return }
        flights[place.row].noteCommands(of: fleet)
    }

    /// Adds a lane before its first step to one channel; other channels get no lines of it. May be
    /// called within a tick, after which the lane begins.
    mutating func add(lane: LaneID, channel: ChannelID) {
        let session = SessionName(lane: lane, lap: 0)
        let place =
            place(of: lane)
            ?? insert(LaneFlight(session, of: fleet), broughtTo: present.instant)
        open(place, channel: channel)
        openBook(place, at: present.instant)
    }
}
