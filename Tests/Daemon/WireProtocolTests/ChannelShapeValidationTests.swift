import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct ChannelShapeValidationTests {
    private func code(_ shape: ChannelShape) -> ErrorCode? {
        do throws(WireError) {
            try shape.validate()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a statistic is accepted exactly when it fits one of the metrics`() {
        for bits in 1...MetricSet.all.rawValue {
            var shape = ChannelShape()
            shape.metrics = MetricSet(rawValue: bits)
            for statistic in Statistic.allCases {
                shape.statistics = [statistic, .latest]
                let fits = shape.metrics.members.contains { statistic.applies(to: $0) }
                #expect(code(shape) == (fits ? nil : .badStatistic), "\(statistic) of \(bits)")
            }
        }
    }

    @Test func `smoothing is accepted exactly when a metric is discrete`() {
        for bits in 1...MetricSet.all.rawValue {
            var shape = ChannelShape()
            shape.metrics = MetricSet(rawValue: bits)
            shape.statistics = [.latest]
            shape.smoothing = .ema(halfLife: .seconds(5))
            let fits = shape.metrics.members.contains(where: \.isDiscrete)
            #expect(code(shape) == (fits ? nil : .badSmoothing), "\(bits)")
        }
    }

    @Test func `an empty set and an impossible coverage are refused`() {
        for change in [
            { $0.kinds = [] }, { $0.metrics = [] }, { $0.statistics = [] },
            { $0.minimumCoveragePercent = -1 }, { $0.minimumCoveragePercent = 101 },
        ] as [(inout ChannelShape) -> Void] {
            var shape = ChannelShape()
            change(&shape)
            #expect(code(shape) == .badField)
        }
    }

    @Test func `statistics are due on samples only`() throws {
        for hertz in SampleRate.allowed {
            let rate = try #require(SampleRate(hertz: hertz))
            for ticks in Int64(1)...120 {
                var shape = ChannelShape()
                shape.every = FleetDuration(ticks: ticks)
                let isRefused = (try? shape.validate(rate: rate)) == nil
                #expect(isRefused == (ticks * hertz % 50 != 0), "\(ticks) ticks at \(hertz) Hz")
            }
        }
    }

    @Test func `the error of a rate names the period`() throws {
        var shape = ChannelShape()
        shape.every = .seconds(1) + FleetDuration(ticks: 5)
        let error = #expect(throws: WireError.self) { try shape.validate(rate: .oneHertz) }
        #expect(error?.code == .badEvery)
        #expect(error?.reason == "1100ms is not a multiple of the sample period 1s.")
        #expect(error?.suggestion == "Use a multiple of 1s.")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `normalising keeps valid shapes valid, and twice is once`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let shape = ChannelShape.random(using: &generator)
            #expect(code(shape) == nil, "seed \(seed)")
            #expect(code(shape.normalized) == nil, "seed \(seed)")
            #expect(shape.normalized.normalized == shape.normalized, "seed \(seed)")
            #expect(shape.normalized.kinds == shape.kinds)
            if shape.kinds.contains(.stat) { #expect(shape.normalized == shape) }
        }
    }

    @Test func `the default statistics always fit`() {
        for bits in 1...MetricSet.all.rawValue {
            let metrics = MetricSet(rawValue: bits)
            let isCumulative = metrics.isDisjoint(with: Metric.discrete)
            #expect(
                ChannelShape.defaultStatistics(for: metrics)
                    == (isCumulative ? [.latest] : [.average, .latest]))
        }
    }
}

extension ChannelShape {
    /// A valid shape.
    static func random(using generator: inout SeededGenerator) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = Set(LineKind.allCases.filter { _ in Bool.random(using: &generator) })
        shape.kinds.insert(LineKind.allCases.randomElement(using: &generator)!)
        let bits = UInt32.random(in: 1...MetricSet.all.rawValue, using: &generator)
        shape.metrics = MetricSet(rawValue: bits)
        let fitting = Statistic.allCases.filter {
            shape.metrics.members.contains(where: $0.applies)
        }
        shape.statistics = Set(fitting.filter { _ in Bool.random(using: &generator) })
        shape.statistics.insert(fitting.randomElement(using: &generator)!)
        shape.window =
            Bool.random(using: &generator)
            ? .session
            : .span(FleetDuration(ticks: Int64.random(in: 50...180_000, using: &generator)))
        shape.every = FleetDuration(ticks: Int64.random(in: 1...180_000, using: &generator))
        let over = FleetDuration(ticks: Int64.random(in: 50...6000, using: &generator))
        let halfLife = FleetDuration(ticks: Int64.random(in: 25...30_000, using: &generator))
        if !shape.metrics.isDisjoint(with: Metric.discrete) {
            shape.smoothing =
                [
                    .none, .mean(over), .median(over), .ema(halfLife: halfLife),
                    .ema2(halfLife: halfLife),
                ].randomElement(using: &generator)!
        }
        shape.alignment = Alignment.allCases.randomElement(using: &generator)!
        shape.minimumCoveragePercent = Int.random(in: 0...100, using: &generator)
        return shape
    }
}
