import Statistics
import TestSupport
import Testing

@Suite struct HistogramBucketsTests {
    private func restored(
        _ histogram: LatencyHistogram, _ buckets: [LatencyBucket]? = nil
    ) -> LatencyHistogram? {
        LatencyHistogram(
            buckets: buckets ?? histogram.buckets, minimum: histogram.minimum,
            maximum: histogram.maximum, sum: histogram.sum)
    }

    @Test(arguments: UInt64(1)...20)
    func `what a histogram tells of itself makes the same one`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var histogram = LatencyHistogram()
        #expect(restored(histogram) == histogram)
        for _ in 0..<300 {
            histogram.record(chance.anyLength(), times: chance.number(1...5))
            #expect(restored(histogram) == histogram, "seed \(seed)")
        }
    }

    @Test func `both together are the sum, and nil where no number holds it`() throws {
        var (one, other) = (LatencyHistogram(), LatencyHistogram())
        one.record(7, times: 3)
        other.record(70_000, times: 2)
        var all = one
        all.merge(other)
        #expect(one.adding(other) == all)
        let most = try #require(
            LatencyHistogram(
                buckets: [LatencyBucket(smallest: 1, largest: 1, count: .max)], minimum: 1,
                maximum: 1, sum: .max))
        #expect(most.adding(one) == nil)
        #expect(most.adding(LatencyHistogram()) == most)
    }

    private static let impossible: [[LatencyBucket]] = [
        [LatencyBucket(smallest: 5, largest: 6, count: 1)],
        [LatencyBucket(smallest: 5, largest: 4, count: 1)],
        [LatencyBucket(smallest: 65, largest: 65, count: 1)],
        [LatencyBucket(smallest: 5, largest: 5, count: 0)],
        [LatencyBucket(smallest: 5, largest: 5, count: -1)],
        [LatencyBucket(smallest: -1, largest: -1, count: 1)],
        [LatencyBucket(smallest: .min, largest: .max, count: .max)],
        [LatencyBucket(smallest: .max, largest: .max, count: .max)],
        [
            LatencyBucket(smallest: 6, largest: 6, count: 1),
            LatencyBucket(smallest: 5, largest: 5, count: 1),
        ],
        [
            LatencyBucket(smallest: 5, largest: 5, count: .max),
            LatencyBucket(smallest: 6, largest: 6, count: .max),
        ],
        [
            LatencyBucket(smallest: 0, largest: 0, count: .max),
            LatencyBucket(smallest: 5, largest: 5, count: 1),
        ],
    ]

    @Test(arguments: impossible)
    func `buckets that no histogram has are refused`(buckets: [LatencyBucket]) {
        for number in [0, 5, 6, Int64.max] {
            #expect(
                LatencyHistogram(buckets: buckets, minimum: 5, maximum: 5, sum: number) == nil)
        }
    }

    @Test func `extremes and sums that the buckets do not have are refused`() {
        let buckets = [
            LatencyBucket(smallest: 5, largest: 5, count: 2),
            LatencyBucket(smallest: 128, largest: 129, count: 1),
        ]
        func made(_ least: Int64?, _ most: Int64?, _ sum: Int64) -> LatencyHistogram? {
            LatencyHistogram(buckets: buckets, minimum: least, maximum: most, sum: sum)
        }
        #expect(made(5, 128, 138) != nil && made(5, 129, 139) != nil)
        for bad in [made(4, 128, 138), made(5, 130, 138), made(5, 127, 138), made(nil, 128, 138)] {
            #expect(bad == nil)
        }
        for bad in [made(5, 128, 137), made(5, 128, 140), made(5, nil, 138), made(128, 5, 138)] {
            #expect(bad == nil)
        }
        #expect(LatencyHistogram(buckets: [], minimum: 1, maximum: 1, sum: 0) == nil)
    }
}
