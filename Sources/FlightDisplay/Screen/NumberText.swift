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

/// The units that a runner thinks in; the wire knows metres and seconds only.
package enum Units: String, CaseIterable, Sendable {
    case metric, imperial

    /// - Parameters:
    ///   - choice: `metric`, `imperial`, or anything else for what the locale says.
    ///   - locale: `LC_ALL`, `LC_MEASUREMENT` and `LANG`, of which the first that is set counts.
    package init(choice: String?, locale: [String?]) {
        let name = locale.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let territory = name.split(separator: "_").dropFirst().first?.prefix(2)
        // The three countries that have not adopted the metric system.
        let isImperial = ["US", "LR", "MM"].contains { territory == $0 }
        self = choice.flatMap(Units.init(rawValue:)) ?? (isImperial ? .imperial : .metric)
    }

    package var next: Units {
        switch self {
        case .metric: .imperial
        case .imperial: .metric
        }
    }

    /// Metres of a kilometre or of an international mile.
    var metresPerLongUnit: Double {
        switch self {
        case .metric: 1000
        case .imperial: 1609.344
        }
    }

    var distanceName: String {
        switch self {
        case .metric: "km"
        case .imperial: "mi"
        }
    }

    var longUnitName: String {
        switch self {
        case .metric: "kilometre"
        case .imperial: "mile"
        }
    }

    var paceName: String { "/\(distanceName)" }

    /// Seconds for a kilometre or a mile; nil for who walks slower than half an hour a kilometre.
    package func pace(metresPerSecond: Double) -> Double? {
        guard metresPerSecond >= 1000.0 / 1800 else { return nil }
        return metresPerLongUnit / metresPerSecond
    }

    /// A deviation of pace, given in seconds a kilometre.
    package func paceDeviation(secondsPerKilometre: Double) -> Double {
        secondsPerKilometre * metresPerLongUnit / 1000
    }

    package func distance(metres: Double) -> Double { metres / metresPerLongUnit }

    /// A distance of some steps, in whole metres or feet: `38 m`, `125 ft`.
    func shortDistance(metres: Double) -> String {
        "\(NumberText.fixed(stride(metres: metres), 0)) \(strideName)"
    }

    var strideName: String {
        switch self {
        case .metric: "m"
        case .imperial: "ft"
        }
    }

    package func stride(metres: Double) -> Double {
        switch self {
        case .metric: metres
        case .imperial: metres / 0.3048
        }
    }
}
