/// What the words of a ``Moment`` are counted from: a present, and the calendar of a time zone.
public struct MomentClock: Sendable {
    public let present: FleetInstant
    private let zone: any CivilZone

    public init(present: FleetInstant, zone: any CivilZone) {
        self.present = present
        self.zone = zone
    }

    /// A clock behind every fleet: a moment that is wrong by it is wrong at any time.
    public static let last = MomentClock(present: FleetInstant.presents.upperBound, zone: UTCZone())

    /// Microseconds since 1970.
    ///
    /// - Parameter looksAhead: whether a time of day alone is the next one, instead of the latest.
    /// - Throws: if clocks do not show the time of day on the date.
    public func microseconds(
        of moment: Moment, looksAhead: Bool = false
    ) throws(SkippedTime) -> Int64 {
        switch moment {
        case .time(let microseconds): return microseconds
        case .back(let span): return (present - span).microseconds
        case .day(let day, second: nil): return zone.start(ofDay: number(of: day)).microseconds
        case .day(let day, second: let second?):
            let number = number(of: day)
            guard case .at(let instant) = zone.wall(second, ofDay: number) else {
                throw skipped(second, number)
            }
            return instant.microseconds
        case .timeOfDay(let second):
            let instant = looksAhead ? try next(second) : try latest(second)
            return instant.microseconds
        }
    }

    /// Days since 1970-01-01 of the date that holds a moment.
    public func dayNumber(of moment: Moment) throws(SkippedTime) -> Int {
        if case .day(let day, second: nil) = moment { return number(of: day) }
        return zone.dayNumber(at: FleetInstant(notAfter: try microseconds(of: moment)))
    }

    /// Where intervals by the calendar begin: at a date, where the moment is a day.
    public func anchor(of moment: Moment) throws(SkippedTime) -> CivilAnchor {
        if case .day(let day, second: nil) = moment { return .date(number(of: day)) }
        return .instant(FleetInstant(notBefore: try microseconds(of: moment)))
    }

    private func number(of day: Moment.Day) -> Int {
        switch day {
        case .date(let number): number
        case .back(let days): zone.dayNumber(at: present) - days
        }
    }

    /// Days that are looked at: more than any zone has skipped in a row.
    private static let daysLooked = 4

    private func latest(_ second: Int) throws(SkippedTime) -> FleetInstant {
        let today = zone.dayNumber(at: present)
        for back in -1...Self.daysLooked {
            switch zone.wall(second, ofDay: today - back) {
            case .at(let instant) where instant <= present: return instant
            case .skipped(let instant) where instant <= present:
                throw skipped(second, today - back)
            case .at, .skipped, .noDay: continue
            }
        }
        throw skipped(second, today)
    }

    private func next(_ second: Int) throws(SkippedTime) -> FleetInstant {
        let today = zone.dayNumber(at: present)
        for ahead in 0...Self.daysLooked {
            switch zone.wall(second, ofDay: today + ahead) {
            case .at(let instant) where instant > present: return instant
            case .skipped(let instant) where instant > present:
                throw skipped(second, today + ahead)
            case .at, .skipped, .noDay: continue
            }
        }
        throw skipped(second, today)
    }

    private func skipped(_ second: Int, _ number: Int) -> SkippedTime {
        SkippedTime(second: second, dayNumber: number, zone: zone.name)
    }
}

/// The calendar of a time zone, as far as the words of a moment need it.
public protocol CivilZone: Sendable {
    var name: String { get }

    /// Days since 1970-01-01 of the date that holds an instant.
    func dayNumber(at instant: FleetInstant) -> Int

    /// The first instant of a date, or of the first date after it that exists.
    func start(ofDay number: Int) -> FleetInstant

    /// When clocks first show `second` seconds after midnight of a date.
    func wall(_ second: Int, ofDay number: Int) -> WallInstant
}

/// When clocks show a time of day on a date.
public enum WallInstant: Hashable, Sendable {
    case at(FleetInstant)
    /// They leap over it; the instant is as long after the leap as the time is after its start.
    case skipped(FleetInstant)
    /// The zone skips the whole date.
    case noDay
}

/// A time of day that clocks do not show on a date.
public struct SkippedTime: Error, Hashable, Sendable {
    let second: Int
    let dayNumber: Int
    let zone: String
}

extension SkippedTime: CustomStringConvertible {
    /// `02:30 does not exist on 2026-03-29 in Europe/Berlin, where clocks leap over it`.
    public var description: String {
        let midnight = Int64(dayNumber) * CalendarTime.microsecondsPerDay
        let time = CalendarTime(microseconds: midnight + Int64(second) * 1_000_000).description
        let clock = time.dropFirst(11).prefix(second % 60 == 0 ? 5 : 8)
        return "\(clock) does not exist on \(time.prefix(10)) in \(zone), where clocks leap over it"
    }
}

/// UTC, for callers that know no other zone.
public struct UTCZone: CivilZone {
    private static let day: Int64 = 86_400 * FleetDuration.ticksPerSecond

    public init() {}

    public var name: String { "UTC" }

    public func dayNumber(at instant: FleetInstant) -> Int {
        Int(instant.ticks.dividedRoundingDown(by: Self.day))
    }

    public func start(ofDay number: Int) -> FleetInstant {
        FleetInstant(ticks: Int64(number) * Self.day)
    }

    public func wall(_ second: Int, ofDay number: Int) -> WallInstant {
        .at(start(ofDay: number) + .seconds(Int64(second)))
    }
}
