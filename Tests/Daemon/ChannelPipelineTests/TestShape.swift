import Testing
import Vocabulary

/// The shapes of channels that the tests go through.
enum TestShape: String, CaseIterable, CustomTestStringConvertible {
    case sample, stat, ema, ema2, median, mean, session, clock, marks, truth, everything

    var testDescription: String { rawValue }

    var shape: ChannelShape {
        var shape = ChannelShape()
        switch self {
        case .sample: shape.kinds = [.sample]
        case .stat: break
        case .ema: shape.smoothing = .ema(halfLife: .seconds(5))
        case .ema2: Self.smooth(&shape, .ema2(halfLife: FleetDuration(ticks: 375)))
        case .median: Self.smooth(&shape, .median(.seconds(9)))
        case .mean: Self.smooth(&shape, .mean(.seconds(4)))
        case .session: Self.makeSession(&shape)
        case .clock: Self.makeClock(&shape)
        case .marks: shape.kinds = [.phase, .advisory, .event]
        case .truth: shape.kinds = [.truth, .phase]
        case .everything: Self.makeEverything(&shape)
        }
        return shape
    }

    private static func smooth(_ shape: inout ChannelShape, _ smoothing: Smoothing) {
        shape.smoothing = smoothing
        shape.statistics = [.average, .min, .max, .sd]
        shape.window = .span(.seconds(30))
        shape.every = .seconds(3)
        shape.kinds.insert(.phase)
    }

    private static func makeSession(_ shape: inout ChannelShape) {
        shape.window = .session
        shape.statistics = Set(Statistic.allCases)
        shape.metrics = MetricSet(Metric.allCases)
        shape.every = .seconds(5)
    }

    /// The window is no multiple of the interval, nor the interval of a minute.
    private static func makeClock(_ shape: inout ChannelShape) {
        shape.alignment = .clock
        shape.window = .span(FleetDuration(ticks: 525))
        shape.every = .seconds(7)
        shape.statistics = Set(Statistic.allCases)
        shape.metrics = MetricSet([.heartRate, .speed, .distance, .steps])
        shape.kinds = [.stat, .event]
    }

    private static func makeEverything(_ shape: inout ChannelShape) {
        shape.kinds = Set(LineKind.allCases).subtracting([.entry])
        shape.metrics = MetricSet(Metric.allCases)
        shape.statistics = Set(Statistic.allCases)
        shape.window = .span(.seconds(12))
        shape.every = .seconds(4)
        shape.smoothing = .ema2(halfLife: .seconds(2))
        shape.minimumCoveragePercent = 50
    }
}
