import CivilTime
import TestSupport
import Testing

@Suite struct CivilDateTests {
    private func date(_ text: String) throws -> CivilDate {
        try #require(CivilDate(parsing: text), "\(text)")
    }

    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday),
        ("2000-02-29", 11_016, .tuesday), ("2026-11-23", 20_780, .monday),
        ("2200-01-01", 84_006, .wednesday), ("0001-01-01", -719_162, .monday),
    ])
    func `a date has a number and a weekday`(text: String, number: Int, weekday: Weekday) throws {
        let date = try date(text)
        #expect(date.dayNumber == number)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
        #expect(CivilDate(dayNumber: number) == date)
    }

    @Test(arguments: [
        "", "2026", "2026-1-1", "2026-13-01", "2026-00-10", "2026-02-29", "2100-02-29",
        "2026-04-31",
        "2026-01-00", "2026-01-32", "2026-01-01T", " 2026-01-01", "+026-01-01", "2026--1-01",
        "2026-01-0١",
    ])
    func `what is no date is refused`(text: String) {
        #expect(CivilDate(parsing: text) == nil)
    }

    @Test func `every day of 400 years follows the one before`() {
        let first = CivilDate(dayNumber: 10_957)
        var before = first.fields
        for number in 10_958...10_957 + 146_097 {
            let date = CivilDate(dayNumber: number)
            let (year, month, day) = date.fields
            let isNext =
                (year, month, day) == (before.year, before.month, before.day + 1)
                || (year, month, day) == (before.year, before.month + 1, 1)
                || (year, month, day) == (before.year + 1, 1, 1)
            #expect(isNext, "\(date)")
            before = (year, month, day)
        }
        #expect(before == (2400, 1, 1))
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
        ("2026-03-31", -1, "2026-02-28"), ("2026-11-23", 2, "2027-01-23"),
        ("2026-11-23", -11, "2025-12-23"), ("2026-11-23", 0, "2026-11-23"),
        ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", -1200, "1924-02-29"),
    ])
    func `months keep the day, or take their last`(
        from: String, months: Int, to: String
    ) throws {
        #expect(try date(from).adding(months: months) == date(to))
    }

    @Test func `weeks begin on Monday and months on the first`() throws {
        var dice = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let date = CivilDate(dayNumber: dice.number(-100_000...200_000))
            #expect(date.startOfWeek.weekday == .monday)
            #expect((0...6).contains(date - date.startOfWeek))
            #expect(date.startOfMonth.day == 1)
            #expect(date.startOfMonth.month == date.month)
            #expect(date.startOfMonth <= date)
            #expect(date.adding(days: 1 - date.dayOfYear).fields == (date.year, 1, 1))
            #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
        }
    }
}
