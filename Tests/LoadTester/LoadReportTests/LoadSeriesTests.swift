import Testing

@testable import LoadReport

@Suite struct LoadSeriesTests {
    @Test func `a short series is shown as it is`() {
        let seconds = SyntheticResult.lively.seconds
        #expect(LoadSeries(seconds).points == seconds)
        #expect(LoadSeries([]).points == [])
    }

    @Test(arguments: [241, 480, 481, 3605])
    func `a long one keeps the worst latency and all losses`(count: Int) {
        let seconds = (0..<count).map { second in
            LoadSecond(
                second: second, lines: 10, bytes: 100, announcedLost: second % 3,
                connected: second, p99: Int64(second == 200 ? 1_000_000 : second),
                daemonProcessor: 0.5)
        }
        let series = LoadSeries(seconds)
        #expect((120...240).contains(series.points.count))
        #expect(series.points.compactMap(\.p99).max() == 1_000_000)
        let lost = seconds.reduce(0) { $0 + $1.announcedLost }
        #expect(series.points.reduce(0) { $0 + $1.announcedLost } == lost)
        #expect(series.points.allSatisfy { $0.lines == 10 && $0.daemonProcessor == 0.5 })
        #expect(series.points.last?.connected == count - 1)
        #expect(series.points.allSatisfy { $0.p50 == nil })
    }
}
