import CivilTime
import Vocabulary

/// Numbers as people write them: rounded, as pace, as a time span.
package enum NumberText {
    /// The number rounded to `decimals` places; `?` if it exceeds 64 bits or is not finite.
    package static func fixed(_ number: Double, _ decimals: Int) -> String {
        Decimal64(rounding: number, decimals: decimals).map { "\($0)" } ?? "?"
    }

    /// The nearest integer, clamped to ±10^15; 0 for NaN.
    package static func whole(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(min(max(number.rounded(), -1e15), 1e15))
    }

    /// Minutes and seconds for a kilometre or a mile; `--:--` for no pace, or an hour and more.
    package static func pace(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, seconds.rounded() < 3600 else { return "--:--" }
        return clock(Int(seconds.rounded()))
    }

    /// `4:05`, or `1:02:03` from an hour on.
    package static func clock(_ seconds: Int) -> String {
        let rest = twoDigits(seconds % 60)
        guard seconds >= 3600 else { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(rest)"
    }

    /// A time difference with its sign: `+0:07`, `-1:10`.
    package static func signedClock(_ seconds: Int) -> String {
        (seconds < 0 ? "-" : "+") + clock(abs(seconds))
    }

    /// A difference with its sign: `+7`, `-12`.
    package static func signed(_ number: Int) -> String { number < 0 ? "\(number)" : "+\(number)" }

    /// The time of day, `06:20:20`.
    package static func timeOfDay(
        _ instant: FleetInstant, in zone: TimeZoneRules = .utc
    ) -> String {
        let second = zone.local(instant).second
        return [second / 3600, second / 60 % 60, second % 60].map(twoDigits)
            .joined(separator: ":")
    }

    package static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
