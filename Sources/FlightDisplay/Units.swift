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
    package var metresPerLongUnit: Double {
        switch self {
        case .metric: 1000
        case .imperial: 1609.344
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
    package func shortDistance(metres: Double) -> String {
        "\(NumberText.fixed(stride(metres: metres), 0)) \(strideName)"
    }

    package var strideName: String {
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
