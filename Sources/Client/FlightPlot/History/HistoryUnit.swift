import FlightDisplay
import PlainText
import Vocabulary

/// How a metric of days is named and written.
struct HistoryUnit: Sendable {
    let title: String
    let unit: String
    /// Candidate distances between labels; none for round numbers of any size.
    let steps: [Double]
    /// From the metric's unit to that of the axis; nil for a value that has no place on it.
    let plotted: @Sendable (Double) -> Double?
    /// The text of a value on the axis, without its unit.
    let text: @Sendable (Double) -> String

    /// `8 123`.
    static func whole(_ number: Double) -> String { QuantityText.count(NumberText.whole(number)) }

    /// The unit where no title says it: steps are steps.
    var unitBelowTitle: String { unit == title.lowercased() ? "" : unit }

    /// A value of the axis below the title, `8 123` or `70.0 kg`.
    func valueText(_ value: Double) -> String {
        unitBelowTitle.isEmpty ? text(value) : "\(text(value)) \(unit)"
    }

    /// A value of the metric in words, `8 123 steps`; nil for nothing.
    func words(_ value: Double?) -> String? {
        value.flatMap(plotted).map { unit.isEmpty ? text($0) : "\(text($0)) \(unit)" }
    }
}

extension HistoryUnit {
    init(_ metric: QueryMetric, _ units: Units) {
        guard metric.day == nil, let run = metric.run else {
            self = metric.day.map { HistoryUnit($0, units) } ?? HistoryUnit(metric.name, "")
            return
        }
        let axis = MetricAxis(run, units)
        self.init(
            title: axis.title, unit: axis.unit, steps: run == .speed ? axis.steps : [],
            plotted: axis.plotted, text: axis.text)
    }

    private init(_ metric: DayMetric, _ units: Units) {
        switch metric {
        case .steps: self.init("Steps", "steps")
        case .distance:
            self.init(
                "Distance", units.distanceName, by: units.metresPerLongUnit, decimals: 2)
        case .energy: self.init("Active energy", "kcal")
        case .restingHeartRate: self.init("Resting heart rate", "bpm")
        case .bodyMass:
            self.init(
                "Body mass", units.massName, by: 1 / units.mass(kilograms: 1), decimals: 1)
        case .sleep: self = .sleep
        }
    }

    /// Minutes, written as hours.
    private static let sleep = HistoryUnit(
        title: "Sleep", unit: "h", steps: [15, 30, 60, 120, 240, 480, 1440, 2880],
        plotted: { $0 },
        text: {
            let minutes = NumberText.whole($0)
            return "\(minutes / 60):\(NumberText.twoDigits(minutes % 60))"
        })

    private init(_ title: String, _ unit: String, by divisor: Double = 1, decimals: Int = 0) {
        self.init(
            title: title, unit: unit, steps: [], plotted: { $0 / divisor },
            text: { decimals == 0 ? Self.whole($0) : NumberText.fixed($0, decimals) })
    }
}
