import Vocabulary

/// Times as documents have them: `2026-03-01T05:40:00Z`, `…T05:40:00.250+01:00`.
enum TimeText {
    /// Ticks since 1970, rounded with ties to even; nil for what is no time. Without a zone it is
    /// UTC. A space for the `T`, an offset without a colon, hour 24 and second 60 are accepted.
    static func ticks(_ text: ArraySlice<UInt8>) -> Int64? {
        let bytes = text.trimmed
        guard bytes.count >= secondsEnd, let midnight = midnight(bytes.prefix(dateEnd)),
            let second = secondOfDay(bytes.dropFirst(dateEnd).prefix(secondsEnd - dateEnd))
        else { return nil }
        var rest = bytes.dropFirst(secondsEnd)
        guard let nanoseconds = fraction(&rest), let offset = offset(rest) else { return nil }
        let whole = (midnight + second - offset) * FleetDuration.ticksPerSecond
        return whole + nanoseconds.dividedRoundingToEven(by: nanosecondsPerTick)
    }

    /// The lengths in bytes of `2026-03-01` and of `2026-03-01T05:40:00`.
    private static let (dateEnd, secondsEnd) = (10, 19)
    private static let nanosecondsPerTick = FleetDuration.microsecondsPerTick * 1000

    /// Seconds from 1970 to the beginning of a day that exists.
    private static func midnight(_ text: ArraySlice<UInt8>) -> Int64? {
        let start = text.startIndex
        guard [4, 7].allSatisfy({ text[start + $0] == UInt8(ascii: "-") }),
            let year = text[start..<start + 4].number,
            let month = text[start + 5..<start + 7].number, (1...12).contains(month),
            let day = text[start + 8..<start + 10].number
        else { return nil }
        let date = CalendarTime(year: year, month: month, day: day)
        // The 30th of February comes back as a day of March.
        guard CalendarTime(microseconds: date.microseconds) == date else { return nil }
        return date.microseconds / 1_000_000
    }

    /// The second of the day of `T05:40:00`.
    private static func secondOfDay(_ text: ArraySlice<UInt8>) -> Int64? {
        let start = text.startIndex
        guard text[start] | 0x20 == UInt8(ascii: "t") || text[start] == UInt8(ascii: " "),
            [3, 6].allSatisfy({ text[start + $0] == UInt8(ascii: ":") }),
            let hour = text[start + 1..<start + 3].number,
            let minute = text[start + 4..<start + 6].number, minute < 60,
            let second = text[start + 7..<start + 9].number, second <= 60,
            hour < 24 || hour == 24 && minute == 0 && second == 0
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Nanoseconds, and what stands behind them; digits beyond are dropped.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else { return 0 }
        let digits = rest.dropFirst().prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        rest = rest[digits.endIndex...]
        let kept = digits.prefix(9)
        return kept.number.map { $0 * Decimal64.powerOfTen(9 - kept.count) }
    }

    /// Seconds by which a zone is ahead of UTC: `Z`, `+01:00`, `-0330`, `+01` or nothing.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let sign = text.first else { return 0 }
        if text.count == 1, sign | 0x20 == UInt8(ascii: "z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard text.count <= 6, digits.count == 4 || digits.count == 2,
            let hours = digits.prefix(2).number, hours < 24,
            let minutes = digits.count == 2 ? 0 : digits.suffix(2).number, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
