import Statistics
import Testing
import Vocabulary

@Suite struct MetricReportTests {
    @Test func `every statistic has its decimals`() {
        for metric in Metric.allCases {
            var report = MetricReport(decimals: metric.decimals)
            #expect(report.isEmpty)
            for statistic in Statistic.allCases { report.set(statistic, to: 7) }
            report.setSmoothed(to: 7)
            #expect(!report.isEmpty)
            #expect(report.smoothed == Decimal64(units: 7, decimals: metric.decimals + 2))
            for (statistic, places) in [
                (Statistic.average, metric.decimals + 2), (.sd, metric.decimals + 2),
                (.min, metric.decimals), (.max, metric.decimals), (.latest, metric.decimals),
                (.sum, metric.decimals), (.count, 0), (.coverage, 3),
            ] {
                #expect(report[statistic] == Decimal64(units: 7, decimals: places))
            }
        }
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `each statistic that was set is handed over once, in order`(chosen: UInt8) {
        let statistics = Statistic.allCases.enumerated().filter { chosen >> $0.offset & 1 == 1 }
        var report = MetricReport(decimals: 3)
        for (place, statistic) in statistics { report.set(statistic, to: Int64(place) - 4) }
        var places: [Int] = []
        report.forEach { statistic, units, decimals in
            places.append(statistic.index)
            #expect(report[statistic] == Decimal64(units: units, decimals: decimals))
            #expect(Statistic.allCases[statistic.index] == statistic)
            #expect(units == Int64(statistic.index) - 4)
        }
        #expect(places == statistics.map(\.offset))
    }

    @Test func `reports differ by what they say and by what they leave out`() {
        let silent = MetricReport(decimals: 0)
        for statistic in Statistic.allCases {
            var report = silent
            report.set(statistic, to: 0)
            #expect(report != silent)
            #expect(!report.isEmpty)
            var other = report
            other.set(statistic, to: 1)
            #expect(other != report)
        }
        var smoothed = silent
        smoothed.setSmoothed(to: 0)
        #expect(smoothed != silent)
        #expect(!smoothed.isEmpty)
    }
}
