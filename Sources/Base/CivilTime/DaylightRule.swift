import Vocabulary

/// A clock's offset from UTC and its daylight saving flag, as they hold for some time.
struct LocalTimeKind: Hashable, Sendable {
    /// Seconds east of UTC.
    let offset: Int32
    let isDaylightSaving: Bool

    /// The offsets, in seconds, that RFC 9636 allows: from above -25 h to below 26 h.
    static let offsets = -89_999...93_599
}

/// The rule for all years in the footer of a zone file: a POSIX TZ string with the extensions of
/// RFC 9636, `CET-1CEST,M3.5.0,M10.5.0/3`.
struct DaylightRule: Hashable, Sendable {
    let standard: LocalTimeKind
    /// Nil where clocks never change.
    let daylight: Daylight?

    struct Daylight: Hashable, Sendable {
        let kind: LocalTimeKind
        let begin: YearlyTime
        let end: YearlyTime
    }

    /// A local time of each year.
    struct YearlyTime: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// `J60`: 1...365, which never counts the 29th of February.
            case withoutLeapDay(Int)
            /// `59`: 0...365, which counts it.
            case fromZero(Int)
            /// `M3.5.0`: month, week 1...5 (5 is the last), weekday 0...6 from Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        let day: Day
        /// Seconds after midnight, from -167 h to 167 h.
        let second: Int

        /// Seconds from 1970-01-01T00:00 local time.
        func local(in year: Int) -> Int64 {
            Int64(date(in: year).dayNumber) * 86_400 + Int64(second)
        }

        private func date(in year: Int) -> CivilDate {
            let first = CivilDate(dayNumber: 0).adding(months: (year - 1970) * 12)
            switch day {
            case .fromZero(let day): return first.adding(days: day)
            case .withoutLeapDay(let day):
                let march = first.adding(months: 2)
                return day < 60 ? first.adding(days: day - 1) : march.adding(days: day - 60)
            case .weekday(let month, let week, let weekday):
                let start = first.adding(months: month - 1)
                let next = first.adding(months: month)
                let ahead = (weekday - start.weekday.rawValue % 7 + 7) % 7
                let day = start.adding(days: ahead + (week - 1) * 7)
                return day < next ? day : day.adding(days: -7)
            }
        }
    }
}

extension DaylightRule {
    /// The changes of a year, counted by the local years of the rule, in order; none where clocks
    /// never change.
    func changes(in year: Int) -> [(at: Int64, kind: LocalTimeKind)] {
        guard let daylight else { return [] }
        let begin = daylight.begin.local(in: year) - Int64(standard.offset)
        let end = daylight.end.local(in: year) - Int64(daylight.kind.offset)
        // In a rule for the whole year, an end falls on the next beginning: the beginning counts.
        return end <= begin
            ? [(end, standard), (begin, daylight.kind)] : [(begin, daylight.kind), (end, standard)]
    }

    /// The kind of local time at `second` since 1970-01-01T00:00:00Z; more than nine thousand years
    /// away, the kind at that border.
    func kind(at second: Int64) -> LocalTimeKind {
        let second = min(max(second, -Self.farthest), Self.farthest)
        let year = CivilDate(dayNumber: Int(second.dividedRoundingDown(by: 86_400))).year
        var kind = standard
        var latest = Int64.min
        for change in [year - 1, year, year + 1].flatMap(changes) where change.at <= second {
            let isLater = change.at > latest || (change.at == latest && change.kind != standard)
            guard isLater else { continue }
            latest = change.at
            kind = change.kind
        }
        return kind
    }

    /// The farthest second; days beyond it do not fit into a calendar of microseconds.
    private static let farthest: Int64 = 9000 * 366 * 86_400
}

extension DaylightRule {
    /// Reads a rule; daylight saving time without dates gets the dates that C libraries assume.
    ///
    /// - Parameter offset: where the rule begins in a file, for the problem thrown.
    init(_ text: [UInt8], at offset: Int = 0) throws(ZoneFileProblem) {
        var reader = RuleReader(text, at: offset)
        try reader.skipName()
        let west = try reader.offsetWest()
        standard = LocalTimeKind(offset: Int32(-west), isDaylightSaving: false)
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        try reader.skipName()
        var ahead = -west + 3600
        if !reader.isAtEnd, reader.next != UInt8(ascii: ",") { ahead = -(try reader.offsetWest()) }
        // Where the clocks go back in winter, as in Ireland, daylight saving time is behind.
        let kind = LocalTimeKind(offset: Int32(ahead), isDaylightSaving: true)
        if reader.isAtEnd { reader = RuleReader(Array(",M3.2.0,M11.1.0".utf8), at: offset) }
        let begin = try reader.yearlyTime()
        let end = try reader.yearlyTime()
        guard reader.isAtEnd else { throw reader.problem("end") }
        daylight = Daylight(kind: kind, begin: begin, end: end)
    }
}
