import Statistics
import TestSupport
import Testing

@testable import LoadReport

@Suite struct HistogramRowsTests {
    @Test(arguments: UInt64(1)...30)
    func `a dozen rows or fewer hold every record once, and have no holes`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var histogram = LatencyHistogram()
        let scale = chance.number(0...31)
        for _ in 0..<chance.number(1...500) { histogram.record(Int64(chance.below(1 << scale))) }
        let rows = HistogramRows(histogram).rows
        #expect((1...12).contains(rows.count), "seed \(seed)")
        #expect(rows.reduce(0) { $0 + $1.count } == histogram.count, "seed \(seed)")
        #expect(rows.allSatisfy { $0.count >= 0 }, "seed \(seed)")
        for (row, following) in zip(rows, rows.dropFirst()) {
            #expect(row.edges.upperBound == following.edges.lowerBound, "seed \(seed)")
        }
        #expect(rows.first.map { $0.edges.lowerBound <= histogram.minimum ?? -1 } == true)
        #expect(rows.last.map { $0.edges.upperBound > histogram.maximum ?? 0 } == true)
    }

    @Test func `edges are round`() {
        var histogram = LatencyHistogram()
        for latency: Int64 in [60, 150, 900, 7310] { histogram.record(latency) }
        let edges = HistogramRows(histogram).rows.map(\.edges.lowerBound)
        #expect(edges == [50, 100, 200, 500, 1000, 2000, 5000])
        #expect(HistogramRows(LatencyHistogram()).rows == [])
    }
}
