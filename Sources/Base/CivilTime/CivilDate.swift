import Vocabulary

/// A date of the proleptic Gregorian calendar, without a time zone.
///
/// A date is kept as a number of days, so that its arithmetic is that of integers. Its years go far
/// beyond those of ``FleetInstant``.
package struct CivilDate: Hashable, Sendable {
    /// Days since 1970-01-01; negative before it.
    package let dayNumber: Int

    package init(dayNumber: Int) { self.dayNumber = dayNumber }

    /// Nil where the month has no such day, or the year has no such month.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...31).contains(day), (-9999...9999).contains(year) else {
            return nil
        }
        let midnight = CalendarTime(year: Int64(year), month: Int64(month), day: Int64(day))
        self.init(utc: midnight.microseconds)
        // The 30th of February, for one, comes back as a day of March.
        guard self.day == day else { return nil }
    }

    /// The date in UTC of `microseconds` since 1970-01-01T00:00:00Z.
    private init(utc microseconds: Int64) {
        dayNumber = Int(
            microseconds.dividedRoundingDown(by: CalendarTime.microsecondsPerDay))
    }

    /// Reads `2026-03-01`: four, two and two digits. Nil for anything else.
    package init?(parsing text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        var numbers: [Int] = []
        for part in parts {
            var number = 0
            for byte in part {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            numbers.append(number)
        }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    // The algorithm of CalendarTime, which has the only copy of it.
    private var calendar: CalendarTime {
        CalendarTime(microseconds: Int64(dayNumber) * CalendarTime.microsecondsPerDay)
    }

    /// The year, the month 1...12 and the day 1...31, at the cost of computing one of them.
    package var fields: (year: Int, month: Int, day: Int) {
        let calendar = calendar
        return (Int(calendar.year), Int(calendar.month), Int(calendar.day))
    }

    package var year: Int { fields.year }
    /// 1...12.
    package var month: Int { fields.month }
    /// 1...31.
    package var day: Int { fields.day }

    package var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let sinceMonday = Int64(dayNumber + 3).remainderRoundingDown(by: 7)
        return Weekday(rawValue: Int(sinceMonday) + 1) ?? .monday
    }

    /// The Monday at or before the date.
    package var startOfWeek: CivilDate { adding(days: 1 - weekday.rawValue) }

    /// The first of the date's month.
    package var startOfMonth: CivilDate { adding(days: 1 - day) }

    package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// The same day of another month; the month's last day where it has no such day.
    package func adding(months: Int) -> CivilDate {
        CivilDate(utc: calendar.adding(months: Int64(months)).microseconds)
    }

    /// 1 on the first of January.
    package var dayOfYear: Int {
        let midnight = CalendarTime(year: Int64(year), month: 1, day: 1)
        return dayNumber - CivilDate(utc: midnight.microseconds).dayNumber + 1
    }

    /// Days from `right` to `left`.
    package static func - (left: CivilDate, right: CivilDate) -> Int {
        left.dayNumber - right.dayNumber
    }
}

extension CivilDate: Comparable {
    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }
}

extension CivilDate: CustomStringConvertible {
    /// What `init(parsing:)` reads back: `2026-03-01`.
    package var description: String { String(calendar.description.prefix { $0 != "T" }) }
}

/// Days of the week as ISO 8601 numbers them.
package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    package var isWeekend: Bool { self >= .saturday }
}

extension Weekday: Comparable {
    package static func < (left: Weekday, right: Weekday) -> Bool {
        left.rawValue < right.rawValue
    }
}
