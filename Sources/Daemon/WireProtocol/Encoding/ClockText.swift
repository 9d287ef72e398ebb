import Vocabulary

/// A cache of one instant's quoted RFC 3339 text.
///
/// The same instant again costs a comparison; another one of the same day keeps the date.
struct ClockText {
    /// `"2026-11-20T23:31:05.000000Z"`.
    private(set) var bytes: [29 of UInt8]
    private var ticks: Int64
    private var day: Int64

    private static let ticksPerSecond = FleetDuration.ticksPerSecond
    private static let ticksPerDay = 86_400 * ticksPerSecond
    /// Days from year 0 to 1970 and from 1970 to year 10000, where years have four digits.
    private static let daysWithFourDigits = -719_528..<Int64(2_932_897)

    init() {
        bytes = [29 of UInt8](repeating: 0)
        (ticks, day) = (0, 0)
        let text = "\"1970-01-01T00:00:00.000000Z\""
        for (index, byte) in text.utf8.enumerated() { bytes[index] = byte }
    }

    /// Makes ``bytes`` the text of `instant`; false when its year does not have four digits.
    @inline(__always)
    mutating func update(to instant: FleetInstant) -> Bool {
        instant.ticks == ticks || change(to: instant)
    }

    @inline(never)
    private mutating func change(to instant: FleetInstant) -> Bool {
        var (newDay, tickOfDay) = instant.ticks.quotientAndRemainder(dividingBy: Self.ticksPerDay)
        if tickOfDay < 0 { (newDay, tickOfDay) = (newDay - 1, tickOfDay + Self.ticksPerDay) }
        guard Self.daysWithFourDigits.contains(newDay) else { return false }
        if newDay != day { writeDate(instant, day: newDay) }
        ticks = instant.ticks
        let (second, tick) = tickOfDay.quotientAndRemainder(dividingBy: Self.ticksPerSecond)
        write(second / 3600, at: 12)
        write(second / 60 % 60, at: 15)
        write(second % 60, at: 18)
        // A tick is 20 ms, hence the last four of the six decimals are always zero.
        write(tick * 2, at: 21)
        return true
    }

    private mutating func writeDate(_ instant: FleetInstant, day: Int64) {
        let date = CalendarTime(microseconds: instant.microseconds)
        self.day = day
        write(date.year / 100, at: 1)
        write(date.year % 100, at: 3)
        write(date.month, at: 6)
        write(date.day, at: 9)
    }

    private mutating func write(_ value: Int64, at index: Int) {
        (bytes[index], bytes[index + 1]) = DecimalDigits.pair(Int(value))
    }
}

extension LineBuffer {
    /// Appends the instant as a quoted RFC 3339 time, `"2026-11-20T23:31:05.000000Z"`.
    public mutating func appendTime(_ instant: FleetInstant) {
        guard let text = text(of: instant) else {
            appendJSONString(CalendarTime(microseconds: instant.microseconds).description)
            return
        }
        Swift.withUnsafeBytes(of: text) { append($0) }
    }
}
