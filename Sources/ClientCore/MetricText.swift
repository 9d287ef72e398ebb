import Terminal
import Vocabulary
import WireProtocol

/// How people read a metric: heart rate in bpm, speed as pace.
struct MetricText {
    private let metric: Metric

    init(_ metric: Metric) { self.metric = metric }

    /// A value, or an object of statistics with the others behind the most telling one.
    func text(_ value: JSONValue) -> String {
        if let number = value.double { return cell(number) }
        let order = ["smoothed", "average", "latest", "sum", "max", "min"]
        let fields = value.fields
        let main = order.first { fields[$0] != nil }
        var parts = main.flatMap { fields[$0]?.double }.map { [cell($0)] } ?? [metric.name]
        for name in order + ["sd", "count", "coverage"] where name != main {
            guard let number = fields[name]?.double, Self.isWorthTelling(name, main: main) else {
                continue
            }
            parts.append("\(name) \(extra(name, number))")
        }
        return parts.joined(separator: " ")
    }

    /// Beside an average, the latest value only repeats it.
    private static func isWorthTelling(_ name: String, main: String?) -> Bool {
        !(name == "latest" && (main == "average" || main == "smoothed"))
            && !(name == "average" && main == "smoothed")
    }

    private func extra(_ name: String, _ number: Double) -> String {
        switch name {
        case "count", "coverage": plain(number)
        case "sd": deviation(number)
        case _: short(number)
        }
    }

    /// A deviation of speed is no pace: pace is the inverse.
    private func deviation(_ number: Double) -> String {
        fixed(number, max(1, metric.decimals)) + (metric == .speed ? " m/s" : "")
    }

    private func cell(_ number: Double) -> String { short(number).padded(to: width, .right) + unit }

    private func short(_ number: Double) -> String {
        switch metric {
        case .heartRate, .steps: fixed(number, 0)
        case .speed: pace(number)
        case .cadence: fixed(number, 0)
        case .stride: fixed(number, 2)
        case .contact: fixed(number, 0)
        case .distance: fixed(number / 1000, 2)
        case .energy: fixed(number, 0)
        }
    }

    private var unit: String {
        switch metric {
        case .heartRate: " bpm"
        case .speed: " /km"
        case .cadence: " spm"
        case .stride: " m"
        case .contact: " ms"
        case .distance: " km"
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

    /// Minutes and seconds a kilometre; slower than half an hour is standing.
    private func pace(_ metresPerSecond: Double) -> String {
        guard metresPerSecond >= 1000.0 / 1800 else { return "--:--" }
        let seconds = Int((1000 / metresPerSecond).rounded())
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    private func plain(_ number: Double) -> String {
        number == number.rounded() ? fixed(number, 0) : fixed(number, 3)
    }

    private func fixed(_ number: Double, _ decimals: Int) -> String {
        let scaled = number * Double(Decimal64.powerOfTen(decimals))
        // The daemon may be another version, or somebody else.
        guard let units = Int64(exactly: scaled.rounded()) else { return "?" }
        return "\(Decimal64(units: units, decimals: decimals))"
    }
}
