import CivilTime
import Simulation
import Vocabulary

/// Where the phone of an athlete is, at each five minutes of the clock: at home, but for the time
/// of a run outdoors, whose own lines tell the place.
///
/// Latitude and longitude of such a fix are two entries on successive ticks. They move no other
/// entry: those of steps, sleep and readings lie some ticks after a whole second at most, delayed
/// as these are, and fixes come a little behind them.
extension AthleteDays {
    /// The entries of the fixes that become known on a date, in order. None if the zone skips the
    /// date. Takes some hundred microseconds.
    package func positions(on date: CivilDate) -> [DayEntry] {
        guard let day = zone.day(date) else { return [] }
        let (outings, home) = (outings(around: date), HomeFixes(self))
        var entries: [DayEntry] = []
        var number = home.first(knownFrom: day.lowerBound)
        while home.known(number) < day.upperBound {
            let time = HomeFixes.time(number)
            if !outings.contains(where: { $0.contains(time) }) { entries += home.fix(number) }
            number += 1
        }
        return entries.filter { day.contains($0.instant) }
    }

    /// The first entry of a fix that becomes known after `instant`. Takes some ten microseconds.
    package func nextPosition(after instant: FleetInstant) -> DayEntry? {
        let home = HomeFixes(self)
        var number = home.first(knownFrom: instant + FleetDuration(ticks: 1))
        while let outing = outing(at: HomeFixes.time(number)) {
            number = HomeFixes.first(after: outing.upperBound)
        }
        return home.fix(number).first { $0.instant > instant }
    }

    private func outing(at time: FleetInstant) -> ClosedRange<FleetInstant>? {
        outings(around: zone.date(at: time)).first { $0.contains(time) }
    }

    /// When the athlete runs outdoors on a date and in the night before it: from the first sample
    /// to the last.
    private func outings(around date: CivilDate) -> [ClosedRange<FleetInstant>] {
        [date.adding(days: -1), date].compactMap { date in
            guard let run = run(on: date),
                !run.plan.isIndoors(seed: seed, lane: lane, lap: date.dayNumber, on: terrain)
            else { return nil }
            return run.start + FleetDuration(ticks: 1)...run.end
        }
    }
}

/// The fixes of a phone that lies at home, by their number since 1970.
private struct HomeFixes {
    private let home: Home
    private let stream: RandomStream
    /// From a fix until its latitude is known.
    private let delay: FleetDuration

    private static let interval = FleetDuration.seconds(300)
    /// More ticks than a lane has other entries that become known together.
    private static let behind = FleetDuration(ticks: 140)
    /// Metres in each direction, from one fix to another: walls let few satellites through, and
    /// radio networks tell a building, not a room.
    private static let deviation = 6.0

    init(_ days: AthleteDays) {
        home = Home(seed: days.seed, lane: days.lane, on: days.terrain)
        stream = days.draws.stream(.phone)
        delay = days.entryDelay + Self.behind
    }

    static func time(_ number: Int64) -> FleetInstant {
        FleetInstant(ticks: number * interval.ticks)
    }

    /// The first fix after an instant.
    static func first(after instant: FleetInstant) -> Int64 {
        instant.ticks.dividedRoundingDown(by: interval.ticks) + 1
    }

    /// The first fix of which something becomes known at an instant or later.
    func first(knownFrom instant: FleetInstant) -> Int64 {
        Self.first(after: instant - delay - FleetDuration(ticks: 2))
    }

    /// When the latitude of a fix becomes known.
    func known(_ number: Int64) -> FleetInstant { Self.time(number) + delay }

    /// Latitude and longitude.
    func fix(_ number: Int64) -> [DayEntry] {
        let counter = UInt64(bitPattern: number) &* 2
        let (latitude, longitude) = home.position(
            east: Self.deviation * stream.normal(counter),
            north: Self.deviation * stream.normal(counter &+ 1))
        let (time, known) = (Self.time(number), known(number))
        return [
            DayEntry(
                instant: known, metric: .latitude, value: latitude, start: time, end: time),
            DayEntry(
                instant: known + FleetDuration(ticks: 1), metric: .longitude, value: longitude,
                start: time, end: time),
        ]
    }
}
