import Vocabulary

/// A metric as it is shown to a reader who has chosen units.
///
/// A *place* is where a value of the wire stands on an axis: the shown number, or for a pace its
/// negative, so that faster is above.
package struct MetricReadout: Sendable {
    package let shown: ShownMetric
    private let units: Units

    package init(_ shown: ShownMetric, _ units: Units = .metric) {
        self.shown = shown
        self.units = units
    }

    package var title: String { shown.title }
    package var unit: String { shown.quantity.unit(units) }

    /// `HEART RATE bpm`.
    package var heading: String { "\(title.uppercased()) \(unit)" }

    /// The unit; empty where the title says it: steps are steps.
    package var unitBelowTitle: String { unit == title.lowercased() ? "" : unit }

    /// The place of a value of the wire; nil for one that has none.
    package func place(_ value: Double) -> Double? {
        guard shown.axis.hasZero || value > 0 else { return nil }
        let number = shown.quantity.number(value, units)
        return shown.quantity == .pace ? number.map { -$0 } : number
    }

    /// The number at a place: `152`, `5:02`, `8 123`.
    package func text(_ place: Double) -> String {
        shown.quantity.groupedText(shown.quantity == .pace ? -place : place)
    }

    /// The number at a place with its unit, unless the title says it: `8 123` or `70.0 kg`.
    package func textBelowTitle(_ place: Double) -> String {
        unitBelowTitle.isEmpty ? text(place) : "\(text(place)) \(unit)"
    }

    /// A value of the wire in words: `152 bpm`, `8 123 steps`; nil for one that has no place.
    package func words(_ value: Double?) -> String? {
        value.flatMap(place).map { "\(text($0)) \(unit)" }
    }
}
