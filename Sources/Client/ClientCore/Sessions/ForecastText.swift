import CivilTime
import CommandLine
import Days
import FlightDisplay
import PlainText
import Vocabulary
import WireProtocol

/// How many sessions a fleet that flies by the calendar has aloft, hour by hour of a week.
///
/// It follows from seed, zone and date alone: the client computes it from the daemon's greeting, as
/// `export` computes sessions, without work for the daemon. What is ordered of athletes it cannot
/// know.
struct SessionsForecast {
    /// The Monday of the week.
    let week: CivilDate
    let zone: String
    let sessions: Int
    /// How many of the fleet's athletes are ordered.
    let ordered: Int
    /// The expected number of sessions aloft, hour by hour from Monday midnight on: 168 numbers.
    let hours: [Double]

    static let flag = Flag(
        "--forecast",
        "How many are aloft in each hour of this week, expected of the athletes' habits; for a "
            + "fleet with --schedule days.")
}

extension SessionsForecast {
    /// - Throws: if the fleet flies laps.
    init(_ greeting: JSONValue) throws(ProgramFailure) {
        guard greeting["schedule"]?.text == "days", let seed = greeting["seed"]?.integer,
            let sessions = greeting["sessions"]?.integer
        else {
            throw ProgramFailure(
                .refused,
                "this fleet flies laps, and every lane has a session aloft at any time; --forecast "
                    + "is for a daemon with --schedule days")
        }
        let clock = try FleetClock(greeting)
        let all = greeting["fleet_sessions"]?.integer ?? sessions
        let share = Double(sessions) / Double(max(all, 1))
        week = clock.zone.date(at: clock.present).startOfWeek
        zone = clock.zone.name
        self.sessions = sessions
        ordered = greeting["athletes_ordered"]?.integer ?? 0
        hours = DaysForecast.sessionsAloft(
            seed: UInt64(seed), lanes: 0..<all, zone: clock.zone, week: week
        ).map { $0 * share }
    }

    /// The forecast as one line of JSON, with its newline.
    var json: String {
        var line = LineBuffer()
        line.append(#"{"type":"forecast""#)
        line.appendField("week", "\(week)")
        line.appendField("time_zone", zone)
        line.appendField("sessions", sessions)
        if ordered > 0 { line.appendField("athletes_ordered", ordered) }
        line.appendName("hours")
        line.append("[")
        for (index, value) in hours.enumerated() {
            if index > 0 { line.append(",") }
            line.appendDecimal(units: Int64((value * 100).rounded()), decimals: 2)
        }
        line.append("]}\n")
        return line.text
    }

    /// A table with a row for each day and a bar for each hour.
    ///
    /// - Parameter hasBlocks: whether the terminal shows blocks; else digits stand for tenths of
    ///   the week's most.
    func text(hasBlocks: Bool) -> String {
        let most = hours.max() ?? 0
        var lines = [
            "Sessions aloft, week of \(week), \(zone), of \(sessions.counted("athlete"))", "",
            "           0     3     6     9     12    15    18    21         mean   most at",
        ]
        for day in 0..<7 {
            let values = Array(hours[day * 24..<day * 24 + 24])
            let bars = values.map { Self.bar($0, of: most, hasBlocks) }.joined(separator: "")
            let mean = values.reduce(0, +) / 24
            let (hour, top) = values.enumerated().max { $0.element < $1.element } ?? (0, 0)
            let date = week.adding(days: day)
            let name = "\(date.weekday.short) \("\(date)".suffix(5))"
            lines.append(
                "\(name)  \(bars)  \(Self.fixed(mean))  \(Self.fixed(top)) at \(hour) h")
        }
        let scale = hasBlocks ? "\u{2588}" : "9"
        lines += ["", "\(scale) is \(Self.fixed(most).trimmed) sessions, the week's most"]
        if ordered > 0 {
            let are = ordered == 1 ? "athlete is" : "athletes are"
            lines.append("\(ordered) \(are) ordered, and counted here as if they were drawn")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A bar of two columns.
    private static func bar(_ value: Double, of most: Double, _ hasBlocks: Bool) -> String {
        guard most > 0, value > 0 else { return hasBlocks ? "\u{00B7}\u{00B7}" : ".." }
        let share = value / most
        let text =
            hasBlocks
            ? blocks[min(7, Int(share * 8))] : "\(min(9, Int(share * 10)))"
        return text + text
    }

    private static let blocks = (0x2581...0x2588).compactMap { Unicode.Scalar($0).map(String.init) }

    private static func fixed(_ value: Double) -> String {
        let text = Decimal64(rounding: value, decimals: 1).map { "\($0)" } ?? "?"
        return text.padded(to: 7, .right)
    }
}

extension String {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
