/// The RFC 3339 form of an instant, in UTC with microseconds: `2026-11-20T23:31:05.000000Z`.
///
/// Days are counted in the proleptic Gregorian calendar with the algorithm of Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms" (2013).
public struct CalendarTime: Hashable, Sendable {
    public var year: Int64
    public var month: Int64
    public var day: Int64
    /// Microseconds since midnight, 0..<86,400,000,000.
    public var microsecondOfDay: Int64

    public static let microsecondsPerDay: Int64 = 86_400_000_000

    /// Midnight of a date in UTC. The month is 1...12; days beyond the month's end run on into the
    /// next.
    public init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
        microsecondOfDay = 0
    }

    /// The calendar time of `microseconds` since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        var days = microseconds / Self.microsecondsPerDay
        microsecondOfDay = microseconds % Self.microsecondsPerDay
        if microsecondOfDay < 0 {
            microsecondOfDay += Self.microsecondsPerDay
            days -= 1
        }
        (year, month, day) = Self.civil(fromDays: days)
    }

    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64 {
        Self.days(year: year, month: month, day: day) * Self.microsecondsPerDay + microsecondOfDay
    }

    /// The same day and time of day of another month; the month's last day where it has no such
    /// day.
    public func adding(months: Int64) -> CalendarTime {
        let count = year * 12 + month - 1 + months
        var later = Self.first(ofMonth: count)
        let end = Self.first(ofMonth: count + 1).microseconds
        later.day = min(day, (end - later.microseconds) / Self.microsecondsPerDay)
        later.microsecondOfDay = microsecondOfDay
        return later
    }

    /// - Parameter count: months since January of the year 0.
    private static func first(ofMonth count: Int64) -> CalendarTime {
        CalendarTime(
            year: count.dividedRoundingDown(by: 12), month: count.remainderRoundingDown(by: 12) + 1,
            day: 1)
    }

    // Both directions count years from March, so that the leap day is the last of its year, in eras
    // of 400 years, 146,097 days. Day 0 of the first era lies 719,468 days before 1970.
    private static func civil(fromDays days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CalendarTime {
    /// Reads an RFC 3339 time with any offset, `2026-11-20T23:31:05Z`, `…05.25+01:00`.
    ///
    /// Returns nil for anything else, for a day that the month does not have, for a leap second,
    /// for fractions finer than a microsecond, and outside the years 0 to 9999 in UTC.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let fields = Self.dateAndTime(bytes) else { return nil }
        var rest = bytes[19...]
        guard let fraction = Self.fraction(&rest), let offset = Self.offset(rest) else {
            return nil
        }
        let midnight =
            Self.days(year: fields.year, month: fields.month, day: fields.day)
            * Self.microsecondsPerDay
        self.init(microseconds: midnight + (fields.second - offset) * 1_000_000 + fraction)
        guard (0...9999).contains(year) else { return nil }
    }

    private static func dateAndTime(
        _ bytes: [UInt8]
    ) -> (year: Int64, month: Int64, day: Int64, second: Int64)? {
        let separators: [(Int, Unicode.Scalar)] = [(4, "-"), (7, "-"), (13, ":"), (16, ":")]
        guard separators.allSatisfy({ bytes[$0.0] == UInt8(ascii: $0.1) }),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]),
            let day = digits(bytes[8..<10]), let hour = digits(bytes[11..<13]),
            let minute = digits(bytes[14..<16]), let second = digits(bytes[17..<19]),
            (1...12).contains(month), hour < 24, minute < 60, second < 60
        else { return nil }
        // The 30th of February, for one, comes back as a day of March.
        let (checkedYear, checkedMonth, checkedDay) = civil(
            fromDays: days(year: year, month: month, day: day))
        guard (checkedYear, checkedMonth, checkedDay) == (year, month, day) else { return nil }
        return (year, month, day, hour * 3600 + minute * 60 + second)
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        rest.removeFirst()
        let run = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...6).contains(run.count), let value = digits(run) else { return nil }
        rest = rest[run.endIndex...]
        return value * Decimal64.powerOfTen(6 - run.count)
    }

    private static func offset(_ rest: ArraySlice<UInt8>) -> Int64? {
        if rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) { return 0 }
        let bytes = Array(rest)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = digits(bytes[1..<3]), let minutes = digits(bytes[4..<6]),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

extension CalendarTime: CustomStringConvertible {
    public var description: String {
        let second = microsecondOfDay / 1_000_000
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            + ".\(padded(microsecondOfDay % 1_000_000, 6))Z"
    }
}

extension FleetInstant {
    /// The instant in the form of ``CalendarTime``, as requests and lines have it.
    public var text: String { CalendarTime(microseconds: microseconds).description }
}
