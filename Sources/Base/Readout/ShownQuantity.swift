import PlainText
import Vocabulary

/// How people read the numbers of a metric: their unit, their decimals, and what a value of the
/// wire is in them.
package enum ShownQuantity: Hashable, Sendable {
    /// Whole numbers of the wire's own unit: `bpm`.
    case whole(String)
    /// Metres per second as time for a kilometre or a mile.
    case pace
    /// Metres as kilometres or miles.
    case distance
    /// Metres, or feet.
    case length
    /// Whole metres, or feet.
    case height
    /// Kilograms, or pounds.
    case mass
    /// Minutes as hours and minutes.
    case hours
    /// Degrees of a position.
    case degrees

    package func unit(_ units: Units) -> String {
        switch self {
        case .whole(let unit): unit
        case .pace: units.paceName
        case .distance: units.distanceName
        case .length, .height: units.lengthName
        case .mass: units.massName
        case .hours: "h"
        case .degrees: "°"
        }
    }

    /// The shown number for a value of the wire; nil for a speed that is no pace.
    package func number(_ value: Double, _ units: Units) -> Double? {
        switch self {
        case .whole, .hours, .degrees: value
        case .pace: units.pace(metresPerSecond: value)
        case .distance: units.distance(metres: value)
        case .length, .height: units.stride(metres: value)
        case .mass: units.mass(kilograms: value)
        }
    }

    /// A shown number without its unit: `152`, `5:02`, `8.04`, `7:12`; `--:--` for no pace.
    package func text(_ number: Double?) -> String {
        switch self {
        case .pace: NumberText.pace(number)
        case .hours:
            number.map(NumberText.whole).map { minutes in
                "\(minutes / 60):\(NumberText.twoDigits(minutes % 60))"
            } ?? "?"
        case .whole, .distance, .length, .height, .mass, .degrees:
            number.map { NumberText.fixed($0, decimals) } ?? "?"
        }
    }

    /// A value of the wire without its unit, as ``text(_:)`` writes its number.
    package func text(_ value: Double, _ units: Units) -> String { text(number(value, units)) }

    /// A shown number, with a space before every three digits of a whole number: `8 123`.
    package func groupedText(_ number: Double) -> String {
        guard case .whole = self, abs(number) < 1e15 else { return text(number) }
        return QuantityText.count(NumberText.whole(number))
    }

    /// Whether the number is shown in minutes, which no axis divides by tens.
    package var isClock: Bool {
        switch self {
        case .pace, .hours: true
        case .whole, .distance, .length, .height, .mass, .degrees: false
        }
    }

    package var decimals: Int {
        switch self {
        case .whole, .pace, .height, .hours: 0
        case .mass: 1
        case .distance, .length: 2
        case .degrees: 7
        }
    }

    /// The units that may be written behind a value, with their factors to the wire's unit, which
    /// comes first. None where there is only one unit.
    package var written: [(unit: String, factor: Double)] {
        switch self {
        case .distance: [("m", 1), ("km", 1000), ("mi", Units.metresOfMile)]
        case .mass: [("kg", 1), ("lb", Units.kilogramsOfPound), ("lbs", Units.kilogramsOfPound)]
        case .whole, .pace, .length, .height, .hours, .degrees: []
        }
    }

    /// The unit at the end of the metric's name in imperial units, and the value of one of the
    /// wire's units in it; nil where people read the wire's own unit.
    package var imperial: (suffix: String, factor: Double)? {
        switch self {
        case .pace: ("mph", 3600 / Units.metresOfMile)
        case .distance: ("mi", 1 / Units.metresOfMile)
        case .length, .height: ("ft", 1 / Units.metresOfFoot)
        case .mass: ("lb", 1 / Units.kilogramsOfPound)
        case .whole, .hours, .degrees: nil
        }
    }
}

/// A metric whose name ends in its unit, as on the wire, in the units of a reader.
package struct NamedUnit {
    /// `body_mass_kg`, or `body_mass_lb`.
    package let name: String
    private let factor: Double

    package init(_ metric: QueryMetric, _ units: Units) {
        guard units == .imperial, let (suffix, factor) = metric.shown.quantity.imperial else {
            (name, self.factor) = (metric.name, 1)
            return
        }
        let stem = metric.name.split(separator: "_").dropLast().joined(separator: "_")
        (name, self.factor) = ("\(stem)_\(suffix)", factor)
    }

    /// A value of the wire with `decimals` decimals; `?` for one beyond 64 bits or not finite.
    package func text(_ value: Double, _ decimals: Int) -> String {
        NumberText.fixed(value * factor, decimals)
    }
}
