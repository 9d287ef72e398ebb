import PlainText
import Readout
import Vocabulary

/// How a metric of days is named and written.
struct HistoryUnit: Sendable {
    private let shown: ShownMetric
    private let units: Units

    init(_ metric: QueryMetric, _ units: Units) {
        shown = metric.shown
        self.units = units
    }

    var title: String { shown.title }
    var unit: String { shown.quantity.unit(units) }
    var style: String { shown.colour.rawValue }

    /// Candidate distances between labels; none for round numbers of any size.
    var steps: [Double] {
        switch shown.quantity {
        case .pace, .hours: shown.axis.steps
        case .whole, .distance, .length, .mass: []
        }
    }

    /// From the metric's unit to that of the axis; nil for a value that has no place on it.
    func plotted(_ value: Double) -> Double? { shown.plotted(value, units) }

    /// The text of a value on the axis, without its unit.
    func text(_ place: Double) -> String {
        shown.quantity == .pace ? shown.label(place) : shown.quantity.groupedText(place)
    }

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
        value.flatMap(plotted).map { "\(text($0)) \(unit)" }
    }
}
