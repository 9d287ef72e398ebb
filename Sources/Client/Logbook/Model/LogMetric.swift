import FlightDisplay
import PlainText
import Vocabulary

/// A quantity of days that the logbook shows: one of days, or one that only runs have.
package enum LogMetric: Hashable, Sendable {
    case day(DayMetric)
    case run(Metric)

    package static let all: [LogMetric] =
        DayMetric.allCases.map(LogMetric.day)
        + Metric.allCases.filter { !$0.isCumulative }.map(LogMetric.run)

    /// The metric of a wire name or HealthKit identifier.
    package init?(named name: String) {
        if let metric = DayMetric(named: name) {
            self = .day(metric)
        } else if let metric = Metric(named: name), !metric.isCumulative {
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

    /// Nil where nothing can be added by hand.
    package var dayMetric: DayMetric? {
        switch self {
        case .day(let metric): metric
        case .run: nil
        }
    }

    /// Whether a day's value grows until the day is over.
    package var isSum: Bool { dayMetric?.isCumulative ?? false }

    /// The statistic that stands for a day: the sum, the latest reading, or the average of runs.
    package var statistic: Statistic {
        switch self {
        case .day(let metric): metric.isCumulative ? .sum : .latest
        case .run: .average
        }
    }

    package var title: String {
        switch self {
        case .day(.steps): "STEPS"
        case .day(.distance): "DISTANCE"
        case .day(.energy): "ACTIVE ENERGY"
        case .day(.restingHeartRate): "RESTING HEART RATE"
        case .day(.sleep): "SLEEP"
        case .day(.bodyMass): "BODY MASS"
        case .run(.heartRate): "HEART RATE OF RUNS"
        case .run(.speed): "PACE OF RUNS"
        case .run(.cadence): "CADENCE OF RUNS"
        case .run(.stride): "STRIDE OF RUNS"
        case .run(let metric): metric == .contact ? "GROUND CONTACT OF RUNS" : metric.name
        }
    }

    package func unit(_ units: Units) -> String {
        switch self {
        case .day(.steps): ""
        case .day(.distance): units.distanceName
        case .day(.energy): "kcal"
        case .day(.restingHeartRate), .run(.heartRate): "bpm"
        case .day(.sleep): "h"
        case .day(.bodyMass): units.massName
        case .run(.speed): units.paceName
        case .run(.cadence): "spm"
        case .run(.stride): units.strideName
        case .run: "ms"
        }
    }
}

/// How people read a value. Values are those of the wire, except that distance is kilometres or
/// miles, speed the seconds for one of them, and mass and stride are in the reader's units.
extension LogMetric {
    /// The shown value for one of the wire; nil for a speed that is no pace.
    package func shown(_ value: Double, _ units: Units) -> Double? {
        switch self {
        case .day(.distance): units.distance(metres: value)
        case .day(.bodyMass): units.mass(kilograms: value)
        case .run(.stride): units.stride(metres: value)
        case .run(.speed): units.pace(metresPerSecond: value)
        case .day, .run: value
        }
    }

    /// `8 123`, `71.4`, `7:12` hours, `5:02` minutes for a kilometre or a mile.
    package func text(_ value: Double) -> String {
        switch self {
        case .day(.steps), .day(.energy): QuantityText.count(NumberText.whole(value))
        case .day(.sleep): Self.clock(value)
        case .run(.speed): NumberText.pace(value)
        case .day, .run: NumberText.fixed(value, decimals)
        }
    }

    /// The text with its unit: `71.4 kg`.
    package func textWithUnit(_ value: Double, _ units: Units) -> String {
        let unit = unit(units)
        return unit.isEmpty ? text(value) : "\(text(value)) \(unit)"
    }

    /// A difference with its sign: `+0.30`, `-812`. What is rounded to nothing has none. That of a
    /// mass is often smaller than what a scale shows, once it is an average.
    package func signedText(_ value: Double) -> String {
        let isMass = self == .day(.bodyMass)
        let size = isMass ? NumberText.fixed(abs(value), 2) : text(abs(value))
        let isNothing = size.allSatisfy { "0.:".contains($0) }
        return isNothing ? size : (value < 0 ? "-" : "+") + size
    }

    /// Minutes as hours and minutes.
    private static func clock(_ minutes: Double) -> String {
        let whole = NumberText.whole(minutes)
        return "\(whole / 60):\(NumberText.twoDigits(whole % 60))"
    }

    private var decimals: Int {
        switch self {
        case .day(.distance), .run(.stride): 2
        case .day(.bodyMass): 1
        case .day, .run: 0
        }
    }

    /// The candidate distances between grid lines.
    package var axisSteps: [Double] {
        switch self {
        case .day(.steps): [500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
        case .day(.distance): [0.5, 1, 2, 5, 10, 20, 50, 100]
        case .day(.energy): [50, 100, 200, 500, 1000, 2000, 5000]
        case .day(.restingHeartRate): [1, 2, 5, 10, 20, 50]
        case .day(.sleep): [30, 60, 120, 240]
        case .day(.bodyMass): [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
        case .run(.speed): [5, 10, 15, 30, 60, 120, 300, 600]
        case .run(.stride): [0.02, 0.05, 0.1, 0.2, 0.5]
        case .run: [2, 5, 10, 20, 50, 100]
        }
    }
}
