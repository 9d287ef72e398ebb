import Vocabulary

/// What a graph shows: a metric, what of it is drawn, and how its axis is scaled and written.
struct GraphSubject {
    let metric: Metric
    let title: String
    /// Distances of grid lines.
    let steps: [Double]
    /// The extent of the axis at least.
    let least: Double
    /// What is drawn for a measured value, larger above; nil for what has no place on the axis.
    let plotted: (Double) -> Double?
    /// How a place of the axis is written.
    let label: (Double) -> String
    /// Values that lie further from the median than this share of it do not stretch the axis; nil
    /// if all count.
    let outlierShare: Double?

    init(_ metric: Metric, _ units: Units) {
        self.metric = metric
        switch metric {
        case .speed:
            title = "PACE \(units.paceName)"
            steps = [5, 10, 15, 30, 60, 120, 300, 600]
            least = 30
            // Faster above. Who stands has no pace.
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
            // Who stands has a heart, but neither cadence nor contact.
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

    /// Nobody's body makes such a number; an axis is not stretched to it.
    private static let magnitudeMax = 1e9

    /// What the axis shows before anything has been measured.
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

    /// What the axis has to show of some values; nil if there is none.
    ///
    /// Standing at a light would press the run itself into a line: what is far from the median is
    /// drawn at the edge instead. O(values log values).
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
