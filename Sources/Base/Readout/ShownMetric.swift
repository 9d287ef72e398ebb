import Vocabulary

/// How a metric is shown on screens, in tables and in charts: its names, its numbers, its axis and
/// its colour.
package struct ShownMetric: Sendable {
    /// Above a chart: `Heart rate`.
    package let title: String
    /// In capitals; empty where the title fits above a number and the unit above a column.
    private let short: String
    package let quantity: ShownQuantity
    /// Characters of a usual number.
    package let width: Int
    package let colour: Colour
    package let axis: Axis

    /// A colour of screens and of pictures, named after the metric first shown in it.
    package enum Colour: String, Sendable {
        case heartRate = "heart-rate"
        case pace, cadence, stride, contact
    }

    /// The axis of the numbers as they are shown; paces are negative, so that faster is above.
    package struct Axis: Sendable {
        /// The candidate distances between grid lines.
        package let steps: [Double]
        /// The smallest extent on a screen, so that a steady runner's noise does not fill it.
        package let least: Double
        /// The smallest extent in a chart.
        package let chartLeast: Double
        /// The range of an empty graph.
        package let empty: ClosedRange<Double>
        /// Whether a measured 0 has a place on it: at standstill there is no cadence to show.
        package let hasZero: Bool

        init(
            _ steps: [Double], least: Double = 0, inCharts chartLeast: Double = 1,
            empty: ClosedRange<Double> = 0...1, hasZero: Bool = true
        ) {
            self.steps = steps
            self.least = least
            self.chartLeast = chartLeast
            self.empty = empty
            self.hasZero = hasZero
        }
    }

    init(
        _ title: String, short: String = "", _ quantity: ShownQuantity, width: Int,
        _ colour: Colour, _ axis: Axis
    ) {
        self.title = title
        self.short = short
        self.quantity = quantity
        self.width = width
        self.colour = colour
        self.axis = axis
    }

    /// Above a single number: `CADENCE`, `CONTACT`.
    package var label: String { short.isEmpty ? title.uppercased() : short }

    /// Above a narrow column: `BPM`, `/km`, `STRIDE`.
    package func columnHeading(_ units: Units) -> String {
        guard short.isEmpty else { return short }
        return quantity == .pace ? units.paceName : quantity.unit(units).uppercased()
    }
}

extension Metric {
    /// What people call the metrics, and where their axes lie.
    package var shown: ShownMetric {
        switch self {
        case .heartRate:
            ShownMetric(
                "Heart rate", .whole("bpm"), width: 3, .heartRate,
                .init([2, 5, 10, 20, 50, 100], least: 10, inCharts: 40, empty: 100...140))
        case .speed:
            ShownMetric(
                "Pace", .pace, width: 5, .pace,
                .init(
                    [5, 10, 15, 30, 60, 120, 300, 600], least: 30, inCharts: 60,
                    empty: -420 ... -240, hasZero: false))
        case .cadence:
            ShownMetric(
                "Cadence", .whole("spm"), width: 3, .cadence,
                .init(
                    [2, 5, 10, 20, 50, 100], least: 10, inCharts: 20, empty: 150...180,
                    hasZero: false))
        case .stride:
            ShownMetric(
                "Stride", short: "STRIDE", .length, width: 4, .stride,
                .init(
                    [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2], least: 0.1, inCharts: 0.2,
                    empty: 0.8...1.4, hasZero: false))
        case .contact:
            ShownMetric(
                "Ground contact", short: "CONTACT", .whole("ms"), width: 3, .contact,
                .init(
                    [2, 5, 10, 20, 50, 100], least: 20, inCharts: 40, empty: 200...300,
                    hasZero: false))
        case .distance:
            ShownMetric(
                "Distance", .distance, width: 5, .pace, .init([0.5, 1, 2, 5, 10, 20, 50, 100]))
        case .steps:
            ShownMetric(
                "Steps", .whole("steps"), width: 5, .cadence,
                .init([500, 1000, 2000, 5000, 10_000, 20_000, 50_000]))
        case .altitude:
            ShownMetric(
                "Altitude", .height, width: 4, .stride,
                .init([1, 2, 5, 10, 20, 50, 100, 200, 500], least: 10, inCharts: 20))
        case .ascent:
            ShownMetric(
                "Ascent", .height, width: 4, .stride, .init([5, 10, 20, 50, 100, 200, 500]))
        case .latitude:
            ShownMetric("Latitude", .degrees, width: 10, .cadence, .init([0.001, 0.01, 0.1, 1]))
        case .longitude:
            ShownMetric("Longitude", .degrees, width: 11, .cadence, .init([0.001, 0.01, 0.1, 1]))
        case .energy:
            ShownMetric(
                "Active energy", .whole("kcal"), width: 3, .heartRate,
                .init([50, 100, 200, 500, 1000, 2000, 5000]))
        }
    }
}

extension DayMetric {
    /// How metrics of days are shown; those that runs have too are shown alike.
    package var shown: ShownMetric {
        switch self {
        case .steps: Metric.steps.shown
        case .distance: Metric.distance.shown
        case .energy: Metric.energy.shown
        case .restingHeartRate:
            ShownMetric(
                "Resting heart rate", .whole("bpm"), width: 3, .heartRate,
                .init([1, 2, 5, 10, 20, 50]))
        case .sleep:
            ShownMetric(
                "Sleep", .hours, width: 5, .contact,
                .init([30, 60, 120, 240, 480, 1440, 2880]))
        case .bodyMass:
            ShownMetric(
                "Body mass", .mass, width: 5, .stride,
                .init([0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]))
        case .latitude: Metric.latitude.shown
        case .longitude: Metric.longitude.shown
        case .heartRate: Metric.heartRate.shown
        case .heartRateVariability:
            ShownMetric(
                "Heart rate variability", .whole("ms"), width: 3, .heartRate,
                .init([1, 2, 5, 10, 20, 50, 100]))
        case .timeInBed: Self.stretch("In bed")
        case .awake: Self.stretch("Awake")
        case .coreSleep: Self.stretch("Core sleep")
        case .deepSleep: Self.stretch("Deep sleep")
        case .remSleep: Self.stretch("REM sleep")
        }
    }

    private static func stretch(_ title: String) -> ShownMetric {
        ShownMetric(title, .hours, width: 5, .contact, .init([10, 30, 60, 120, 240, 480, 1440]))
    }
}

extension DayMetric {
    /// What a person types for a sample by hand: the value, and when it was. Empty for what nobody
    /// enters.
    package func example(_ units: Units) -> String {
        switch self {
        case .steps: "1200 14:00 14:30"
        case .distance: "1.5\(units.distanceName) 14:00 14:30"
        case .energy: "80 14:00 14:30"
        case .sleep: "7:12 23:10 06:40"
        case .restingHeartRate: "52 20:00"
        case .bodyMass: units == .metric ? "71.3kg 07:10" : "157.2lb 07:10"
        case .heartRate: "64 14:05"
        case .heartRateVariability: "41.5 06:40"
        case .latitude, .longitude, .timeInBed, .awake, .coreSleep, .deepSleep, .remSleep: ""
        }
    }
}

extension QueryMetric {
    package var shown: ShownMetric {
        guard let row = day?.shown ?? run?.shown else {
            preconditionFailure("\(name) is a metric of neither runs nor days")
        }
        return row
    }
}
