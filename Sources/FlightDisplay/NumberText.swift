import Vocabulary

/// How people write numbers: with a fixed number of places, as pace, as a span of time.
package enum NumberText {
    /// `number` rounded to `decimals` places; `?` for what no 64 bits hold.
    package static func fixed(_ number: Double, _ decimals: Int) -> String {
        let scaled = number * Double(Decimal64.powerOfTen(decimals))
        guard let units = Int64(exactly: scaled.rounded()) else { return "?" }
        return "\(Decimal64(units: units, decimals: decimals))"
    }

    /// The nearest whole number, brought into ±10^15; 0 for what is no number.
    package static func whole(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(min(max(number.rounded(), -1e15), 1e15))
    }

    /// Minutes and seconds for a kilometre or a mile; `--:--` for standing.
    package static func pace(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, seconds < 3600 else { return "--:--" }
        return clock(Int(seconds.rounded()))
    }

    /// `4:05`, or `1:02:03` from an hour on.
    package static func clock(_ seconds: Int) -> String {
        let rest = twoDigits(seconds % 60)
        guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(rest)"
    }

    /// A difference with its sign always shown: `+0:07`, `-1:10`.
    package static func signedClock(_ seconds: Int) -> String {
        (seconds < 0 ? "-" : "+") + clock(abs(seconds))
    }

    /// A difference with its sign always shown: `+7`, `-12`.
    package static func signed(_ number: Int) -> String { number < 0 ? "\(number)" : "+\(number)" }

    /// The time of day in UTC.
    package static func timeOfDay(_ instant: FleetInstant) -> String {
        String(CalendarTime(microseconds: instant.microseconds).description.dropFirst(11).prefix(8))
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
