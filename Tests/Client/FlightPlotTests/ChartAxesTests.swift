import Readout
import TestSupport
import Testing
import Vocabulary

@testable import Charts
@testable import FlightPlot

@Suite struct ChartAxesTests {
    @Test(arguments: UInt64(1)...60)
    func `an axis holds its range, with few labels at round values`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for metric in FlightCharts.metrics {
            let axis = MetricReadout(metric.shown)
            let low = Double(chance.number(-2000...2000)) / 7
            let high = low + Double(chance.below(1 << chance.number(1...16))) / 7
            let scale = axis.scale(low...high)
            #expect(scale.domain.lowerBound <= low, "seed \(seed) \(metric)")
            #expect(scale.domain.upperBound >= high, "seed \(seed) \(metric)")
            #expect((2...8).contains(scale.ticks.count), "seed \(seed) \(metric)")
            let extent = scale.domain.upperBound - scale.domain.lowerBound
            #expect(extent >= metric.shown.axis.chartLeast - 1e-9, "seed \(seed) \(metric)")
        }
    }

    @Test func `values that are all equal have an axis around them`() {
        let scale = MetricReadout(Metric.heartRate.shown).scale(150...150)
        #expect(scale.domain.contains(150) && scale.ticks.count > 2)
        #expect((0.3...0.7).contains(scale.share(of: 150)))
    }

    @Test func `fast is up, in minutes and seconds`() throws {
        let axis = MetricReadout(Metric.speed.shown)
        let (slow, fast) = (try #require(axis.place(2.5)), try #require(axis.place(4)))
        let scale = axis.scale(slow...fast)
        #expect(scale.share(of: fast) > scale.share(of: slow))
        #expect(axis.text(fast) == "4:10" && axis.text(slow) == "6:40")
        let labels = ["7:00", "6:30", "6:00", "5:30", "5:00", "4:30", "4:00"]
        #expect(scale.ticks.map(\.label) == labels)
        #expect(axis.place(0) == nil, "who stands has no pace")
    }

    @Test(arguments: [
        (0.0, "0:00"), (1, "0:00"), (59, "0:00"), (1800, "0:05"), (3599, "0:10"), (10_800, "0:30"),
        (360_000, "12:00"), (604_800, "24:00"),
    ])
    func `time is labelled in hours and minutes, at most ten times`(
        seconds: Double, second: String
    ) {
        let scale = ChartScale.flightTime(seconds)
        #expect((1...10).contains(scale.ticks.count))
        #expect(scale.ticks.first?.label == "0:00")
        if scale.ticks.count > 1 { #expect(scale.ticks[1].label == second) }
        #expect(scale.domain.upperBound > 0)
    }
}
