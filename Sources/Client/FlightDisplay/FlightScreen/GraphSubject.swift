import Vocabulary

/// What a graph shows: the metric, the plotted value, and the scale and labels of its axis.
struct GraphSubject {
    let metric: Metric
    let title: String
    /// The candidate distances between grid lines.
    let steps: [Double]
    /// The smallest extent of the axis.
    let least: Double
    /// The plotted value for a measured one; nil for one that has no place on the axis.
    let plotted: (Double) -> Double?
    /// The label of a plotted value.
    let label: (Double) -> String
    /// The share of the median beyond which a value does not widen the axis; nil if every value
    /// counts.
    let outlierShare: Double?

    init(_ metric: Metric, _ units: Units) {
        self.metric = metric
        switch metric {
        case .speed:
            title = "PACE \(units.paceName)"
            steps = [5, 10, 15, 30, 60, 120, 300, 600]
            least = 30
            // The negative pace puts faster above. There is no pace while standing.
            plotted = { units.pace(metresPerSecond: $0).map { -$0 } }
            label = { NumberText.pace(-$0) }
            outlierShare = 0.5
        case .stride:
            title = "STRIDE \(units.strideName)"
            steps = [0.05, 0.1, 0.2, 0.5, 1, 2]
            least = 0.1
            plotted = { $0 > 0 ? units.stride(metres: $0) : nil }
            label = { NumberText.fixed($0, 2) }
            outlierShare = 0.5
        case .heartRate, .cadence, .contact, .distance, .steps, .energy:
            title = Self.plainTitle(metric)
            steps = metric == .cadence ? [2, 5, 10, 20, 50, 100] : [5, 10, 20, 50, 100]
            least = metric == .contact ? 20 : 10
            // Standing, a runner has a heart rate, but neither cadence nor contact.
            plotted = { metric == .heartRate || $0 > 0 ? $0 : nil }
            label = { NumberText.fixed($0, 0) }
            outlierShare = metric == .heartRate ? nil : 0.5
        }
    }

    private static func plainTitle(_ metric: Metric) -> String {
        switch metric {
        case .heartRate: "HEART RATE bpm"
        case .cadence: "CADENCE spm"
        case .contact: "GROUND CONTACT ms"
        case .distance, .steps, .energy, .speed, .stride: metric.name
        }
    }

    /// Larger than any real value; such a value does not widen the axis.
    private static let magnitudeMax = 1e9

    /// The range of the axis before anything has been measured.
    var emptyExtent: ClosedRange<Double> {
        switch metric {
        case .heartRate: 100...140
        case .speed: -420 ... -240
        case .cadence: 150...180
        case .stride: 0.8...1.4
        case .contact: 200...300
        case .distance, .steps, .energy: 0...1
        }
    }

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
