/// Where a row of intervals begins or ends, as somebody has written it.
public enum CivilAnchor: Hashable, Sendable {
    /// The first instant of a date, counted in days from 1970-01-01; of a date that the time zone
    /// skips, that of the next one.
    case date(Int)
    case instant(FleetInstant)
}

extension CivilAnchor {
    /// Reads `2026-03-01`, or an RFC 3339 time, as the first tick at or after it; nil for anything
    /// else.
    public init?(parsing text: some StringProtocol) {
        let isDate = text.utf8.count == 10
        guard let time = CalendarTime(rfc3339: isDate ? "\(text)T00:00:00Z" : "\(text)") else {
            return nil
        }
        let microseconds = time.microseconds
        guard !isDate else {
            self = .date(Int(microseconds / CalendarTime.microsecondsPerDay))
            return
        }
        let ticks = -(-microseconds).dividedRoundingDown(by: FleetDuration.microsecondsPerTick)
        self = .instant(FleetInstant(ticks: ticks))
    }

    /// The year of the date, or of the instant in UTC.
    public var year: Int64 {
        switch self {
        case .date(let day): Self.midnight(day).year
        case .instant(let instant): CalendarTime(microseconds: instant.microseconds).year
        }
    }

    /// The instant so many days and months later in UTC: the first one of a date, or the one at
    /// the same time of day. A month without such a day gives its last one.
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
        case .instant(let instant): "\(CalendarTime(microseconds: instant.microseconds))"
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

    /// Whether they go by the calendar.
    public var isCivil: Bool {
        switch self {
        case .elapsed: false
        case .days, .months: true
        }
    }
}

extension CivilInterval {
    /// Reads `1d`, `2w`, `1mo` or a duration such as `15m`; nil for anything else, and for none.
    public init?(parsing text: some StringProtocol) {
        let units: [(suffix: String, of: (Int) -> CivilInterval)] = [
            ("mo", { .months($0) }), ("d", { .days($0) }), ("w", { .days(7 * $0) }),
        ]
        if let unit = units.first(where: { text.hasSuffix($0.suffix) }) {
            let digits = text.dropLast(unit.suffix.count)
            guard digits.utf8.count <= 9, let count = Int(digits), count > 0,
                "\(count)" == digits
            else { return nil }
            self = unit.of(count)
        } else if let span = FleetDuration(parsing: text), span > .zero {
            self = .elapsed(span)
        } else {
            return nil
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
