import Testing
import Vocabulary

@Suite struct ChannelShapeTests {
    @Test(arguments: Statistic.allCases)
    func `a statistic applies to the metrics for which it makes sense`(statistic: Statistic) {
        let applicable: [Statistic: MetricSet] = [
            .average: Metric.discrete, .min: Metric.discrete, .max: Metric.discrete,
            .sd: Metric.discrete, .sum: Metric.cumulative,
            .latest: MetricSet(Metric.allCases), .count: MetricSet(Metric.allCases),
            .coverage: MetricSet(Metric.allCases),
        ]
        let metrics = Metric.allCases.filter(statistic.applies)
        #expect(MetricSet(metrics) == applicable[statistic])
    }

    @Test func `a shape that is asked for with nothing else gives statistics each second`() {
        let shape = ChannelShape()
        #expect(shape.kinds == [.stat])
        #expect(shape.metrics == Metric.defaults)
        #expect(shape.statistics == [.average, .latest])
        #expect(shape.window == .span(.seconds(5)))
        #expect(shape.every == .seconds(1))
        #expect(shape.smoothing == .none)
        #expect(shape.alignment == .session)
        #expect(shape.minimumCoveragePercent == 0)
    }

    /// Channels are shared by equality, so that every property must take part in it.
    @Test func `shapes that differ in anything are different`() {
        let changes: [(inout ChannelShape) -> Void] = [
            { _ in },
            { $0.kinds.insert(.phase) },
            { $0.metrics.insert(MetricSet([.steps])) },
            { $0.statistics.insert(.sd) },
            { $0.window = .session },
            { $0.window = .span(.seconds(6)) },
            { $0.every = .seconds(2) },
            { $0.smoothing = .mean(.seconds(5)) },
            { $0.smoothing = .median(.seconds(5)) },
            { $0.smoothing = .ema(halfLife: .seconds(5)) },
            { $0.smoothing = .ema2(halfLife: .seconds(5)) },
            { $0.smoothing = .ema2(halfLife: .seconds(6)) },
            { $0.alignment = .clock },
            { $0.minimumCoveragePercent = 50 },
        ]
        let shapes = Set(
            changes.map { change in
                var shape = ChannelShape()
                change(&shape)
                return shape
            })
        #expect(shapes.count == changes.count)
    }

    @Test func `the words of the wire are fixed`() {
        #expect(
            LineKind.allCases.map(\.rawValue)
                == ["stat", "sample", "phase", "advisory", "event", "truth", "entry"])
        #expect(
            Statistic.allCases.map(\.rawValue)
                == ["average", "min", "max", "sd", "latest", "sum", "count", "coverage"])
        #expect(Alignment.allCases.map(\.rawValue) == ["session", "clock"])
    }
}
