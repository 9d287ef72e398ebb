import Vocabulary

/// The book of a lane's day in a run, from midnight to midnight.
struct LaneBook: Sendable {
    /// The summary of the session that the lane flies.
    var summary: RunSummary
    /// The open day; nil until the lane has been brought to where the run begins.
    var day: OpenDay?

    struct OpenDay: Sendable {
        private(set) var lap: Int
        /// The next midnight.
        private(set) var end: FleetInstant
        /// When the next simulated entry becomes known; nil if none does.
        var nextEntry: FleetInstant?
        /// When the next frequent one does; nil if none of the place's channels asks for them.
        var nextFrequent: FleetInstant?
        /// When the next entry by hand lies; nil while none is known.
        var nextManual: FleetInstant?
        /// Whether the day's truth is still to be told.
        private(set) var awaitsTruth: Bool

        init(of lane: LaneID, after instant: FleetInstant, in fleet: Fleet) {
            lap = fleet.dayCalendar.lap(at: instant)
            end = fleet.dayCalendar.day(lap)?.upperBound ?? FleetInstant(ticks: .max)
            nextEntry = fleet.nextEntry(of: lane, after: instant)
            nextManual = fleet.nextManual(of: lane, after: instant)
            awaitsTruth =
                instant < end - DayTruth.lead && fleet.toldTruth(of: lane, on: lap) != nil
        }

        /// Goes on with the day that begins where this one ends.
        mutating func turn(of lane: LaneID, in fleet: Fleet) {
            lap = fleet.dayCalendar.lap(at: end)
            end = fleet.dayCalendar.day(lap)?.upperBound ?? FleetInstant(ticks: .max)
            awaitsTruth = fleet.toldTruth(of: lane, on: lap) != nil
        }

        /// Takes the truth of the day if it is told at an instant.
        mutating func takeTruth(
            of lane: LaneID, at instant: FleetInstant, in fleet: Fleet
        ) -> DayTruth? {
            guard awaitsTruth, instant == end - DayTruth.lead else { return nil }
            awaitsTruth = false
            return fleet.toldTruth(of: lane, on: lap)
        }

        /// When the book has something to say by itself. A lane that tells the truth of its days
        /// has it to say whether or not a channel asks for it.
        var next: FleetInstant {
            let last = awaitsTruth ? end - DayTruth.lead : end
            return min(last, nextEntry ?? last, nextFrequent ?? last, nextManual ?? last)
        }
    }
}

extension LaneBook {
    /// The most that a lane's book takes: what is kept of a run with its splits, phases and calls,
    /// in a table that grows by doubling, and when it wakes.
    static let bytesMax = 2 * MemoryLayout<LaneBook?>.stride + RestingPlaces.placeBytes + 2048
}
