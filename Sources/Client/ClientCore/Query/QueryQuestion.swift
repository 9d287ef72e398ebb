import CivilTime
import CommandLine
import FlightDisplay
import StreamClient
import Vocabulary
import WireProtocol

/// What `runway query` asks for, in the words of its flags.
struct QueryQuestion {
    private let flags: ParsedFlags
    private let from: FlagMoment
    private let to: FlagMoment?

    static let flags = [
        Flag("--session", value: "LANES", "Lanes such as s0,s7 (default: all)."),
        Flag(
            "--metrics", value: "NAMES", of: .queryMetrics,
            "Such as steps,body_mass_kg,heart_rate_bpm (default: all but places and stages of "
                + "sleep)."),
        Flag(
            "--stats", value: "NAMES", of: .words(Statistic.ofQueries.map(\.rawValue)),
            "\(Statistic.ofQueries.map(\.rawValue).joined(separator: ", ")) (default: as a table "
                + "sum and average, else all but count)."),
        Flag(
            "--from", value: "WHEN",
            "\(Moment.form); intervals are counted from it (default: 27d)."),
        Flag(
            "--to", value: "WHEN",
            "The same (default: the end of today; the present where --from is a time or --interval "
                + "a span)."),
        Flag(
            "--interval", value: "SPAN",
            "1d, 2w or 1mo by the calendar, or a span such as 15m (default: 1d)."),
    ]

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        self.flags = flags
        from =
            try flags.moment("--from")
            ?? FlagMoment(flag: "--from", moment: .day(.back(27), second: nil))
        to = try flags.moment("--to")
    }

    /// The request for the first page.
    func request(
        at present: FleetInstant, _ zone: TimeZoneRules
    ) throws(ProgramFailure) -> QueryRequest {
        let clock = MomentClock(present: present, zone: zone)
        let begin = try from.anchor(by: clock)
        let end = try to?.anchor(by: clock) ?? endOfToday(from: begin, at: present, zone)
        let (line, request) = try FlagRequest.make("query") { line in
            line.appendSelection(flags["--session"])
            line.appendList("metrics", flags["--metrics"])
            line.appendList("stats", flags["--stats"])
            line.appendField("from", begin.description)
            line.appendField("to", end?.description)
            line.appendField("interval", flags["--interval"])
            line.appendField("limit", ProtocolLimits.queryPage)
        }
        guard case .query(let query) = request else {
            preconditionFailure("the flags made another request: \(line)")
        }
        return query
    }
}

extension QueryQuestion {
    /// The end of today, so that today has a whole row, marked as open; nil unless rows are days.
    private func endOfToday(
        from begin: CivilAnchor, at present: FleetInstant, _ zone: TimeZoneRules
    ) -> CivilAnchor? {
        let today = zone.date(at: present).dayNumber
        guard case .date(let first) = begin, first <= today else { return nil }
        if case .elapsed? = CivilInterval(parsing: flags["--interval"] ?? "1d") { return nil }
        return .date(today + 1)
    }
}

extension FlagMoment {
    /// The moment as a place where intervals begin or end.
    func anchor(by clock: MomentClock) throws(ProgramFailure) -> CivilAnchor {
        try resolve { moment throws(SkippedTime) in try clock.anchor(of: moment) }
    }
}

/// The line on standard error before an answer about days of athletes who fly laps.
enum LapsNotice {
    /// The text of the line for a query's answer; nil if the answer needs none.
    static func note(on request: QueryRequest, _ greeting: JSONValue) -> String? {
        let fleet = GreetedFleet(greeting: greeting)
        let lanes: [LaneID]
        switch request.selection {
        case .all: lanes = [fleet.lastLane]
        case .some(let selected): lanes = selected.map(\.lane)
        }
        guard request.interval.isCivil, lanes.contains(where: fleet.fliesLaps) else { return nil }
        return LapsNote.text
    }
}
