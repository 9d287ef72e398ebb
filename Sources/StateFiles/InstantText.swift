import Vocabulary

/// An instant of fleet time as it is kept: RFC 3339 in UTC, `2026-11-20T23:31:05.020000Z`.
enum InstantText {
    static func text(of instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }

    /// Nil for what is no such text, and for one between two ticks.
    static func instant(_ text: some StringProtocol) -> FleetInstant? {
        guard text.utf8.count == 27, let time = CalendarTime(rfc3339: text) else { return nil }
        let microseconds = time.microseconds
        guard microseconds.remainderRoundingDown(by: FleetDuration.microsecondsPerTick) == 0
        else { return nil }
        return FleetInstant(
            ticks: microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
    }
}
