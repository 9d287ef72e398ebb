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

    /// Of `--from`, as of the field `after`, the lines come that are strictly after the moment; of
    /// any other flag those of the moment itself too.
    private var isIncluded: Bool { flag != "--from" }

    /// The first tick at or after the moment; the last at or before it where lines come after it.
    func instant(by clock: MomentClock) throws(UsageError) -> FleetInstant {
        let microseconds = try resolve { moment throws(SkippedTime) in
            try clock.microseconds(of: moment)
        }
        return isIncluded
            ? FleetInstant(notBefore: microseconds) : FleetInstant(notAfter: microseconds)
    }

    /// The `after` of a subscription that begins at the moment.
    ///
    /// - Parameter end: before which the lines end. A span between two moments is counted from one
    ///   present.
    func start(by clock: MomentClock, until end: FleetInstant?) throws(UsageError) -> StreamStart {
        let instant = try instant(by: clock)
        // The daemon's present has moved on since its greeting. Of a span to before all fleets,
        // whose first year may not be written in four digits, the daemon says why it refuses it.
        if case .back(let span) = moment,
            end == nil || instant < FleetInstant.presents.lowerBound
        {
            return .back(span)
        }
        return .time(isIncluded ? instant - FleetDuration(ticks: 1) : instant)
    }

    func resolve<Value>(
        _ body: (Moment) throws(SkippedTime) -> Value
    ) throws(UsageError) -> Value {
        do throws(SkippedTime) {
            return try body(moment)
        } catch {
            throw UsageError("\(flag): \(error)", suggestion: "give another time of day")
        }
    }
}

extension ParsedFlags {
    /// The moment that a flag names; nil without the flag.
    func moment(_ name: String) throws(UsageError) -> FlagMoment? {
        try value(name, allowed: Moment.form) {
            Moment(parsing: $0).map { FlagMoment(flag: name, moment: $0) }
        }
    }

    /// The day that a flag names, which any moment of it stands for, and `-7` the day a week back;
    /// nil without the flag.
    func day(_ name: String) throws(UsageError) -> FlagMoment? {
        try value(name, allowed: Self.dayForm) { text in
            let back = Int(text).flatMap { (-100_000...0).contains($0) ? -$0 : nil }
            let moment = back.map { .day(.back($0), second: nil) } ?? Moment(parsing: text)
            return moment.map { FlagMoment(flag: name, moment: $0) }
        }
    }

    /// What a day may be, to follow "give".
    static let dayForm =
        "a date such as 2026-03-06, today, yesterday, -7 or 7d for seven days back, or another "
        + "moment of the day, by the fleet's time zone, or else in UTC"
}

/// The greeting's fleet: its present, and the zone of its days.
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

    /// The clock by which these moments are read, which need the zone only for days and times of
    /// day.
    init(_ greeting: JSONValue, of moments: [FlagMoment?]) throws(ProgramFailure) {
        let needsZone = moments.contains { $0?.moment.isOfZone ?? false }
        try self.init(greeting, needsZone: needsZone)
    }

    /// The clock of a fleet that is flown here.
    ///
    /// - Throws: if its zone is not among those of this machine.
    init(_ fleet: Fleet, present: FleetInstant) throws(ProgramFailure) {
        self.present = present
        zone = try Self.zone(named: fleet.books.zoneName)
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
