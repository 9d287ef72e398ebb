import Vocabulary
import WireProtocol

extension JSONValue {
    /// The instant that an RFC 3339 text names, on the grid of fleet time.
    package var instant: FleetInstant? {
        text.flatMap { CalendarTime(rfc3339: $0) }.map { time in
            FleetInstant(
                ticks: time.microseconds.dividedRoundingDown(by: FleetDuration.microsecondsPerTick))
        }
    }
}
