import Readout
import Terminal
import Vocabulary

/// What a graph shows: a metric on its axis, in the reader's units.
struct GraphSubject {
    let metric: Metric
    let readout: MetricReadout

    init(_ metric: Metric, _ units: Units) {
        self.metric = metric
        readout = MetricReadout(metric.shown, units)
    }

    var axis: ShownMetric.Axis { readout.shown.axis }
    var style: CellStyle { Theme.style(readout.shown.colour) }

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
