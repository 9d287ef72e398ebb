import Charts
import FlightDisplay
import Vocabulary

/// How a metric stands on the left axis of a chart.
struct MetricAxis: Sendable {
    let title: String
    let unit: String
    /// The smallest extent, so that a steady runner's noise does not fill the chart.
    let least: Double
    /// The candidate distances between labels.
    let steps: [Double]
    /// The value on the axis; nil for one that has no place on it.
    let plotted: @Sendable (Double) -> Double?
    /// The text of a value on the axis.
    let text: @Sendable (Double) -> String

    private static let labelsMost = 6.0

    /// The scale of a range of values on the axis, widened to whole steps.
    func scale(_ range: ClosedRange<Double>) -> ChartScale {
        let missing = max(0, least - (range.upperBound - range.lowerBound)) / 2
        let (low, high) = (range.lowerBound - missing, range.upperBound + missing)
        let step =
            steps.first { (high - low) / $0 <= Self.labelsMost }
            ?? ChartScale.niceStep((high - low) / Self.labelsMost)
        let numbers = Int((low / step).rounded(.down))...Int((high / step).rounded(.up))
        let ticks = numbers.map { number in
            let value = Double(number) * step
            return ChartScale.Tick(value: value, label: text(value))
        }
        return ChartScale(.linear, ticks[0].value...ticks[ticks.count - 1].value, ticks: ticks)
    }

    /// A value of the metric in words: `152 bpm`; nil for one that has no place on the axis.
    func words(_ value: Double?) -> String? {
        value.flatMap(plotted).map { "\(text($0)) \(unit)" }
    }
}

extension MetricAxis {
    init(_ metric: Metric, _ units: Units = .metric) {
        switch metric {
        case .speed: self = .pace(units)
        case .stride: self = .stride(units)
        case .heartRate: self.init("Heart rate", "bpm", least: 40, standing: true)
        case .cadence: self.init("Cadence", "steps/min", least: 20)
        case .contact: self.init("Ground contact", "ms", least: 40)
        case .distance: self.init("Distance", "m", least: 1, standing: true)
        case .steps: self.init("Steps", "", least: 1, standing: true)
        case .energy: self.init("Active energy", "kcal", least: 1, standing: true)
        }
    }

    /// The negative pace puts faster above. There is no pace while standing.
    private static func pace(_ units: Units) -> MetricAxis {
        MetricAxis(
            title: "Pace", unit: "min\(units.paceName)", least: 60,
            steps: [5, 10, 15, 30, 60, 120, 300, 600],
            plotted: { units.pace(metresPerSecond: $0).map { -$0 } },
            text: { NumberText.pace(-$0) })
    }

    private static func stride(_ units: Units) -> MetricAxis {
        MetricAxis(
            title: "Step length", unit: units.strideName, least: 0.2,
            steps: [0.05, 0.1, 0.2, 0.5, 1, 2],
            plotted: { $0 > 0 ? units.stride(metres: $0) : nil },
            text: { NumberText.fixed($0, 2) })
    }

    /// - Parameter standing: whether a value of zero means something.
    private init(_ title: String, _ unit: String, least: Double, standing: Bool = false) {
        self.init(
            title: title, unit: unit, least: least,
            steps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
            plotted: { standing || $0 > 0 ? $0 : nil }, text: { NumberText.fixed($0, 0) })
    }
}

extension ChartScale {
    /// The time of a flight, labelled `h:mm`.
    static func flightTime(_ seconds: Double) -> ChartScale {
        let most = 9.0
        let steps = [60.0, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
        let step =
            steps.first { seconds / $0 <= most }
            ?? (seconds / most / 86_400).rounded(.up) * 86_400
        let end = max(seconds, 1)
        let ticks = stride(from: 0, through: end, by: step).map { time in
            let minutes = Int(time / 60)
            return Tick(
                value: time, label: "\(minutes / 60):\(NumberText.twoDigits(minutes % 60))")
        }
        return ChartScale(.linear, 0...end, ticks: ticks)
    }
}
