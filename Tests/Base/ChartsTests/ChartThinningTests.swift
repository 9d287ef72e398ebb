import TestSupport
import Testing

@testable import Charts

/// Lines of many points, as few enough points to be drawn.
@Suite struct ChartThinningTests {
    private func scale(_ end: Double) -> ChartScale { ChartScale(.linear, 0...end, ticks: []) }

    @Test(arguments: UInt64(1)...40)
    func `each column keeps its first, least, greatest and last point`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let count = chance.number(2000...9000)
        let columns = chance.number(1...300)
        let points = (0..<count).map { index in
            ChartSeries.Point(x: Double(index), y: Double(chance.number(-1000...1000)))
        }
        let scale = scale(Double(count))
        let thin = points.thinned(to: columns, over: scale)
        #expect(thin.count <= 4 * (columns + 1), "seed \(seed)")
        #expect(thin.map(\.x) == thin.map(\.x).sorted(), "seed \(seed)")
        func parts(_ points: [ChartSeries.Point]) -> [Int: [ChartSeries.Point]] {
            Dictionary(grouping: points) { Int(scale.share(of: $0.x) * Double(columns)) }
        }
        let kept = parts(thin)
        for (column, all) in parts(points) {
            let some = try #require(kept[column], "seed \(seed)")
            #expect(some.first == all.first && some.last == all.last, "seed \(seed)")
            #expect(some.compactMap(\.y).min() == all.compactMap(\.y).min(), "seed \(seed)")
            #expect(some.compactMap(\.y).max() == all.compactMap(\.y).max(), "seed \(seed)")
        }
    }

    @Test func `a gap between columns stays, however narrow, and one within a column goes`() {
        let columns = 10
        func gaps(without silent: Range<Int>) -> Int {
            let points = (0..<1000).map { index in
                ChartSeries.Point(x: Double(index), y: silent.contains(index) ? nil : 1)
            }
            return points.thinned(to: columns, over: scale(1000)).count { $0.y == nil }
        }
        #expect(gaps(without: 300..<301) == 1)
        #expect(gaps(without: 290..<320) == 1)
        #expect(gaps(without: 340..<350) == 0)
        #expect(gaps(without: 0..<1000) == 0)
    }

    @Test func `gaps at the border of every sample do not add up`() {
        let points = (0..<100_000).map { index in
            ChartSeries.Point(x: Double(index), y: index % 2 == 0 ? 1 : nil)
        }
        #expect(points.thinned(to: 500, over: scale(100_000)).count <= 5 * 501)
    }

    @Test func `few points are kept as they are`() {
        let points = (0..<40).map { ChartSeries.Point(x: Double($0), y: $0 == 7 ? nil : 1) }
        #expect(points.thinned(to: 10, over: scale(40)) == points)
        #expect([ChartSeries.Point]().thinned(to: 10, over: scale(1)).isEmpty)
        #expect(points.thinned(to: 0, over: scale(40)) == points)
    }
}
