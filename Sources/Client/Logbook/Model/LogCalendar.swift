import CivilTime
import FlightDisplay
import Readout
import Vocabulary
import WireProtocol

/// The calendar of a fleet: its zone, and which lap falls on which date.
package struct LogCalendar: Equatable, Sendable {
    package let zone: TimeZoneRules
    /// Whether lap *k* of a lane is the civil day *k* after the epoch's.
    package let hasDays: Bool
    let epoch: FleetInstant
    /// The fleet's zone if this machine does not know it: times are shown in UTC then.
    package let unknownZone: String?

    /// - Parameter zones: the rules of a zone by its name; nil if the zone is not known.
    package init(greeting: JSONValue, zones: (String) -> TimeZoneRules?) {
        let name = greeting["time_zone"]?.text
        let rules = name.flatMap(zones)
        zone = rules ?? .utc
        unknownZone = rules == nil ? name : nil
        hasDays = greeting["schedule"]?.text == "days"
        epoch = greeting["epoch"]?.instant ?? FleetInstant(ticks: 0)
    }

    package func date(at instant: FleetInstant) -> CivilDate { zone.date(at: instant) }

    /// The first instant of a date, or of the next date that the zone has.
    package func start(of date: CivilDate) -> FleetInstant { zone.startOrNext(of: date) }

    /// The instants of some dates; none if the zone skips them all.
    func range(of dates: Range<CivilDate>) -> Range<FleetInstant> {
        let start = start(of: dates.lowerBound)
        return start..<max(start, self.start(of: dates.upperBound))
    }

    /// The session of a lane on a date; nil in a fleet that flies laps.
    package func session(of lane: LaneID, on date: CivilDate) -> String? {
        guard hasDays else { return nil }
        return SessionName(lane: lane, lap: date - self.date(at: epoch)).description
    }

    /// An instant shortly before a session begins; nil if the text is not a session's name.
    package func instant(before session: String) -> FleetInstant? {
        guard let name = SessionName(shown: session) else { return nil }
        if hasDays, name.lane < .firstStarted {
            let date = self.date(at: epoch).adding(days: name.lap)
            return start(of: date) - FleetDuration(ticks: 1)
        }
        // A lap of lane i begins up to a lap before that of lane 0.
        return epoch + FleetDuration.lap * Int64(name.lap - 1) - FleetDuration(ticks: 1)
    }
}

extension LogCalendar {
    /// The instant at which clocks show a time of day on a date, such as 7:05.
    package func instant(of date: CivilDate, minute: Int) -> FleetInstant {
        zone.instant(of: date, second: minute * 60)
    }
}

extension SessionName {
    /// Reads `s7.12` or `s7.-1`; nil for any other text.
    package init?(shown text: String) {
        guard let lane = LaneName.lane(of: text),
            let dot = text.firstIndex(of: "."), let lap = Int(text[text.index(after: dot)...]),
            abs(lap) < Self.lapLimit
        else { return nil }
        self.init(lane: lane, lap: lap)
    }

    /// A bound above the number of laps, and of days, in fleet time.
    private static let lapLimit = 1 << 24
}
