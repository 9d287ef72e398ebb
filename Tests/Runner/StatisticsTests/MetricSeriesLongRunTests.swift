import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite struct MetricSeriesLongRunTests {
    private static let day: Int64 = 86_400

    @Test(arguments: [1, 2])
    func `after a day a window is as exact as at the start`(seed: UInt64) {
        var shape = ChannelShape()
        shape.statistics = Set(Statistic.allCases)
        shape.window = .span(.seconds(30))
        shape.smoothing = .mean(.seconds(12))
        var dice = Dice(seed: seed)
        var series = MetricSeries(metric: .contact, shape: shape, period: .seconds(1))
        var reference = TickReference(metric: .contact, shape: shape, period: .seconds(1))
        for second in 1...Self.day {
            let value = dice.chance(5) ? nil : dice.within(1500...50_000)
            series.observe(value, at: .seconds(second))
            // What lies further back than window and smoothing cannot matter, nor can the date.
            let late = FleetDuration.seconds(second - Self.day + 120)
            if late > .zero { reference.observe(value, at: late) }
            guard second % 10 == 0 else { continue }
            let report = series.report(at: .seconds(second))
            if late > .seconds(60) {
                #expect(report == reference.report(at: late), "seed \(seed)")
            }
        }
    }

    @Test func `the mean and deviation of a whole day are exact`() {
        var series = series(.speed) {
            $0.window = .session
            $0.statistics = [.average, .sd, .count]
        }
        // Half of the day at 2.999 m/s and half at 3.002: mean 3.0005, deviation 0.0015.
        for second in 1...Self.day {
            series.observe(second % 2 == 0 ? 2999 : 3002, at: .seconds(second))
        }
        let report = series.report(at: .seconds(Self.day))
        #expect(report.description == "average 3.00050, sd 0.00150, count 86400")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `the sums of windows side by side add up to the total`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let every: Int64 = dice.pick([50, 250, 333, 1500])
        var series = series(.distance) { $0.window = .span(FleetDuration(ticks: every)) }
        var total: Int64 = 0
        var measured: Int64 = 0
        var spoken: Int64 = 0
        var due = every
        var time: Int64 = 0
        func speak(before end: Int64) {
            while due < end {
                spoken += series.report(at: FleetDuration(ticks: due))[.sum]?.units ?? 0
                due += every
            }
        }
        for _ in 0..<3000 {
            time += dice.chance(10) ? dice.within(1...150) : 50
            speak(before: time)
            total += dice.within(0...700)
            let isSilent = dice.chance(10)
            if !isSilent { measured = total }
            series.observe(isSilent ? nil : total, at: FleetDuration(ticks: time))
        }
        speak(before: time + every)
        #expect(spoken == measured, "seed \(seed)")
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `samples denser than the period make the rings grow and change nothing else`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        var shape = ChannelShape()
        shape.statistics = Set(Statistic.allCases)
        shape.window = .span(.seconds(4))
        shape.smoothing = dice.pick([.mean(.seconds(3)), .median(.seconds(3))])
        var series = MetricSeries(metric: .cadence, shape: shape, period: .seconds(1))
        var reference = TickReference(metric: .cadence, shape: shape, period: .seconds(1))
        let bytes = series.bytes
        var time = FleetDuration.zero
        var value: Int64 = 1700
        var grown = 0
        for number in 0..<1200 {
            time.ticks += number < 100 ? 50 : number < 800 ? 1 : dice.within(1...60)
            value += seed % 2 == 0 ? -1 : dice.within(-3...3)
            series.observe(value, at: time)
            reference.observe(value, at: time)
            // The last dense sample. Behind it a queue of extremes may need one more step, which
            // happens to none of these seeds.
            if number == 799 { grown = series.bytes }
            guard number % 23 == 0 else { continue }
            #expect(series.report(at: time) == reference.report(at: time), "seed \(seed)")
        }
        #expect(grown > 2 * bytes, "seed \(seed)")
        #expect(series.bytes == grown, "seed \(seed)")
    }

    @Test(arguments: [Smoothing.none, .mean(.seconds(7)), .median(.seconds(9))])
    func `at the nominal period the bound on bytes holds and is reached`(smoothing: Smoothing) {
        var shape = ChannelShape()
        shape.statistics = Set(Statistic.allCases)
        shape.window = .span(.seconds(30))
        shape.smoothing = smoothing
        var series = MetricSeries(metric: .speed, shape: shape, period: .seconds(1))
        let bound = series.plan.bytesMax(isWide: false)
        for second in 1...2000 as ClosedRange<Int64> {
            // A rise fills the candidates for the minimum, a fall those for the maximum.
            series.observe(second % 100 < 50 ? second : 5000 - second, at: .seconds(second))
            _ = series.report(at: .seconds(second))
        }
        #expect(series.bytes == bound)
    }
}
