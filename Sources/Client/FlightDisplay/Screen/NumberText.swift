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
        guard let seconds, seconds.isFinite, seconds < 3600 else { return "--:--" }
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

/// The units that the user reads; the wire has metres and seconds only.
package enum Units: String, CaseIterable, Sendable {
    case metric, imperial

    /// - Parameters:
    ///   - choice: `metric`, `imperial`, or anything else for the locale's units.
    ///   - locale: the values of `LC_ALL`, `LC_MEASUREMENT` and `LANG` in this order; the first
    ///     that is not empty counts.
    package init(choice: String?, locale: [String?]) {
        let name = locale.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let territory = name.split(separator: "_").dropFirst().first?.prefix(2)
        // The countries that have not adopted the metric system.
        let isImperial = ["US", "LR", "MM"].contains { territory == $0 }
        self = choice.flatMap(Units.init(rawValue:)) ?? (isImperial ? .imperial : .metric)
    }

    package var next: Units {
        switch self {
        case .metric: .imperial
        case .imperial: .metric
        }
    }

    /// The metres of a kilometre or of an international mile.
    package var metresPerLongUnit: Double {
        switch self {
        case .metric: 1000
        case .imperial: Self.metresOfMile
        }
    }

    package var distanceName: String {
        switch self {
        case .metric: "km"
        case .imperial: "mi"
        }
    }

    package var longUnitName: String {
        switch self {
        case .metric: "kilometre"
        case .imperial: "mile"
        }
    }

    package var paceName: String { "/\(distanceName)" }

    /// Seconds for a kilometre or a mile; nil for a speed below a kilometre in half an hour.
    package func pace(metresPerSecond: Double) -> Double? {
        guard metresPerSecond >= 1000.0 / 1800 else { return nil }
        return metresPerLongUnit / metresPerSecond
    }

    /// A deviation of pace, converted from seconds for a kilometre.
    package func paceDeviation(secondsPerKilometre: Double) -> Double {
        secondsPerKilometre * metresPerLongUnit / 1000
    }

    package func distance(metres: Double) -> Double { metres / metresPerLongUnit }

    /// A distance with its unit: `8.04 km`, `5.00 mi`.
    package func longText(metres: Double) -> String {
        "\(NumberText.fixed(distance(metres: metres), 2)) \(distanceName)"
    }

    /// A short distance in whole metres or feet: `38 m`, `125 ft`.
    func shortDistance(metres: Double) -> String {
        "\(NumberText.fixed(stride(metres: metres), 0)) \(strideName)"
    }

    package var strideName: String {
        switch self {
        case .metric: "m"
        case .imperial: "ft"
        }
    }

    package var massName: String {
        switch self {
        case .metric: "kg"
        case .imperial: "lb"
        }
    }

    /// Kilograms, or international pounds.
    package func mass(kilograms: Double) -> Double {
        switch self {
        case .metric: kilograms
        case .imperial: kilograms / Self.kilogramsOfPound
        }
    }

    package static let kilogramsOfPound = 0.45359237
    package static let metresOfMile = 1609.344

    package func stride(metres: Double) -> Double {
        switch self {
        case .metric: metres
        case .imperial: metres / 0.3048
        }
    }
}
