import Readout
import Terminal
import Vocabulary

/// What a graph shows: a metric on its axis, in the reader's units.
struct GraphSubject {
    let metric: Metric
    private let units: Units
    private let shown: ShownMetric

    init(_ metric: Metric, _ units: Units) {
        self.metric = metric
        self.units = units
        shown = metric.shown
    }

    /// `HEART RATE bpm`.
    var title: String { "\(shown.title.uppercased()) \(shown.quantity.unit(units))" }
    var axis: ShownMetric.Axis { shown.axis }
    var style: CellStyle { Theme.style(shown.colour) }

    /// The plotted value for a measured one; nil for one that has no place on the axis.
    func plotted(_ value: Double) -> Double? { shown.plotted(value, units) }

    /// The label of a plotted value.
    func label(_ place: Double) -> String { shown.label(place) }

    /// The share of the median beyond which a value does not widen the axis; nil if every value
    /// counts.
    private var outlierShare: Double? { axis.hasZero ? nil : 0.5 }

    /// Larger than any real value; such a value does not widen the axis.
    private static let magnitudeMax = 1e9

    /// The range of the values for the axis; nil if there are none. O(values log values).
    ///
    /// A stop at a traffic light would squeeze the run into a line. So values far from the median
    /// are left out, and drawn at the edge of the plot.
    func extent(of values: [Double?]) -> ClosedRange<Double>? {
        let sorted = values.lazy.compactMap(\.self).filter { abs($0) < Self.magnitudeMax }.sorted()
        guard !sorted.isEmpty else { return nil }
        let median = sorted[sorted.count / 2]
        let reach = outlierShare.map { abs(median) * $0 } ?? .infinity
        guard let low = sorted.first(where: { median - $0 <= reach }),
            let high = sorted.last(where: { $0 - median <= reach })
        else { return nil }
        return low...high
    }
}
