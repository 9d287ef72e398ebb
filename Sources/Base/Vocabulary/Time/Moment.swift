/// A moment as somebody writes it, in flags, settings and requests alike.
///
/// Days and times of day are those of the fleet's time zone, UTC where it has none;
/// ``MomentClock`` knows it, and the present that the words are counted from.
public enum Moment: Hashable, Sendable {
    /// Microseconds since 1970.
    case time(Int64)
    /// A span before the present.
    case back(FleetDuration)
    /// Seconds after midnight of a day; nil is the day's first instant.
    case day(Day, second: Int?)
    /// Seconds after midnight of whichever day brings it last, or next where one looks ahead.
    case timeOfDay(Int)

    public enum Day: Hashable, Sendable {
        /// Counted in days from 1970-01-01.
        case date(Int)
        /// The present day, or this number of days before it.
        case back(Int)
    }

    /// What a moment may be, to follow "give" or "must be".
    public static let form =
        "a time such as 2026-03-06T06:00:00Z, a date such as 2026-03-06, today, yesterday, a time "
        + "of day such as 07:30 for the latest one, both as in yesterday 07:30, or a span back "
        + "such as 5m or 7d, by the fleet's time zone, or else in UTC"

    /// The form where one looks ahead.
    public static let formAhead =
        "a time such as 2026-03-06T06:00:00Z, a date such as 2026-03-06, a time of day such as "
        + "07:30 for the next one, or both as in 2026-03-06 07:30, by the fleet's time zone, or "
        + "else in UTC"
}

extension Moment {
    /// Whether a time zone makes a difference.
    public var isOfZone: Bool {
        switch self {
        case .time, .back: false
        case .day, .timeOfDay: true
        }
    }

    /// Whether the present makes a difference.
    public var isOfPresent: Bool {
        switch self {
        case .time, .day(.date, second: _): false
        case .back, .day(.back, second: _), .timeOfDay: true
        }
    }

    /// Reads what ``form`` says; nil for anything else.
    ///
    /// Days and weeks back are those of the calendar, each from its first instant, and spans of
    /// hours or less are elapsed time; `7d`, `-7d` and `7 days ago` are the same.
    public init?(parsing text: some StringProtocol) {
        if let time = CalendarTime(rfc3339: text) {
            self = .time(time.microseconds)
        } else if let second = Self.timeOfDay(text) {
            self = .timeOfDay(second)
        } else if let day = Day(parsing: text) {
            self = .day(day, second: nil)
        } else if let span = FleetDuration(parsing: Self.magnitude(String(text))) {
            self = .back(span)
        } else if let (day, second) = Self.dayAndTime(String(text)) {
            self = .day(day, second: second)
        } else {
            return nil
        }
    }

    /// The span of a text without the sign or the word that makes it lead back.
    fileprivate static func magnitude(_ text: String) -> Substring {
        if text.hasPrefix("-") { return text.dropFirst() }
        return text.hasSuffix(" ago") ? text.dropLast(4) : text[...]
    }

    /// `yesterday 07:30`, `2026-03-06 07:30` or `2026-03-06T07:30:15`.
    private static func dayAndTime(_ text: String) -> (Day, Int)? {
        let isSeparator: (Character) -> Bool = { $0 == " " || $0 == "T" }
        guard let place = text.firstIndex(where: isSeparator),
            let day = Day(parsing: text[..<place]), text[place] == " " || day.isDate,
            let second = timeOfDay(text[text.index(after: place)...])
        else { return nil }
        return (day, second)
    }

    /// Seconds after midnight of `7:30`, `07:30` or `07:30:15`.
    private static func timeOfDay(_ text: some StringProtocol) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        var second = 0
        for (part, limit) in zip(parts, [24, 60, 60]) {
            var number = 0
            for byte in part {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            guard number < limit else { return nil }
            second = second * 60 + number
        }
        return parts.count == 2 ? second * 60 : second
    }
}

extension Moment.Day {
    /// The most days back: far beyond every fleet.
    private static let most = 100_000

    init?(parsing text: some StringProtocol) {
        switch text {
        case "today": self = .back(0)
        case "yesterday": self = .back(1)
        case _:
            if let count = CivilInterval.counted(String(Moment.magnitude(String(text)))) {
                let days = count.number * (count.unit == .weeks ? 7 : 1)
                guard count.unit != .months, days <= Self.most else { return nil }
                self = .back(days)
            } else if text.utf8.count == 10, let time = CalendarTime(rfc3339: "\(text)T00:00:00Z") {
                let day = time.microseconds.dividedRoundingDown(by: CalendarTime.microsecondsPerDay)
                self = .date(Int(day))
            } else {
                return nil
            }
        }
    }

    var isDate: Bool {
        switch self {
        case .date: true
        case .back: false
        }
    }
}

extension FleetInstant {
    /// The first instant at or after a time, in microseconds since 1970.
    public init(notBefore microseconds: Int64) {
        self.init(
            ticks: -(-microseconds).dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
    }

    /// The last instant at or before a time, in microseconds since 1970.
    public init(notAfter microseconds: Int64) {
        self.init(ticks: microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
    }
}
