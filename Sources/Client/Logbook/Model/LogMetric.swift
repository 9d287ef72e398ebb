import Readout
import Vocabulary

/// A quantity that the logbook shows for a day: a metric of days, or one that only runs have.
package enum LogMetric: Hashable, Sendable {
    case day(DayMetric)
    case run(Metric)

    /// What runs and days both have is one quantity, of the whole day.
    package static let all: [LogMetric] =
        DayMetric.ofPeople.members.map(LogMetric.day)
        + ofRuns.filter { DayMetric(named: $0.name) == nil }

    /// The quantities where nothing is known of a watch apart from runs.
    static let withoutWatch: [LogMetric] =
        DayMetric.defaults.members.map(LogMetric.day) + ofRuns

    private static let ofRuns = Metric.vitals.filter(\.isDiscrete).map(LogMetric.run)

    /// The metric of a wire name or HealthKit identifier.
    package init?(named name: String) {
        if let metric = DayMetric(named: name), Self.all.contains(.day(metric)) {
            self = .day(metric)
        } else if let metric = Metric(named: name), Self.all.contains(.run(metric)) {
            self = .run(metric)
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .day(let metric): metric.name
        case .run(let metric): metric.name
        }
    }

    /// The metric for entries by hand; nil where nothing can be added by hand.
    package var dayMetric: DayMetric? {
        switch self {
        case .day(let metric): metric
        case .run: nil
        }
    }

    /// Whether a day's value grows until the day is over.
    package var isSum: Bool { dayMetric?.isCumulative ?? false }

    /// Whether a day has many entries, one for every quarter of an hour or more, as runs' metrics
    /// have too.
    var hasQuarters: Bool { dayMetric.map { Metric(named: $0.name) != nil } ?? true }

    /// The statistic that represents a day: the sum, the average of many readings or of runs, or
    /// the latest reading.
    package var statistic: Statistic { isSum ? .sum : hasQuarters ? .average : .latest }

    private var shown: ShownMetric {
        switch self {
        case .day(let metric): metric.shown
        case .run(let metric): metric.shown
        }
    }

    /// `STEPS`, `HEART RATE OF RUNS`.
    package var title: String {
        let title = shown.title.uppercased()
        return dayMetric == nil ? "\(title) OF RUNS" : title
    }

    /// The unit; empty where the title already names it, as for steps.
    package func unit(_ units: Units) -> String {
        MetricReadout(shown, units).unitBelowTitle
    }
}

/// Values for readers. They are those of the wire, except: distance is in kilometres or miles,
/// speed in seconds for one of these, and mass and stride are in the reader's units.
extension LogMetric {
    /// The shown value for a value of the wire; nil for a speed that has no pace.
    package func shown(_ value: Double, _ units: Units) -> Double? {
        shown.quantity.number(value, units)
    }

    /// `8 123`, `71.4`, `7:12` hours, `5:02` minutes for a kilometre or a mile.
    package func text(_ value: Double) -> String { shown.quantity.groupedText(value) }

    /// The text with its unit: `71.4 kg`.
    package func textWithUnit(_ value: Double, _ units: Units) -> String {
        let unit = unit(units)
        return unit.isEmpty ? text(value) : "\(text(value)) \(unit)"
    }

    /// A difference with its sign: `+0.30`, `-812`; a difference that rounds to zero has no sign.
    /// Masses keep two decimals: an average difference is often smaller than a scale's step.
    package func signedText(_ value: Double) -> String {
        let isMass = shown.quantity == .mass
        let size = isMass ? NumberText.fixed(abs(value), 2) : text(abs(value))
        let isNothing = size.allSatisfy { "0.:".contains($0) }
        return isNothing ? size : (value < 0 ? "-" : "+") + size
    }

    /// The possible distances between grid lines.
    package var axisSteps: [Double] { shown.axis.steps }
}
