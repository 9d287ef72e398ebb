import Statistics
import StreamAudit
import TestSupport
import Testing

@testable import LoadReport

@Suite struct HDRSpectrumTests {
    /// A row as plotters read it: four columns, or three in the last.
    private func rows(_ text: String) -> [[Double]] {
        text.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
    }

    @Test func `a hundred latencies make the rows that plotters know`() {
        var histogram = LatencyHistogram()
        for latency in Int64(1)...10 { histogram.record(latency, times: 10) }
        let text = HDRSpectrum(histogram).text
        #expect(
            text.hasPrefix(
                """
                       Value     Percentile TotalCount 1/(1-Percentile)

                       0.001 0.000000000000         10           1.00
                       0.001 0.100000000000         10           1.11
                       0.002 0.200000000000         20           1.25
                       0.003 0.300000000000         30           1.43
                       0.004 0.400000000000         40           1.67
                       0.005 0.500000000000         50           2.00
                       0.006 0.550000000000         60           2.22
                       0.006 0.600000000000         60           2.50
                       0.007 0.650000000000         70           2.86
                """))
        #expect(
            text.hasSuffix(
                """
                       0.009 0.900000000000         90          10.00
                       0.010 0.912500000000        100          11.43
                       0.010 1.000000000000        100
                #[Mean    =        0.006, StdDeviation   =        0.003]
                #[Max     =        0.010, Total count    =          100]
                #[Buckets =           26, SubBuckets     =           64]
                # Values are milliseconds, from when a line was due to when it was read.

                """))
    }

    @Test(arguments: UInt64(1)...20)
    func `every row is the value of its percentile, and rows rise`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var histogram = LatencyHistogram()
        for _ in 0..<chance.number(1...3000) {
            histogram.record(chance.anyLength().magnitudeBelowHour, times: chance.number(1...50))
        }
        let rows = HDRSpectrum(histogram).rows
        for row in rows {
            // At a boundary the quantile as a number may be a step of the last bit too large.
            let quantile = max(0, row.quantile - 1e-12)
            if row.step != nil, row.quantile > 0 {
                #expect(row.value == histogram.value(atQuantile: quantile), "seed \(seed) \(row)")
            }
            #expect(Double(row.count) >= quantile * Double(histogram.count), "seed \(seed) \(row)")
        }
        for (row, following) in zip(rows, rows.dropFirst()) {
            #expect(row.value <= following.value && row.count <= following.count, "seed \(seed)")
            #expect(row.quantile < following.quantile, "seed \(seed)")
        }
        #expect(rows.last?.value == histogram.maximum)
        #expect(rows.count(where: { $0.step == nil }) == 1)
    }

    @Test func `plotters find four numbers in all rows but the last`() {
        let rows = rows(HDRSpectrum(SyntheticResult.lively.latency.total).text)
        #expect(rows.count > 60)
        #expect(rows.dropLast().allSatisfy { $0.count == 4 })
        #expect(rows.last?.count == 3)
    }

    @Test func `an empty histogram has no rows and no words for no number`() {
        let text = HDRSpectrum(LatencyHistogram()).text
        #expect(rows(text) == [])
        #expect(!text.contains("nan") && !text.contains("inf"))
        #expect(text.contains("Total count    =            0]"))
    }
}

extension Int64 {
    /// Any length in bits, brought below an hour.
    fileprivate var magnitudeBelowHour: Int64 {
        Int64(magnitude % UInt64(LatencyHistogram.limitMicroseconds))
    }
}
