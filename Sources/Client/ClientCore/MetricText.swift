import FlightDisplay
import PlainText
import Readout
import Vocabulary
import WireProtocol

/// A metric in the form that people read: heart rate in bpm, speed as pace.
struct MetricText {
    private let metric: Metric
    private let units: Units

    init(_ metric: Metric, _ units: Units = .metric) { (self.metric, self.units) = (metric, units) }

    /// A value, or an object of statistics: the most telling one, then the others. A smoothed value
    /// behind it begins with `~`.
    func text(_ value: JSONValue) -> String {
        if let number = value.double { return cell(number) }
        let fields = value.fields
        let main = Self.telling.first { fields[$0]?.double != nil }
        var parts = main.flatMap { fields[$0]?.double }.map { [cell($0, main)] } ?? [metric.name]
        for name in Self.order where name != main {
            // The latest value adds nothing to an average.
            guard let number = fields[name]?.double, name != "latest" || main != "average" else {
                continue
            }
            parts.append(extra(name, number))
        }
        return parts.joined(separator: " ")
    }

    /// What a metric is told by, the most telling first.
    private static let telling = ["average", "smoothed", "latest", "sum", "max", "min"]
    private static let order =
        telling + Statistic.allCases.map(\.rawValue).filter { !telling.contains($0) }

    /// Every statistic by its name, in the unit of the metric's name: `speed_mps average 3.33`.
    func named(_ value: JSONValue) -> String {
        if let text = value.words { return "\(metric.name) \(text)" }
        let names = Statistic.allCases.map(\.rawValue)
        let order = names.prefix(1) + ["smoothed"] + names.dropFirst()
        let parts = order.compactMap { name in value[name]?.words.map { "\(name) \($0)" } }
        return ([metric.name] + parts).joined(separator: " ")
    }

    private func extra(_ name: String, _ number: Double) -> String {
        switch name {
        case "smoothed": "~\(short(number))"
        case "count", "coverage": "\(name) \(plain(number))"
        case "sd": "\(name) \(deviation(number))"
        case _: "\(name) \(short(number))"
        }
    }

    /// A deviation of speed stays a speed: pace is its inverse.
    private func deviation(_ number: Double) -> String {
        NumberText.fixed(number, max(1, metric.decimals)) + (metric == .speed ? " m/s" : "")
    }

    private var shown: ShownMetric { metric.shown }

    private func cell(_ number: Double, _ statistic: String? = nil) -> String {
        let (mark, places) = statistic == "smoothed" ? ("~", shown.width + 1) : ("", shown.width)
        let unit = shown.quantity.unit(units)
        return (mark + short(number)).padded(to: places, .right) + " " + unit
    }

    private func short(_ number: Double) -> String {
        shown.quantity.text(number, units)
    }

    private func plain(_ number: Double) -> String {
        number == number.rounded() ? NumberText.fixed(number, 0) : NumberText.fixed(number, 3)
    }
}
