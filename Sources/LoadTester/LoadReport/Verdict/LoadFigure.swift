import PlainText
import Statistics
import StreamAudit

/// One reported figure of a load test. Its name and its source are written nowhere else.
package struct LoadFigure: Sendable {
    /// Its name in JSON and in assertions.
    package let name: String
    package let unit: FigureUnit
    /// A sentence without a full stop.
    package let summary: String
    private let read: @Sendable (LoadResult) -> Double?

    init(
        _ name: String, _ unit: FigureUnit, _ summary: String,
        _ read: @escaping @Sendable (LoadResult) -> Double?
    ) {
        self.name = name
        self.unit = unit
        self.summary = summary
        self.read = read
    }

    /// The figure of a result, in its unit; nil without a sample.
    package func value(in result: LoadResult) -> Double? {
        read(result).flatMap { $0.isFinite ? $0 : nil }
    }

    /// All figures, in the order of the reports.
    package static let all =
        latencies + lines + defects + connections + testerUsage + daemonUsage + truth

    /// The figure of that name; nil if there is none.
    package static func named(_ name: String) -> LoadFigure? { all.first { $0.name == name } }

    /// The value with its unit; nil if it is unknown.
    static func text(_ name: String, in result: LoadResult) -> String? {
        named(name).flatMap { figure in figure.value(in: result).map(figure.unit.text) }
    }

    /// A line for every figure, in columns, for a manual.
    package static var listing: String {
        let width = all.map(\.name.count).max() ?? 0
        let unitWidth = FigureUnit.allCases.map(\.rawValue.count).max() ?? 0
        return all.map { figure in
            let name = figure.name.padded(to: width, .left)
            let unit = figure.unit.rawValue.padded(to: unitWidth, .left)
            return "  \(name)  \(unit)  \(figure.summary)\n"
        }.joined()
    }
}

extension LoadFigure {
    /// The percentiles that reports show, by name.
    static let percentiles: [(name: String, quantile: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999),
    ]

    /// Percentiles, extremes and mean of every part of the latency of live lines. The total's have
    /// no prefix.
    static let latencies = LatencyPart.allCases.flatMap { part in
        let prefix = part == .total ? "" : "\(part.rawValue)."
        let ranks = percentiles.map { name, quantile in
            latency(part, "\(prefix)\(name)", "\(name.dropFirst()) % take at most this") {
                $0.value(atQuantile: quantile).map { Double($0) }
            }
        }
        return ranks + [
            latency(part, "\(prefix)max", "The longest") {
                $0.maximum.map { Double($0) }
            },
            latency(part, "\(prefix)mean", "The mean") { $0.mean },
            latency(part, "\(prefix)min", "The shortest") {
                $0.minimum.map { Double($0) }
            },
        ]
    }

    private static func latency(
        _ part: LatencyPart, _ name: String, _ summary: String,
        _ read: @escaping @Sendable (LatencyHistogram) -> Double?
    ) -> LoadFigure {
        LoadFigure(name, .microseconds, "\(summary), \(part.span)") { read(part.histogram(of: $0)) }
    }
}

/// The parts that the reports split latency into; the raw value names them.
package enum LatencyPart: String, CaseIterable, Sendable {
    case total, generator, delivery, tester

    /// From when to when it lasts.
    var span: String {
        switch self {
        case .total: "from due to read"
        case .generator: "from due to the tick"
        case .delivery: "from the tick to read"
        case .tester: "from the tester's waking to read"
        }
    }

    var path: any WritableKeyPath<LatencyParts, LatencyHistogram> & Sendable {
        switch self {
        case .total: \.total
        case .generator: \.generator
        case .delivery: \.delivery
        case .tester: \.tester
        }
    }

    func histogram(of result: LoadResult) -> LatencyHistogram { result.latency[keyPath: path] }
}

/// What a figure of a load test is counted in.
package enum FigureUnit: String, CaseIterable, Sendable {
    case count
    /// Of latencies.
    case microseconds = "us"
    case seconds = "s"
    /// Processor time for a line.
    case microsecondsPerLine = "us/line"
    /// From 0 to 1.
    case share
    /// Processors kept busy, from 0.
    case processors = "cpu"
    case bytes = "B"
    case linesPerSecond = "lines/s"
    case bytesPerSecond = "B/s"
    case beatsPerMinute = "bpm"

    /// A unit that an assertion may write, and what makes a number of it one of the figure's.
    struct Written: Sendable {
        let name: String
        var multiplier = 1.0
        var divisor = 1.0
    }

    /// The units that fit. One without a name stands for a bare number, which latencies and bytes
    /// refuse: its unit would be a guess.
    var written: [Written] {
        switch self {
        case .count: [Written(name: "")]
        case .microseconds: Self.times
        case .seconds:
            [Written(name: "")]
                + Self.times.map {
                    Written(name: $0.name, multiplier: $0.multiplier, divisor: 1_000_000)
                }
        case .microsecondsPerLine: [Written(name: "")] + Self.times
        case .share, .processors: [Written(name: ""), Written(name: "%", divisor: 100)]
        case .bytes: Self.sizes
        case .linesPerSecond: [Written(name: ""), Written(name: "/s"), Written(name: "lines/s")]
        case .bytesPerSecond:
            [Written(name: "")]
                + Self.sizes.map { Written(name: "\($0.name)/s", multiplier: $0.multiplier) }
        case .beatsPerMinute: [Written(name: ""), Written(name: "bpm")]
        }
    }

    /// Both characters that keyboards have for a millionth.
    private static let times = [
        Written(name: "us"), Written(name: "µs"), Written(name: "\u{3BC}s"),
        Written(name: "ms", multiplier: 1000), Written(name: "s", multiplier: 1_000_000),
    ]

    private static let sizes = [
        Written(name: "B"), Written(name: "kB", multiplier: 1e3),
        Written(name: "MB", multiplier: 1e6), Written(name: "GB", multiplier: 1e9),
        Written(name: "KiB", multiplier: 0x1p10), Written(name: "MiB", multiplier: 0x1p20),
        Written(name: "GiB", multiplier: 0x1p30),
    ]

    /// How people read a value in it: `1 204`, `4.10 ms`, `0.12 %`, `38.2 MB`.
    package func text(_ value: Double) -> String {
        switch self {
        case .count: ReportText.short(value)
        case .microseconds: ReportText.latency(value)
        case .seconds: "\(ReportText.short(value)) s"
        case .microsecondsPerLine: "\(ReportText.fixed(value, 2)) µs/line"
        case .share: "\(ReportText.significant(value * 100)) %"
        case .processors: "\(ReportText.fixed(value, 2)) cpu"
        case .bytes: ReportText.bytes(value)
        case .linesPerSecond: "\(ReportText.fixed(value, 0)) lines/s"
        case .bytesPerSecond: "\(ReportText.bytes(value))/s"
        case .beatsPerMinute: "\(ReportText.fixed(value, 2)) bpm"
        }
    }
}
