/// Where a row of intervals begins or ends, as somebody has written it.
public enum CivilAnchor: Hashable, Sendable {
    /// The first instant of a date, counted in days from 1970-01-01; of a date that the time zone
    /// skips, that of the next one.
    case date(Int)
    case instant(FleetInstant)
}

extension CivilAnchor {
    /// Reads what ``description`` writes, a date or a time: the first tick at or after it. Nil for
    /// anything else.
    public init?(parsing text: some StringProtocol) {
        switch Moment(parsing: text) {
        case .day(.date(let number), second: nil): self = .date(number)
        case .time(let microseconds): self = .instant(FleetInstant(notBefore: microseconds))
        case .day, .back, .timeOfDay, nil: return nil
        }
    }

    /// The year of the date, or of the instant in UTC.
    public var year: Int64 {
        switch self {
        case .date(let day): Self.midnight(day).year
        case .instant(let instant): CalendarTime(microseconds: instant.microseconds).year
        }
    }

    /// The instant `days` days and `months` months later in UTC: the first one of a date, or the
    /// one at the same time of day. A month without that day gives its last day.
    public func inUTC(addingDays days: Int, months: Int) -> FleetInstant {
        let later: CalendarTime
        switch self {
        case .date(let day): later = Self.midnight(day + days)
        case .instant(let instant):
            later = CalendarTime(
                microseconds: instant.microseconds + Int64(days) * CalendarTime.microsecondsPerDay)
        }
        let microseconds = later.adding(months: Int64(months)).microseconds
        return FleetInstant(ticks: microseconds / FleetDuration.microsecondsPerTick)
    }

    private static func midnight(_ day: Int) -> CalendarTime {
        CalendarTime(microseconds: Int64(day) * CalendarTime.microsecondsPerDay)
    }
}

extension CivilAnchor: CustomStringConvertible {
    /// What `init(parsing:)` reads back.
    public var description: String {
        switch self {
        case .date(let day): String("\(Self.midnight(day))".prefix(10))
        case .instant(let instant): instant.text
        }
    }
}

/// How long the intervals of a row are.
public enum CivilInterval: Hashable, Sendable {
    /// The same span each, whatever the calendar says.
    case elapsed(FleetDuration)
    /// Days of the calendar, of 23 to 25 hours in most zones.
    case days(Int)
    /// Months of the calendar.
    case months(Int)

    /// Whether the intervals go by the calendar.
    public var isCivil: Bool {
        switch self {
        case .elapsed: false
        case .days, .months: true
        }
    }
}

extension CivilInterval {
    /// Reads `1d`, `2w`, `1mo`, `2 weeks` or a duration such as `15m`; nil for anything else, and
    /// for a length of 0.
    public init?(parsing text: some StringProtocol) {
        if let (number, unit) = Self.counted(String(text)) {
            guard number > 0, text.utf8.first != UInt8(ascii: "0") else { return nil }
            self =
                switch unit {
                case .days: .days(number)
                case .weeks: .days(7 * number)
                case .months: .months(number)
                }
        } else if let span = FleetDuration(parsing: text), span > .zero {
            self = .elapsed(span)
        } else {
            return nil
        }
    }

    /// Reads a number of days, weeks or months, such as `28d` or `2 weeks`; nil for anything else.
    static func counted(_ text: String) -> (number: Int, unit: CivilUnit)? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count), let number = Int(Substring(digits)) else {
            return nil
        }
        var name = text.utf8[digits.endIndex...]
        if name.first == UInt8(ascii: " ") { name.removeFirst() }
        return CivilUnit(named: Array(name)).map { (number, $0) }
    }
}

/// The units of intervals that go by the calendar.
enum CivilUnit: CaseIterable {
    case days, weeks, months

    init?(named name: [UInt8]) {
        guard
            let unit = Self.allCases.first(where: { $0.names.contains { name == Array($0.utf8) } })
        else { return nil }
        self = unit
    }

    private var names: [String] {
        switch self {
        case .days: ["d", "day", "days"]
        case .weeks: ["w", "week", "weeks"]
        case .months: ["mo", "month", "months"]
        }
    }
}

extension CivilInterval: CustomStringConvertible {
    /// What `init(parsing:)` reads back.
    public var description: String {
        switch self {
        case .elapsed(let span): "\(span)"
        case .days(let days): days % 7 == 0 ? "\(days / 7)w" : "\(days)d"
        case .months(let months): "\(months)mo"
        }
    }
}
