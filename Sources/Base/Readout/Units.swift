/// The units that the user reads; the wire has metric ones only.
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

    /// Seconds for a kilometre or a mile with their unit: `5:02 /km`.
    package func paceText(_ seconds: Double?) -> String {
        "\(NumberText.pace(seconds)) \(paceName)"
    }

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
    package func shortDistance(metres: Double) -> String {
        "\(NumberText.fixed(stride(metres: metres), 0)) \(lengthName)"
    }

    /// The longest round length of at most `most` metres with its name, as the scale of a map has
    /// it: `2 km`, `500 m`, `1000 ft`. The length is in metres, at least one metre or foot.
    package func roundLength(atMost most: Double) -> (length: Double, name: String) {
        let long = distance(metres: most)
        guard long < 1 else {
            let number = Self.roundNumber(atMost: long)
            return (number * metresPerLongUnit, "\(NumberText.fixed(number, 0)) \(distanceName)")
        }
        let metres = Self.roundNumber(atMost: stride(metres: most)) / stride(metres: 1)
        return (metres, shortDistance(metres: metres))
    }

    /// The largest of 1, 2, 5, 10 … that is at most `limit`, up to a million; at least 1.
    private static func roundNumber(atMost limit: Double) -> Double {
        var unit = 1.0
        while unit < 1e6, unit * 10 <= limit { unit *= 10 }
        return unit * (limit >= 5 * unit ? 5 : limit >= 2 * unit ? 2 : 1)
    }

    package var lengthName: String {
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
    package static let metresOfFoot = 0.3048

    package func stride(metres: Double) -> Double {
        switch self {
        case .metric: metres
        case .imperial: metres / Self.metresOfFoot
        }
    }
}
