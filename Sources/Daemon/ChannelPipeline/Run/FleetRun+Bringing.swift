import Simulation
import Vocabulary
import WireProtocol

/// How lanes of a run are brought to an instant, each by itself.
extension FleetRun {
    /// Takes the steps of one place up to and including `instant`, at most `steps` of them.
    ///
    /// - Returns: how many steps it took; fewer than `steps` if the place is at `instant`.
    package mutating func bring(
        _ place: PlaceID, to instant: FleetInstant, atMost steps: Int
    ) -> Int {
        let fleet = fleet
        var taken = 0
        let silenceEnd = min(instant, lastSilent)
        while taken < steps, let next = nextInstant(of: place), next <= instant {
            if next <= silenceEnd {
                let passed = passSamples(of: place, to: silenceEnd, atMost: steps - taken)
                taken += passed
                guard passed == 0 else { continue }
            }
            take(place, at: next, fleet)
            broughtTo[place.row] = next
            taken += 1
        }
        guard taken < steps else { return taken }
        // Not beyond `instant`, even before the first step: the book of the day goes on meanwhile.
        broughtTo[place.row] = instant
        openBook(place, at: instant)
        settle(place)
        return taken
    }

    /// Takes samples of one place that leave nothing but a count in the only channel.
    ///
    /// - Returns: how many; 0 if the next step is to be looked at.
    private mutating func passSamples(
        of place: PlaceID, to instant: FleetInstant, atMost steps: Int
    ) -> Int {
        guard var lines = channels[.only]?.silentLines else { return 0 }
        let passed = flights[place.row].passSamples(
            through: instant, atMost: steps, counting: &lines)
        guard passed > 0, let period = flights[place.row].source.period,
            let next = flights[place.row].nextInstant
        else { return passed }
        broughtTo[place.row] = next - period
        channels[.only]?.parts[place.row]?.n += lines.count
        return passed
    }

    /// Takes every step that one place has left. Never returns for a lane that flies on and on.
    ///
    /// - Parameter take: gets the lines of a channel, some tens of kilobytes at a time, and ends
    ///   the work by returning false.
    package mutating func finish(
        _ place: PlaceID, channel: ChannelID, _ take: (borrowing LineBlock) -> Bool
    ) {
        var goesOn = true
        while goesOn, let next = nextInstant(of: place) {
            _ = bring(place, to: next, atMost: 1)
            guard lineBytes(of: channel) >= Self.portionBytes else { continue }
            consumeLines(of: channel, keeping: 2 * Self.portionBytes) { goesOn = take($0) }
        }
        if goesOn { consumeLines(of: channel, keeping: 0) { _ = take($0) } }
    }

    private static var portionBytes: Int { 1 << 15 }

    /// The next instant at which the place may have something to say, by itself or on a grid.
    private func nextInstant(of place: PlaceID) -> FleetInstant? {
        guard flights[place.row].isRunning, var next = flights[place.row].nextInstant else {
            return flights[place.row].nextInstant
        }
        let tick = broughtTo[place.row] + FleetDuration(ticks: 1)
        guard !fleet.isRecorded(flights[place.row].lane) else { return tick }
        for interval in clockIntervals {
            next = min(next, tick.roundedUp(to: interval))
        }
        return next
    }

    /// A lane that ``bring(_:to:atMost:)`` has brought, with its part of a channel.
    func brought(_ place: PlaceID, channel: ChannelID) -> BroughtLane {
        BroughtLane(
            flight: flights[place.row], part: channels[channel]?.parts[place.row],
            through: broughtTo[place.row], book: book(of: place))
    }

    /// Takes a lane over that another run has brought, and returns its place. Traps if the run
    /// holds the lane already.
    @discardableResult
    mutating func take(_ lane: BroughtLane, channel: ChannelID) -> PlaceID {
        let place = insert(lane.flight, broughtTo: lane.through)
        setPart(lane.part, of: place, channel: channel)
        // Commands may have been entered meanwhile.
        flights[place.row].noteCommands(of: fleet)
        adoptBook(place, lane.book, at: lane.through)
        settle(place)
        return place
    }
}
