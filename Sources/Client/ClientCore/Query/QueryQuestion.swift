import CivilTime
import CommandLine
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
            "--metrics", value: "NAMES",
            "Such as steps,body_mass_kg,heart_rate_bpm (default: all that there are)."),
        Flag(
            "--stats", value: "NAMES",
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

    init(_ flags: ParsedFlags) throws(UsageError) {
        self.flags = flags
        from =
            try flags.moment("--from")
            ?? FlagMoment(flag: "--from", moment: .day(.back(27), second: nil))
        to = try flags.moment("--to")
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
        let clock = MomentClock(present: present, zone: zone)
        let begin = try from.anchor(by: clock)
        line.appendField("from", begin.description)
        let end = try to?.anchor(by: clock) ?? endOfToday(from: begin, at: present, zone)
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

extension FlagMoment {
    /// Where intervals begin or end.
    func anchor(by clock: MomentClock) throws(UsageError) -> CivilAnchor {
        try resolve { moment throws(SkippedTime) in try clock.anchor(of: moment) }
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
