import LoadReport
import Statistics

/// The latencies of every second of a load test, so that lines that have not come can be added at
/// the end to the second in which they were due.
///
/// A second takes eight bytes for each bucket in use, some 100 of them: 3 MB for an hour.
struct SecondLatencies {
    private struct Bucket {
        /// Microseconds; an hour fits.
        let largest: UInt32
        let count: UInt32
    }

    private var seconds: [[Bucket]] = []

    /// Adds a second behind the others.
    mutating func append(_ latencies: borrowing LatencyHistogram) {
        seconds.append(
            latencies.buckets.map {
                Bucket(largest: UInt32($0.largest), count: UInt32(clamping: $0.count))
            })
    }

    /// A second with more latencies in it: what the series says of both together.
    func merged(_ place: Int, with more: LatencyHistogram, into second: LoadSecond) -> LoadSecond {
        var all = more
        for bucket in seconds[place] {
            all.record(Int64(bucket.largest), times: Int(bucket.count))
        }
        var merged = second
        // Buckets know only their edges, the second knows its longest.
        let longest = [second.maximum, more.maximum].compactMap(\.self).max()
        merged.maximum = longest
        merged.p50 = all.value(atQuantile: 0.5).map { min($0, longest ?? $0) }
        merged.p99 = all.value(atQuantile: 0.99).map { min($0, longest ?? $0) }
        return merged
    }
}
