import PlainText
import Statistics
import Vocabulary

/// The percentile spectrum of a histogram, in the text layout of HdrHistogram, whose plotters read
/// it.
///
/// The distance to 100 % is halved in five steps, again and again, until the last record is
/// reached. Values are milliseconds, which plotters assume.
package struct HDRSpectrum: Sendable {
    /// A tick of the spectrum.
    struct Row: Hashable, Sendable {
        /// Microseconds.
        let value: Int64
        /// Steps from 0 %: every five of them halve the distance to 100 %; nil for 100 % itself.
        let step: Int?
        /// Records up to the value.
        let count: Int64

        /// 1 / (1 - quantile); nil at 100 %.
        var inverse: Double? {
            step.map { Double(Int64(1) << ($0 / 5)) * 10 / Double(10 - $0 % 5) }
        }

        var quantile: Double { inverse.map { 1 - 1 / $0 } ?? 1 }

        /// Whether the records up to the value reach the share that the step stands for. Both sides
        /// of the comparison are exact near the boundary.
        func isReached(of all: Int64) -> Bool {
            guard let step else { return count == all }
            let parts = Double(Int64(1) << (step / 5)) * 10
            return Double(all - count) * parts <= Double(10 - step % 5) * Double(all)
        }
    }

    private let histogram: LatencyHistogram
    let rows: [Row]

    /// O(buckets + rows); rows are at most five for every doubling of the count.
    package init(_ histogram: LatencyHistogram) {
        self.histogram = histogram
        rows = Self.rows(of: histogram)
    }

    private static func rows(of histogram: LatencyHistogram) -> [Row] {
        guard let maximum = histogram.maximum else { return [] }
        var rows: [Row] = []
        var seen: Int64 = 0
        for bucket in histogram.buckets {
            seen += bucket.count
            let value = min(bucket.largest, maximum)
            var row = Row(value: value, step: rows.count, count: seen)
            while row.isReached(of: histogram.count) {
                rows.append(row)
                if seen == histogram.count { break }
                row = Row(value: value, step: rows.count, count: seen)
            }
        }
        return rows + [Row(value: maximum, step: nil, count: histogram.count)]
    }

    package var text: String {
        let heads = [
            ("Value", 12), ("Percentile", 14), ("TotalCount", 10), ("1/(1-Percentile)", 14),
        ]
        let head = heads.map { $0.0.padded(to: $0.1, .right) }.joined(separator: " ")
        return "\(head)\n\n\(rows.map(line).joined())\(footer)"
    }

    private func line(_ row: Row) -> String {
        let columns = [
            milliseconds(Double(row.value)), decimal(row.quantile, 12),
            "\(row.count)".padded(to: 10, .right),
        ]
        let inverse = row.inverse.map { decimal($0, 2).padded(to: 14, .right) }
        return (columns + [inverse].compactMap(\.self)).joined(separator: " ") + "\n"
    }

    private var footer: String {
        let octaveBits = LatencyHistogram.bucketsPerOctave.trailingZeroBitCount
        let limitBits = Int64.bitWidth - LatencyHistogram.limitMicroseconds.leadingZeroBitCount
        let count = "\(histogram.count)".padded(to: 12, .right)
        let octaveCount = "\(limitBits - octaveBits)".padded(to: 12, .right)
        let width = "\(LatencyHistogram.bucketsPerOctave)".padded(to: 12, .right)
        let mean = milliseconds(histogram.mean ?? 0)
        let deviation = milliseconds(histogram.standardDeviation ?? 0)
        return """
            #[Mean    = \(mean), StdDeviation   = \(deviation)]
            #[Max     = \(milliseconds(Double(histogram.maximum ?? 0))), Total count    = \(count)]
            #[Buckets = \(octaveCount), SubBuckets     = \(width)]
            # Values are milliseconds, from when a line was due to when it was read.

            """
    }

    private func milliseconds(_ microseconds: Double) -> String {
        decimal(microseconds / 1000, 3).padded(to: 12, .right)
    }

    private func decimal(_ number: Double, _ decimals: Int) -> String {
        let units = (number * Double(Decimal64.powerOfTen(decimals))).rounded()
        return Decimal64(units: Int64(units), decimals: decimals).description
    }
}
