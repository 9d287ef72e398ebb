import ChannelPipeline
import CivilTime
import CommandLine
import StreamClient
import Vocabulary
import WireProtocol

/// What `runway query` asks for, in the words of its flags.
struct QueryQuestion {
    private let flags: ParsedFlags
    private let from: QueryMoment
    private let to: QueryMoment?

    static let flags = [
        Flag("--session", value: "LANES", "Lanes such as s0,s7 (default: all)."),
        Flag(
            "--metrics", value: "NAMES",
            "Such as steps,body_mass_kg,heart_rate_bpm (default: all that there are)."),
        Flag(
            "--stats", value: "NAMES",
            "\(Statistic.ofQueries.map(\.rawValue).joined(separator: ", ")) (default: as a table "
                + "sum and average, else all but count)."),
        Flag(
            "--from", value: "WHEN",
            "\(QueryMoment.allowed); intervals are counted from it (default: 27d)."),
        Flag(
            "--to", value: "WHEN",
            "The same (default: the end of today; the present where --from is a time or --interval "
                + "a span)."),
        Flag(
            "--interval", value: "SPAN",
            "1d, 2w or 1mo by the calendar, or a span such as 15m (default: 1d)."),
    ]

    init(_ flags: ParsedFlags) throws(UsageError) {
        self.flags = flags
        from = try flags.queryMoment("--from") ?? .daysBack(27)
        to = try flags.queryMoment("--to")
    }

    /// The request for the first page.
    ///
    /// The daemon's own decoder reads the flags, so that a mistake is reported before anything is
    /// sent.
    func request(
        at present: FleetInstant, _ zone: TimeZoneRules
    ) throws(UsageError) -> QueryRequest {
        var line = LineBuffer()
        line.append(#"{"op":"query""#)
        if let names = flags["--session"], names != "*" {
            line.append(#","select":{"session":"#)
            line.append(words: names)
            line.append("}")
        }
        for (flag, name) in [("--metrics", "metrics"), ("--stats", "stats")] {
            guard let words = flags[flag] else { continue }
            line.append(utf8: ",\"\(name)\":")
            line.append(words: words)
        }
        let begin = from.anchor(at: present, zone)
        line.appendField("from", begin.description)
        let end = to?.anchor(at: present, zone) ?? endOfToday(from: begin, at: present, zone)
        line.appendField("to", end?.description)
        line.appendField("interval", flags["--interval"])
        line.appendField("limit", ProtocolLimits.queryPage)
        line.append("}")
        do throws(RequestFailure) {
            let request = try RequestDecoder.decode(line.bytes[...], number: 1).request
            guard case .query(let query) = request else {
                preconditionFailure("the flags made another request: \(line.text)")
            }
            return query
        } catch {
            throw UsageError(error.error)
        }
    }
}

extension QueryQuestion {
    /// So that today has a whole row, marked as open; nil where rows are no days.
    private func endOfToday(
        from begin: CivilAnchor, at present: FleetInstant, _ zone: TimeZoneRules
    ) -> CivilAnchor? {
        let today = zone.date(at: present).dayNumber
        guard case .date(let first) = begin, first <= today else { return nil }
        if case .elapsed? = CivilInterval(parsing: flags["--interval"] ?? "1d") { return nil }
        return .date(today + 1)
    }
}

/// When the range of a query begins or ends, in the words of a user.
enum QueryMoment: Equatable {
    case anchor(CivilAnchor)
    /// The fleet's civil day, or one so many days before.
    case daysBack(Int)
    case back(FleetDuration)

    /// Reads `2026-03-01`, an RFC 3339 time, `today`, `yesterday`, `28d` or `5h`; nil for anything
    /// else.
    init?(parsing text: String) {
        switch text {
        case "today": self = .daysBack(0)
        case "yesterday": self = .daysBack(1)
        case _:
            if let anchor = CivilAnchor(parsing: text) {
                self = .anchor(anchor)
            } else if text.hasSuffix("d"), let days = Int(text.dropLast()),
                (0...100_000).contains(days)
            {
                self = .daysBack(days)
            } else if let span = FleetDuration(parsing: text) {
                self = .back(span)
            } else {
                return nil
            }
        }
    }

    static let allowed =
        "a date such as 2026-03-01, a time such as 2026-03-01T06:00:00Z, today, yesterday, or a "
        + "span back such as 28d or 5h"

    func anchor(at present: FleetInstant, _ zone: TimeZoneRules) -> CivilAnchor {
        switch self {
        case .anchor(let anchor): anchor
        case .daysBack(let days): .date(zone.date(at: present).dayNumber - days)
        case .back(let span): .instant(present - span)
        }
    }
}

extension ParsedFlags {
    /// The moment that a flag names; nil without the flag.
    fileprivate func queryMoment(_ name: String) throws(UsageError) -> QueryMoment? {
        try value(name, allowed: QueryMoment.allowed) { QueryMoment(parsing: $0) }
    }
}

extension LineBuffer {
    /// Adds `["…"]` of words with commas between.
    fileprivate mutating func append(words: String) {
        append("[")
        for (index, word) in words.split(separator: ",").enumerated() {
            if index > 0 { append(",") }
            appendJSONString(word)
        }
        append("]")
    }
}

/// The greeting's fleet: its present, and the zone of its days.
struct FleetClock {
    let present: FleetInstant
    let zone: TimeZoneRules

    /// - Throws: if the daemon's zone is not among those of this machine.
    init(_ greeting: JSONValue) throws(ProgramFailure) {
        guard let now = greeting["t"]?.text.flatMap({ CalendarTime(rfc3339: $0) }) else {
            throw ProgramFailure(.protocolViolation, "the daemon's greeting has no time")
        }
        present = FleetInstant(
            ticks: now.microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
        zone = try Self.zone(named: greeting["time_zone"]?.text)
    }

    /// The clock of a fleet that is flown here.
    ///
    /// - Throws: if its zone is not among those of this machine.
    init(_ fleet: Fleet, present: FleetInstant) throws(ProgramFailure) {
        self.present = present
        zone = try Self.zone(named: fleet.books.zoneName)
    }

    private static func zone(named name: String?) throws(ProgramFailure) -> TimeZoneRules {
        guard let name else { return .utc }
        do throws(TimeZoneFailure) {
            return try TimeZoneRules.named(name)
        } catch {
            throw ProgramFailure(.input, "\(error); the fleet's days are those of this zone")
        }
    }
}
