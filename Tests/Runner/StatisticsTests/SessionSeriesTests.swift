import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite struct SessionSeriesTests {
    private func shape(_ window: Window, _ smoothing: Smoothing) -> ChannelShape {
        var shape = ChannelShape()
        shape.metrics = MetricSet(Metric.allCases)
        shape.statistics = Set(Statistic.allCases)
        shape.window = window
        shape.smoothing = smoothing
        return shape
    }

    private func randomSample(_ dice: inout Dice, widest: Int64) -> Sample {
        var sample = Sample()
        for metric in Metric.allCases where dice.chance(80) {
            sample[metric] = dice.within(0...(dice.chance(5) ? widest : 20_000))
        }
        return sample
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `metrics side by side say what each says alone`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let smoothing = dice.pick([Smoothing.none, .mean(.seconds(7)), .median(.seconds(3))])
        let shape = shape(dice.pick([.session, .span(.seconds(9))]), smoothing)
        let plan = SeriesPlan(shape, period: .seconds(1))
        var together = SessionSeries(plan)
        var alone = Metric.allCases.map {
            MetricSeries(metric: $0, shape: shape, period: .seconds(1))
        }
        var time = FleetDuration.zero
        for _ in 0..<200 {
            time.ticks += dice.chance(80) ? 50 : dice.within(1...150)
            // A value of one metric that takes more room must not disturb the others.
            let sample = randomSample(&dice, widest: 90_000)
            together.observe(sample, at: time, in: plan)
            together.report(at: time, in: plan) { column, report in
                let metric = Metric.allCases[column]
                alone[column].observe(sample[metric], at: time)
                let expected = alone[column].report(at: time)
                #expect(report == expected, "seed \(seed), \(metric) at \(time)")
            }
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>, [90_000, -1] as [Int64])
    func `a value that is too wide for its cell changes no other value`(
        seed: UInt64, odd: Int64
    ) {
        var dice = Dice(seed: seed)
        let shape = shape(.span(.seconds(20)), .mean(.seconds(6)))
        var series = MetricSeries(metric: .contact, shape: shape, period: .seconds(1))
        var reference = TickReference(metric: .contact, shape: shape, period: .seconds(1))
        let oddSecond = dice.within(5...60)
        for second in 1...90 as ClosedRange<Int64> {
            let value = dice.chance(10) ? nil : dice.within(0...65_534)
            series.observe(second == oddSecond ? odd : value, at: .seconds(second))
            reference.observe(second == oddSecond ? odd : value, at: .seconds(second))
            #expect(
                series.report(at: .seconds(second)) == reference.report(at: .seconds(second)),
                "seed \(seed), second \(second), odd in second \(oddSecond)")
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `an interval other than the period changes nothing but the room`(seed: UInt64) {
        var shape = shape(.span(.seconds(20)), .mean(.seconds(6)))
        // Room for extremes comes and goes for reasons of its own.
        shape.statistics.subtract([.min, .max])
        var dice = Dice(seed: seed)
        var series = MetricSeries(metric: .speed, shape: shape, period: .seconds(1))
        var reference = TickReference(metric: .speed, shape: shape, period: .seconds(1))
        let slim = series.bytes
        var time = FleetDuration(ticks: dice.within(1...50))
        let oddSecond = dice.within(20...60)
        for second in 1...90 as ClosedRange<Int64> {
            time.ticks += second == oddSecond ? dice.pick([30, 51, 100]) : 50
            series.observe(second * 10, at: time)
            reference.observe(second * 10, at: time)
            #expect(
                series.report(at: time) == reference.report(at: time),
                "seed \(seed), second \(second), odd in second \(oddSecond)")
            #expect((series.bytes == slim) == (second < oddSecond), "seed \(seed)")
        }
    }

    @Test func `five states over half a minute take no more than 550 bytes`() {
        var shape = ChannelShape()
        shape.window = .span(.seconds(30))
        let plan = SeriesPlan(shape, period: .seconds(1))
        #expect(plan.bytesMax(isWide: false) <= 550)
        #expect(plan.bytesMax(isWide: true) > 800)
    }

    @Test func `what reports depend on lies within the longer of window and smoothing`() {
        func memory(_ window: Window, _ smoothing: Smoothing, _ metrics: [Metric])
            -> FleetDuration?
        {
            var shape = shape(window, smoothing)
            shape.metrics = MetricSet(metrics)
            return SeriesPlan(shape, period: .seconds(1)).memory
        }
        let states = Metric.discrete.members
        #expect(memory(.span(.seconds(9)), .none, states) == .seconds(9))
        #expect(memory(.span(.seconds(9)), .mean(.seconds(12)), states) == .seconds(12))
        #expect(memory(.span(.seconds(9)), .median(.seconds(3)), states) == .seconds(9))
        #expect(memory(.span(.seconds(9)), .ema(halfLife: .seconds(3)), states) == nil)
        #expect(memory(.session, .none, states) == nil)
        #expect(memory(.span(.seconds(9)), .none, Metric.allCases) == nil)
    }
}
