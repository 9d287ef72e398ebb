import FlightDisplay
import PlainText
import Terminal
import Vocabulary
import WireProtocol

/// How people read a metric: heart rate in bpm, speed as pace.
struct MetricText {
    private let metric: Metric
    private let units: Units

    init(_ metric: Metric, _ units: Units = .metric) {
        self.metric = metric
        self.units = units
    }

    /// A value, or an object of statistics with the others behind the most telling one; what is
    /// smoothed begins with `~`.
    func text(_ value: JSONValue) -> String {
        if let number = value.double { return cell(number) }
        let order = ["average", "smoothed", "latest", "sum", "max", "min"]
        let fields = value.fields
        let main = order.first { fields[$0]?.double != nil }
        var parts = main.flatMap { fields[$0]?.double }.map { [cell($0, main)] } ?? [metric.name]
        for name in order + ["sd", "count", "coverage"] where name != main {
            guard let number = fields[name]?.double, Self.isWorthTelling(name, main: main) else {
                continue
            }
            parts.append(extra(name, number))
        }
        return parts.joined(separator: " ")
    }

    /// Every statistic by its name, in the unit of the metric's name: `speed_mps average 3.33`.
    func named(_ value: JSONValue) -> String {
        if let text = value.words { return "\(metric.name) \(text)" }
        let names = Statistic.allCases.map(\.rawValue)
        let order = names.prefix(1) + ["smoothed"] + names.dropFirst()
        let parts = order.compactMap { name in value[name]?.words.map { "\(name) \($0)" } }
        return ([metric.name] + parts).joined(separator: " ")
    }

    /// Beside an average, the latest value only repeats it.
    private static func isWorthTelling(_ name: String, main: String?) -> Bool {
        !(name == "latest" && main == "average")
    }

    private func extra(_ name: String, _ number: Double) -> String {
        switch name {
        case "smoothed": "~\(short(number))"
        case "count", "coverage": "\(name) \(plain(number))"
        case "sd": "\(name) \(deviation(number))"
        case _: "\(name) \(short(number))"
        }
    }

    /// A deviation of speed is no pace: pace is the inverse.
    private func deviation(_ number: Double) -> String {
        NumberText.fixed(number, max(1, metric.decimals)) + (metric == .speed ? " m/s" : "")
    }

    private func cell(_ number: Double, _ statistic: String? = nil) -> String {
        let (mark, places) = statistic == "smoothed" ? ("~", width + 1) : ("", width)
        return (mark + short(number)).padded(to: places, .right) + unit
    }

    private func short(_ number: Double) -> String {
        switch metric {
        case .heartRate, .steps: NumberText.fixed(number, 0)
        case .speed: pace(number)
        case .cadence: NumberText.fixed(number, 0)
        case .stride: NumberText.fixed(units.stride(metres: number), 2)
        case .contact: NumberText.fixed(number, 0)
        case .distance: NumberText.fixed(units.distance(metres: number), 2)
        case .energy: NumberText.fixed(number, 0)
        }
    }

    private var unit: String {
        switch metric {
        case .heartRate: " bpm"
        case .speed: " \(units.paceName)"
        case .cadence: " spm"
        case .stride: " \(units.strideName)"
        case .contact: " ms"
        case .distance: " \(units.distanceName)"
        case .steps: " steps"
        case .energy: " kcal"
        }
    }

    private var width: Int {
        switch metric {
        case .heartRate, .cadence, .contact, .energy: 3
        case .speed, .distance: 5
        case .stride: 4
        case .steps: 5
        }
    }

    private func pace(_ metresPerSecond: Double) -> String {
        NumberText.pace(units.pace(metresPerSecond: metresPerSecond))
    }

    private func plain(_ number: Double) -> String {
        number == number.rounded() ? NumberText.fixed(number, 0) : NumberText.fixed(number, 3)
    }
}

/// A metric whose name ends in its unit, as on the wire, in the units of a reader.
struct NamedUnit {
    /// `body_mass_kg`, or `body_mass_lb`.
    let name: String
    private let factor: Double

    /// The units of the wire that imperial ones replace, and what one of them is.
    private static let imperial: [(wire: String, name: String, factor: Double)] = [
        ("distance_m", "distance_mi", 1 / Units.metresOfMile),
        ("speed_mps", "speed_mph", 3600 / Units.metresOfMile),
        ("stride_m", "stride_ft", 1 / 0.3048),
        ("body_mass_kg", "body_mass_lb", 1 / Units.kilogramsOfPound),
    ]

    init(_ name: String, _ units: Units) {
        let row = units == .imperial ? Self.imperial.first { $0.wire == name } : nil
        (self.name, factor) = (row?.name ?? name, row?.factor ?? 1)
    }

    /// A value of the wire, with so many decimals; `?` for one beyond all bounds.
    func text(_ value: Double, _ decimals: Int) -> String {
        NumberText.fixed(value * factor, decimals)
    }
}
