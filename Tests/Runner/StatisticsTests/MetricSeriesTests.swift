import Statistics
import Testing
import Vocabulary

@Suite struct MetricSeriesTests {
    @Test func `a window says what its five samples say`() {
        var series = series(.heartRate)
        for (second, value) in [140, 150, 151, 153, 150, 152].enumerated() {
            series.observe(Int64(value), at: .seconds(Int64(second) + 1))
        }
        let report = series.report(at: .seconds(6))
        #expect(
            report.description
                == "average 151.20, min 150, max 153, sd 1.17, latest 152, count 5, coverage 1.000")
    }

    @Test func `only what is asked is said`() {
        for statistic in Statistic.allCases {
            var series = series(.speed) { $0.statistics = [statistic] }
            series.observe(3012, at: .seconds(1))
            let report = series.report(at: .seconds(1))
            let said = Statistic.allCases.filter { report[$0] != nil }
            #expect(said == (statistic == .sum ? [] : [statistic]))
            #expect(report.smoothed == nil)
        }
    }

    @Test func `a cumulative metric has sum, latest, count and coverage only`() {
        var series = series(.distance) { $0.smoothing = .ema(halfLife: .seconds(5)) }
        series.observe(250, at: .seconds(1))
        series.observe(575, at: .seconds(2))
        let first = series.report(at: .seconds(2))
        #expect(first.description == "latest 5.75, sum 5.75, count 2, coverage 1.000")
        for second in 3...7 as ClosedRange<Int64> {
            series.observe(575 + 300 * (second - 2), at: .seconds(second))
        }
        #expect(series.report(at: .seconds(7))[.sum]?.description == "15.00")
    }

    @Test func `an empty window has a count and a coverage`() {
        var series = series(.heartRate) { $0.smoothing = .ema(halfLife: .seconds(5)) }
        #expect(series.report(at: .zero).description == "count 0, coverage 0.000")
        series.observe(150, at: .seconds(1))
        series.observe(nil, at: .seconds(2))
        #expect(series.report(at: .seconds(5))[.latest]?.description == "150")
        #expect(series.report(at: .seconds(6)).description == "count 0, coverage 0.000")
    }

    @Test func `a sample at the start has no weight`() {
        var series = series(.heartRate)
        series.observe(150, at: .zero)
        #expect(
            series.report(at: .zero).description
                == "min 150, max 150, latest 150, count 1, coverage 0.000")
        series.observe(160, at: .seconds(1))
        #expect(series.report(at: .seconds(1))[.average]?.description == "160.00")
        #expect(series.report(at: .seconds(1))[.count]?.units == 2)
    }

    @Test func `at the start nothing is covered`() {
        var series = series(.heartRate) { $0.minimumCoveragePercent = 1 }
        series.observe(150, at: .zero)
        #expect(series.report(at: .zero).description == "count 1, coverage 0.000")
    }

    @Test func `a drop-out does not stretch the sample after it`() {
        var series = series(.heartRate)
        series.observe(100, at: .seconds(1))
        series.observe(160, at: .seconds(4))
        let report = series.report(at: .seconds(4))
        #expect(report[.average]?.description == "130.00")
        #expect(report[.coverage]?.description == "0.500")
    }

    @Test func `a silent sensor does not stretch the sample after it`() {
        var series = series(.heartRate)
        // Half a second after an instant without a value: it stands for half a second.
        series.observe(100, at: .seconds(1))
        series.observe(nil, at: FleetDuration(ticks: 75))
        series.observe(160, at: .seconds(2))
        let report = series.report(at: .seconds(2))
        #expect(report[.average]?.description == "120.00")
        #expect(report[.coverage]?.description == "0.750")
    }

    @Test func `the oldest sample counts with the part of its period inside the window`() {
        var series = series(.heartRate) { $0.window = .span(.seconds(2)) }
        for second in 1...4 as ClosedRange<Int64> {
            series.observe(second == 2 ? 100 : 200, at: .seconds(second))
        }
        // (1.7 s, 3.7 s] would end before the newest sample; (2.3 s, 4.3 s] starts in sample 3.
        let report = series.report(at: FleetDuration(ticks: 215))
        #expect(report[.average]?.description == "200.00")
        #expect(report[.coverage]?.description == "0.850")
        #expect(report[.count]?.units == 2)
    }

    @Test(arguments: [(50, true), (60, true), (61, false), (100, false)])
    func `coverage below the minimum leaves only count and coverage`(
        percent: Int, isSaid: Bool
    ) {
        var series = series(.heartRate) {
            $0.minimumCoveragePercent = percent
            $0.smoothing = .mean(.seconds(2))
        }
        for second in 1...10 as ClosedRange<Int64> {
            series.observe(second % 5 < 2 ? nil : 150, at: .seconds(second))
        }
        let report = series.report(at: .seconds(10))
        #expect(report[.count]?.units == 3)
        #expect(report[.coverage]?.units == 600)
        #expect((report[.latest] != nil) == isSaid)
        #expect((report.smoothed != nil) == isSaid)
        #expect((report[.average] != nil) == isSaid)
    }

    @Test func `the window of the session forgets nothing`() {
        var series = series(.heartRate) { $0.window = .session }
        for second in 1...1000 as ClosedRange<Int64> {
            series.observe(second == 3 ? 190 : second == 5 ? 60 : 150, at: .seconds(second))
        }
        let bytes = series.bytes
        let report = series.report(at: .seconds(1000))
        #expect(report[.max]?.units == 190)
        #expect(report[.min]?.units == 60)
        #expect(report[.average]?.description == "149.95")
        #expect(report[.count]?.units == 1000)
        series.observe(150, at: .seconds(1001))
        #expect(series.bytes == bytes)
    }

    @Test func `a report repeated at one instant is the same`() {
        var series = series(.heartRate) { $0.smoothing = .median(.seconds(3)) }
        for second in 1...9 as ClosedRange<Int64> { series.observe(second, at: .seconds(second)) }
        let instant = FleetDuration(ticks: 460)
        let report = series.report(at: instant)
        #expect(series.report(at: instant) == report)
    }

    @Test func `samples out of order and reports about the past stop the program`() async {
        await #expect(processExitsWith: .failure) {
            var series = series(.heartRate)
            series.observe(150, at: .seconds(2))
            series.observe(150, at: .seconds(2))
        }
        await #expect(processExitsWith: .failure) {
            var series = series(.heartRate)
            series.observe(150, at: .seconds(2))
            _ = series.report(at: .seconds(1))
        }
    }
}

/// A series at 1 Hz with all statistics over five seconds, or as `change` wants it.
func series(
    _ metric: Metric, change: (inout ChannelShape) -> Void = { _ in }
) -> MetricSeries {
    var shape = ChannelShape()
    shape.statistics = Set(Statistic.allCases)
    change(&shape)
    return MetricSeries(metric: metric, shape: shape, period: .seconds(1))
}
