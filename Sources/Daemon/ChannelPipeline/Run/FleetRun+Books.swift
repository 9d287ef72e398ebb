import Vocabulary
import WireProtocol

/// How the books of days go on beside the flights of a run whose channels ask for entries.
///
/// A book has a clock of its own: its lane's place wakes at midnight and when an entry becomes
/// known, whether the lane flies or rests.
extension FleetRun {
    /// Prepares a place for a book if any channel has books.
    mutating func prepareBook(_ place: PlaceID) {
        guard hasBooks else { return }
        makeRoomForBooks()
        bookWakes.remove(place)
        dayBooks[place.row] = LaneBook(summary: RunSummary(of: flights[place.row].session))
    }

    /// Gives every place a row for its book; no rows, which save memory, if no channel has books.
    mutating func makeRoomForBooks() {
        guard hasBooks else {
            (dayBooks, bookWakes) = ([], RestingPlaces())
            return
        }
        while dayBooks.count < flights.count { dayBooks.append(nil) }
    }

    /// The book of a place; nil if no channel asks for it.
    func book(of place: PlaceID) -> LaneBook? { hasBooks ? dayBooks[place.row] : nil }

    /// Opens the book of a place that has been brought to an instant, and counts the lines that it
    /// has by then. Does nothing to an open book that has nothing to say up to then.
    mutating func openBook(_ place: PlaceID, at instant: FleetInstant) {
        guard hasBooks, let book = dayBooks[place.row], book.day.map({ $0.next <= instant }) ?? true
        else { return }
        let lane = flights[place.row].lane
        var day = LaneBook.OpenDay(of: lane, after: instant, in: fleet)
        day.nextFrequent = nextFrequent(of: place, after: instant)
        dayBooks[place.row]?.day = day
        let position = StreamPosition(instant, lane: lane, .last)
        for index in channels.indices where channels[index]?.hasBooks == true {
            // A copy of the channel would have all its parts copied when the channel is changed.
            guard let shape = channels[index]?.shape else { continue }
            let lines = fleet.bookLines(of: lane, on: day.lap, shape, through: position)
            channels[index]?.openBook(place, lines: lines)
        }
        bookWakes.insert(place, until: day.next)
    }

    /// Takes over the book of a place in another run, unless this run has it already; either may be
    /// the first that asks for frequent entries.
    ///
    /// - Parameter instant: the instant to which the other run has taken the place. Entries by hand
    ///   may have been added meanwhile.
    mutating func adoptBook(_ place: PlaceID, _ book: LaneBook?, at instant: FleetInstant) {
        guard hasBooks, var book = dayBooks[place.row]?.day == nil ? book : dayBooks[place.row],
            var day = book.day
        else { return }
        day.nextManual = fleet.nextManual(of: flights[place.row].lane, after: instant)
        day.nextFrequent = nextFrequent(of: place, after: instant)
        book.day = day
        dayBooks[place.row] = book
        bookWakes.insert(place, until: day.next)
    }

    /// Wakes the book of a lane at an entry by hand that has been added to the fleet.
    mutating func noteEntry(of lane: LaneID, at instant: FleetInstant) {
        guard hasBooks, let place = place(of: lane), var day = dayBooks[place.row]?.day else {
            return
        }
        day.nextManual = min(day.nextManual ?? instant, instant)
        dayBooks[place.row]?.day = day
        bookWakes.insert(place, until: day.next)
    }

    /// Ends the book of a place that no channel asks for any more.
    mutating func releaseBook(_ place: PlaceID) {
        guard hasBooks, partCounts[place.row].withBooks == 0 else { return }
        dayBooks[place.row] = nil
        bookWakes.remove(place)
        // Between two parts of a tick the place may be given to another lane.
        if isWithinTick { booksDue.removeAll { $0 == place } }
    }

    /// Writes what the book of a place has to say at an instant.
    ///
    /// - Parameter landed: the summary of a run that ends at `instant`; nil if none does.
    mutating func takeBook(_ place: PlaceID, at instant: FleetInstant, landed: RunSummary?) {
        guard var day = dayBooks[place.row]?.day, landed != nil || day.next == instant else {
            return
        }
        let lane = flights[place.row].lane
        if day.end == instant {
            endBook(day, place, at: instant)
            day.turn(of: lane, in: fleet)
        }
        if day.nextEntry == instant { takeSimulatedEntry(of: &day, place, at: instant) }
        if day.nextFrequent == instant { takeFrequent(of: &day, place, at: instant) }
        if let landed {
            let source: StaticString = fleet.isRecorded(lane) ? "recorded" : "simulated"
            let content = BookLine.Content.summary(landed, source: source)
            write(BookLine(content, of: lane, on: day.lap, at: instant), place)
        }
        if day.nextManual == instant { takeManualEntry(of: &day, place, at: instant) }
        if let truth = day.takeTruth(of: lane, at: instant, in: fleet) {
            write(BookLine(.truth(truth), of: lane, on: day.lap, at: instant), place)
        }
        dayBooks[place.row]?.day = day
        bookWakes.insert(place, until: day.next)
    }

    /// When the next frequent entry of a place's lane becomes known; nil, so that the place sleeps
    /// on, if none of its channels asks for any.
    private func nextFrequent(of place: PlaceID, after instant: FleetInstant) -> FleetInstant? {
        let metrics = partCounts[place.row].frequentMetrics
        guard !metrics.isEmpty else { return nil }
        let lane = flights[place.row].lane
        return fleet.nextFrequentEntry(of: lane, after: instant, metrics)?.instant
    }

    private mutating func takeSimulatedEntry(
        of day: inout LaneBook.OpenDay, _ place: PlaceID, at instant: FleetInstant
    ) {
        let lane = flights[place.row].lane
        // One look at the day's entries, which are computed anew, for this one and the next.
        let entries = fleet.entries(of: lane, on: day.lap, []).drop { $0.instant < instant }
        if let entry = entries.first, entry.instant == instant {
            write(BookLine(.simulated(entry), of: lane, on: day.lap, at: instant), place)
        }
        let next = entries.first { $0.instant > instant }?.instant
        day.nextEntry = next ?? fleet.nextEntry(of: lane, after: instant)
    }

    private mutating func takeFrequent(
        of day: inout LaneBook.OpenDay, _ place: PlaceID, at instant: FleetInstant
    ) {
        let (lane, metrics) = (flights[place.row].lane, partCounts[place.row].frequentMetrics)
        let before = instant - FleetDuration(ticks: 1)
        let entry = fleet.nextFrequentEntry(of: lane, after: before, metrics)
        if let entry, entry.instant == instant {
            write(BookLine(.simulated(entry), of: lane, on: day.lap, at: instant), place)
        }
        day.nextFrequent = nextFrequent(of: place, after: instant)
    }

    private mutating func takeManualEntry(
        of day: inout LaneBook.OpenDay, _ place: PlaceID, at instant: FleetInstant
    ) {
        let lane = flights[place.row].lane
        if let entry = fleet.commands.entries.entry(of: lane, at: instant) {
            write(BookLine(.manual(entry), of: lane, on: day.lap, at: instant), place)
        }
        day.nextManual = fleet.nextManual(of: lane, after: instant)
    }

    /// Ends a day's book at midnight. The book of a started lane whose session has ended gets no
    /// `end` line: a live run lets such a lane go sooner than a replay does.
    private mutating func endBook(
        _ day: LaneBook.OpenDay, _ place: PlaceID, at instant: FleetInstant
    ) {
        let lane = flights[place.row].lane
        guard lane >= .firstStarted, flights[place.row].hasEnded else {
            return write(BookLine(.end, of: lane, on: day.lap, at: instant), place)
        }
        for index in channels.indices where channels[index]?.hasBooks == true {
            channels[index]?.openBook(place, lines: 0)
        }
    }

    private mutating func write(_ line: BookLine, _ place: PlaceID) {
        for index in channels.indices where channels[index]?.hasBooks == true {
            channels[index]?.take(line, place: place, into: &sinks[index].writer)
        }
    }
}
