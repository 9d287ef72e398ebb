import CommandLine
import Vocabulary
import WireProtocol

/// An instant of fleet time in the words of a user: a span back, a time or a day.
enum FleetMoment: Equatable {
    /// A span before the fleet's present.
    case back(FleetDuration)
    /// Microseconds since 1970.
    case time(Int64)
    /// The midnight in UTC with which the fleet's day began, or one so many days before.
    case midnight(daysBack: Int64)

    /// Reads `5m`, `2026-11-20T06:00:00Z`, `today` or `yesterday`; nil for anything else.
    init?(parsing text: String) {
        switch text {
        case "today": self = .midnight(daysBack: 0)
        case "yesterday": self = .midnight(daysBack: 1)
        case _:
            if let span = FleetDuration(parsing: text) {
                self = .back(span)
            } else if let time = CalendarTime(rfc3339: text) {
                self = .time(time.microseconds)
            } else {
                return nil
            }
        }
    }

    static let allowed =
        "a span back such as 5m, a time such as 2026-11-20T06:00:00Z, today or yesterday"

    /// The first tick at or after the moment.
    func instant(at present: FleetInstant) -> FleetInstant {
        switch self {
        case .back(let span): present - span
        case .time(let microseconds): Self.tick(microseconds)
        case .midnight(let days):
            Self.tick(Self.midnight(of: present) - days * CalendarTime.microsecondsPerDay)
        }
    }

    /// The `after` of a subscription that begins with the lines of this moment.
    ///
    /// - Parameters:
    ///   - present: the fleet's, from the greeting.
    ///   - end: before which the lines end. A span between two moments is counted from one present.
    func start(at present: FleetInstant, until end: FleetInstant?) -> StreamStart {
        let first = instant(at: present)
        // The daemon's present has moved on since its greeting. Of a span to before all fleets,
        // whose first year may not be written in four digits, the daemon says why it refuses it.
        if case .back(let span) = self, end == nil || first < FleetInstant.presents.lowerBound {
            return .back(span)
        }
        return .time(first - FleetDuration(ticks: 1))
    }

    private static func tick(_ microseconds: Int64) -> FleetInstant {
        let ticks = -(-microseconds).dividedRoundingDown(by: FleetDuration.microsecondsPerTick)
        return FleetInstant(ticks: ticks)
    }

    private static func midnight(of present: FleetInstant) -> Int64 {
        let now = present.microseconds
        return now - now.remainderRoundingDown(by: CalendarTime.microsecondsPerDay)
    }
}

extension ParsedFlags {
    /// The moment that a flag names; nil without the flag.
    func moment(_ name: String) throws(UsageError) -> FleetMoment? {
        try value(name, allowed: FleetMoment.allowed) { FleetMoment(parsing: $0) }
    }
}
