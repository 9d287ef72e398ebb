import ChannelPipeline
import CivilTime
import CommandLine
import StreamClient
import Vocabulary
import WireProtocol
import ZoneFiles

/// A moment that a flag names, to be resolved once the fleet's clock is known.
struct FlagMoment: Equatable {
    let flag: String
    let moment: Moment

    /// Whether lines of the moment itself come too: for `--from`, as for the field `after`, only
    /// lines after the moment come.
    private var isIncluded: Bool { flag != "--from" }

    /// The first tick at or after the moment; for `--from` the last tick at or before it.
    func instant(by clock: MomentClock) throws(ProgramFailure) -> FleetInstant {
        let microseconds = try resolve { moment throws(SkippedTime) in
            try clock.microseconds(of: moment)
        }
        return isIncluded
            ? FleetInstant(notBefore: microseconds) : FleetInstant(notAfter: microseconds)
    }

    /// The `after` of a subscription that begins at the moment.
    ///
    /// - Parameter end: the instant before which the lines end. The span between two moments is
    ///   counted from one present.
    func start(by clock: MomentClock, until end: FleetInstant?) throws(ProgramFailure)
        -> StreamStart
    {
        let instant = try instant(by: clock)
        // The daemon's present has moved on since its greeting. A span that reaches before all
        // fleets, where a year may lack four digits, goes to the daemon, which gives the reason.
        if case .back(let span) = moment,
            end == nil || instant < FleetInstant.presents.lowerBound
        {
            return .back(span)
        }
        return .time(isIncluded ? instant - FleetDuration(ticks: 1) : instant)
    }

    func resolve<Value>(
        _ body: (Moment) throws(SkippedTime) -> Value
    ) throws(ProgramFailure) -> Value {
        do throws(SkippedTime) {
            return try body(moment)
        } catch {
            throw .usage("\(flag): \(error)", suggestion: "give another time of day")
        }
    }
}

extension ParsedFlags {
    /// The moment that a flag names; nil without the flag.
    func moment(_ name: String) throws(ProgramFailure) -> FlagMoment? {
        try value(name, allowed: Moment.form) {
            Moment(parsing: $0).map { FlagMoment(flag: name, moment: $0) }
        }
    }

    /// The day that a flag names, by any moment of it or by a number: `-7` is the day a week ago;
    /// nil without the flag.
    func day(_ name: String) throws(ProgramFailure) -> FlagMoment? {
        try value(name, allowed: Self.dayForm) { text in
            let back = Int(text).flatMap { (-100_000...0).contains($0) ? -$0 : nil }
            let moment = back.map { .day(.back($0), second: nil) } ?? Moment(parsing: text)
            return moment.map { FlagMoment(flag: name, moment: $0) }
        }
    }

    /// The forms of a day, to follow "give".
    static let dayForm =
        "a date such as 2026-03-06, today, yesterday, -7 or 7d for seven days back, or another "
        + "moment of the day, by the fleet's time zone, or else in UTC"
}

/// The fleet's present and the zone of its days, from a greeting.
struct FleetClock {
    let present: FleetInstant
    let zone: TimeZoneRules

    /// - Parameter needsZone: whether the zone makes a difference; else it is UTC.
    /// - Throws: if the daemon's zone is not among those of this machine.
    init(_ greeting: JSONValue, needsZone: Bool = true) throws(ProgramFailure) {
        guard let now = greeting["t"]?.text.flatMap({ CalendarTime(rfc3339: $0) }) else {
            throw ProgramFailure(.protocolViolation, "the daemon's greeting has no time")
        }
        present = FleetInstant(notAfter: now.microseconds)
        zone = needsZone ? try Self.zone(named: greeting["time_zone"]?.text) : .utc
    }

    /// The clock that reads these moments; they need the zone only for days and times of day.
    init(_ greeting: JSONValue, of moments: [FlagMoment?]) throws(ProgramFailure) {
        let needsZone = moments.contains { $0?.moment.isOfZone ?? false }
        try self.init(greeting, needsZone: needsZone)
    }

    /// The clock of a fleet that is flown in this process.
    ///
    /// - Throws: if its zone is not among those of this machine.
    init(_ fleet: Fleet, present: FleetInstant) throws(ProgramFailure) {
        self.present = present
        zone = try Self.zone(named: fleet.dayCalendar.zoneName)
    }

    var moments: MomentClock { MomentClock(present: present, zone: zone) }

    private static func zone(named name: String?) throws(ProgramFailure) -> TimeZoneRules {
        guard let name else { return .utc }
        do throws(TimeZoneFailure) {
            return try TimeZoneRules.named(name)
        } catch {
            throw ProgramFailure(.input, "\(error); the fleet's days are those of this zone")
        }
    }
}
