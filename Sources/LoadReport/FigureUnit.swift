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
    /// do not take: nobody could tell microseconds from milliseconds.
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
