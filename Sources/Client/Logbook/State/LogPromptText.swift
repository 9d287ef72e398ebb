import CivilTime
import FlightDisplay
import PlainText
import Readout
import Vocabulary

/// Reads a line that the user types: a date, a goal or a sample.
struct LogPromptText {
    let calendar: LogCalendar
    /// The date at which the logbook is open.
    let date: CivilDate
    let present: FleetInstant
    var units = Units.metric

    /// A text that cannot be read, in the user's words.
    struct Mistake: Error, Equatable { let reason: String }

    /// A moment of the day, such as `today`, `2026-03-06` or `7d`; `03-06` of the shown year, `6`
    /// of the shown month, or `-7` and `+7` days from the shown date.
    func date(_ text: String) throws(Mistake) -> CivilDate {
        let text = text.drop { $0 == " " }.trimmingTrailingSpaces
        if text.isEmpty { return calendar.date(at: present) }
        if let moment = Moment(parsing: text) {
            do throws(SkippedTime) {
                let clock = MomentClock(present: present, zone: calendar.zone)
                return CivilDate(dayNumber: try clock.dayNumber(of: moment))
            } catch {
                throw Mistake(reason: "\(error)")
            }
        }
        if let first = text.first, "+-".contains(first), let days = Int(text.dropFirst()),
            (0..<100_000).contains(days)
        {
            return date.adding(days: first == "-" ? -days : days)
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        let (year, month, _) = date.fields
        let found =
            switch parts.count {
            case 1: CivilDate(year: year, month: month, day: parts[0])
            case 2: CivilDate(year: year, month: parts[0], day: parts[1])
            case _: CivilDate?.none
            }
        guard let found else {
            throw Mistake(reason: "\(text) is no date; write 2026-03-06, 03-06, 6 or -7")
        }
        return found
    }

    func goal(_ text: String) throws(Mistake) -> Int {
        let range = LogbookPreferences.goalRange
        guard let goal = Int(text.filter { $0 != " " }), range.contains(goal) else {
            throw Mistake(
                reason:
                    "a goal is a number of steps from \(range.lowerBound) to \(range.upperBound)")
        }
        return goal
    }

    /// `s7` or `7`: a lane of the fleet, or a lane that a command started.
    func athlete(_ text: String, of fleet: GreetedFleet?) throws(Mistake) -> LaneID {
        let name = text.drop { $0 == " " }.trimmingTrailingSpaces
        guard let lane = LaneName.lane(of: name.hasPrefix("s") ? name : "s\(name)"),
            !name.contains(".")
        else { throw Mistake(reason: "\(name) is no athlete; write one such as s7") }
        let isFlown = fleet?.flies(lane) ?? false
        guard isFlown || lane >= .firstStarted else {
            throw Mistake(
                reason: "this daemon does not fly s\(lane); its last athlete is "
                    + "s\(fleet?.lastLane.index ?? 0)")
        }
        return lane
    }

    /// A value and its time: `71.3 07:10` for a reading, `1200 14:00 14:30` for a span.
    func sample(_ metric: DayMetric, _ text: String) throws(Mistake) -> HandCommand {
        var words = text.split(separator: " ").map(String.init)
        if words.count > 1, words[1].allSatisfy(\.isLetter) { words[0] += words.remove(at: 1) }
        guard let first = words.first, let value = value(metric, first) else {
            throw Mistake(reason: "a value comes first: \(metric.example(units))")
        }
        var minutes: [Int] = []
        for word in words.dropFirst() {
            guard let minute = Self.minute(word) else {
                throw Mistake(
                    reason: "\(word) is no time of day; write \(metric.example(units))")
            }
            minutes.append(minute)
        }
        let (start, end) = try span(metric, minutes)
        return .add(metric, value: value, start: start, end: end)
    }

    private func span(
        _ metric: DayMetric, _ minutes: [Int]
    ) throws(Mistake) -> (FleetInstant, FleetInstant) {
        let wrong = Mistake(
            reason: "\(metric.isCumulative ? "from when to when" : "when")? write "
                + metric.example(units))
        guard metric.isCumulative else {
            guard minutes.count <= 1 else { throw wrong }
            if let minute = minutes.first {
                let instant = calendar.instant(of: date, minute: minute)
                return (instant, instant)
            }
            guard date == calendar.date(at: present) else { throw wrong }
            return (present, present)
        }
        guard minutes.count == 2, minutes[0] != minutes[1] else { throw wrong }
        // A span that ends earlier in the day than it begins has begun on the day before.
        let first = minutes[0] < minutes[1] ? date : date.adding(days: -1)
        return (
            calendar.instant(of: first, minute: minutes[0]),
            calendar.instant(of: date, minute: minutes[1])
        )
    }

    /// The value in the unit of the wire, from kilometres, miles, kilograms, pounds or hours of
    /// sleep. A unit may follow the number.
    private func value(_ metric: DayMetric, _ text: String) -> Decimal64? {
        let quantity = metric.shown.quantity
        if quantity == .hours {
            return Self.minute(text).map { Decimal64(units: Int64($0), decimals: 0) }
        }
        guard !quantity.written.isEmpty else { return Decimal64(parsing: text) }
        return MeasuredText(text, of: metric, usual: quantity.unit(units))?.value
    }

    /// Minutes after midnight.
    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 2, parts[1].count == 2,
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
