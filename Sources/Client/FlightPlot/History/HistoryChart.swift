import Charts
import PlainText
import Readout
import Vocabulary

/// A metric over a row of intervals as a chart: bars for sums, points for averages.
///
/// An interval without a value is left open. A line joins neighbours only.
struct HistoryChart {
    let history: MetricHistory
    private let unit: MetricReadout

    private let hasMean: Bool
    private let ofWhat: String

    /// - Parameters:
    ///   - hasMean: whether the mean of the intervals has a meaning.
    ///   - ofWhat: follows the metric's name in the title.
    init(_ history: MetricHistory, hasMean: Bool = true, ofWhat: String = "") {
        self.history = history
        self.hasMean = hasMean
        self.ofWhat = ofWhat
        unit = history.readout
    }

    /// The chart; nil if no interval has a value.
    var panel: SVGSheet.Panel? {
        guard let domain = extent else { return nil }
        var chart = SVGChart(
            title: unit.title + ofWhat, summary: summary,
            x: SVGChart.Axis(title: "", scale: across),
            left: SVGChart.Axis(title: unit.unitBelowTitle, scale: scale(domain)),
            series: isBars ? [] : [ranges, points])
        chart.bars = isBars ? bars : []
        chart.hints = isBars ? [] : hints
        if hasMean, let mean = history.mean.flatMap(unit.place), history.buckets.count > 1 {
            chart.target = (mean, "")
            chart.keys = [ChartKey(style: "mean", name: "mean \(unit.text(mean))")]
        }
        if let goal { chart.bound = (goal, "goal \(unit.text(goal))") }
        if history.buckets.contains(where: \.isOpen), isBars {
            chart.keys.append(ChartKey(style: "open", name: "not over yet"))
        }
        return SVGSheet.Panel(chart, style: unit.shown.colour.rawValue)
    }

    private var goal: Double? { history.goal.flatMap(unit.place) }

    private var isBars: Bool { history.metric.isCumulative }

    private var summary: String {
        let goal = unit.words(history.goal).map { "the goal is \($0)" }
        let mean = unit.words(history.mean).map { "\($0) on average" }
        let total = ofWhat.isEmpty ? unit.words(history.total).map { "\($0) in all" } : nil
        let missing = history.missing == 0 ? nil : "\(history.missing) without a value"
        return [mean, total, missing, goal].compactMap(\.self).joined(separator: ", ")
    }
}

/// Axes.
extension HistoryChart {
    private var values: [Double] {
        history.buckets.flatMap { [$0.value, $0.least, $0.greatest] }
            .compactMap { $0.flatMap(unit.place) }.filter(\.isFinite)
            + [goal].compactMap(\.self)
    }

    private var extent: ClosedRange<Double>? {
        guard history.missing < history.buckets.count, let least = values.min(),
            let greatest = values.max()
        else { return nil }
        return isBars ? min(0, least)...max(greatest, 0) : least...greatest
    }

    private func scale(_ range: ClosedRange<Double>) -> ChartScale {
        let isFlat = range.upperBound - range.lowerBound < 1e-9
        let above = isFlat ? 1.0 : 0
        let below = isBars ? 0 : above
        let wide = range.lowerBound - below...range.upperBound + above
        let span = wide.upperBound - wide.lowerBound
        guard unit.shown.quantity.isClock,
            let step = unit.shown.axis.steps.first(where: { span / $0 <= 5 })
        else { return .linear(wide, label: label) }
        return .stepped(wide, by: step, label: unit.text)
    }

    /// A label of the left axis: no decimals where they are zeros.
    private func label(_ value: Double) -> String {
        value == value.rounded() && abs(value) >= 10
            ? QuantityText.count(NumberText.whole(value))
            : NumberText.fixed(value, value == value.rounded() ? 0 : 1)
    }

    private static let labelsMost = 14

    /// One unit for each interval. Each one, each landmark, or each n-th of them has a label.
    private var across: ChartScale {
        let count = history.buckets.count
        let landmarks = history.buckets.indices.filter { history.buckets[$0].isLandmark }
        let wanted =
            count <= Self.labelsMost || landmarks.isEmpty
            ? Array(history.buckets.indices) : landmarks
        let every = (wanted.count + Self.labelsMost - 1) / Self.labelsMost
        let ticks = wanted.enumerated().filter { $0.offset % max(1, every) == 0 }.map { _, index in
            ChartScale.Tick(value: Double(index) + 0.5, label: history.buckets[index].label)
        }
        return ChartScale(.linear, 0...Double(max(count, 1)), ticks: ticks)
    }
}

/// Values.
extension HistoryChart {
    private var bars: [ChartBar] {
        let gap = history.buckets.count > 100 ? 0 : 0.12
        return history.buckets.enumerated().compactMap { index, bucket in
            guard let value = bucket.value.flatMap(unit.place) else { return nil }
            return ChartBar(
                Double(index) + gap...Double(index + 1) - gap, value,
                style: bucket.isOpen ? "open" : "", hint: hint(bucket))
        }
    }

    private var points: ChartSeries {
        let values = history.buckets.map { $0.value.flatMap(unit.place) }
        let isCrowded = values.count > 60
        return ChartSeries(
            history.metric.run == nil ? "" : "average", colour: 0,
            marks: values.map { $0 == nil || isCrowded ? nil : .point },
            values.enumerated().map { ChartSeries.Point(x: Double($0) + 0.5, y: $1) })
    }

    /// Lines from the least to the greatest value of each interval, where the two differ.
    private var ranges: ChartSeries {
        let points = history.buckets.enumerated().flatMap { index, bucket in
            let ends = [bucket.least, bucket.greatest].map { $0.flatMap(unit.place) }
            guard let least = ends[0], let greatest = ends[1], least != greatest else {
                return [ChartSeries.Point]()
            }
            let x = Double(index) + 0.5
            return [least, greatest, nil].map { ChartSeries.Point(x: x, y: $0) }
        }
        return ChartSeries(points.isEmpty ? "" : "least to greatest", colour: 1, points)
    }

    private func hint(_ bucket: MetricHistory.Bucket) -> String {
        let value = unit.words(bucket.value) ?? "no value"
        return "\(bucket.name)\n\(value)\(bucket.isOpen ? ", not over yet" : "")"
    }

    private var hints: [SVGChart.Hint] {
        history.buckets.enumerated().map { index, bucket in
            SVGChart.Hint(span: Double(index)...Double(index + 1), text: hint(bucket))
        }
    }
}
