extension LatencyHistogram {
    /// A histogram from what another one told of itself: its ``buckets``, extremes and sum.
    ///
    /// Nil if no histogram of this kind can have told that: if a bucket has other edges, none
    /// recorded, or does not lie behind the one before it, if the counts or the sum exceed 64 bits,
    /// or if the extremes or the sum do not lie where the buckets have them. O(``bucketCount``).
    public init?(
        buckets: [LatencyBucket], minimum: Int64?, maximum: Int64?, sum: Int64
    ) {
        self.init()
        guard let first = buckets.first, let last = buckets.last else {
            guard minimum == nil, maximum == nil, sum == 0 else { return nil }
            return
        }
        var (sums, previous) = (0...Int64(0), -1)
        for bucket in buckets {
            guard let index = Self.index(of: bucket), index > previous, bucket.count > 0,
                let more = Self.sums(of: bucket), let all = Self.adding(sums, more)
            else { return nil }
            (sums, previous) = (all, index)
        }
        guard let minimum, let maximum, minimum <= maximum, sums.contains(sum),
            (first.smallest...first.largest).contains(minimum),
            (last.smallest...last.largest).contains(maximum)
        else { return nil }
        guard restore(buckets, minimum: minimum, maximum: maximum, sum: sum) else { return nil }
    }

    /// The records of both; nil if their counts or their sums exceed 64 bits.
    public func adding(_ other: LatencyHistogram) -> LatencyHistogram? {
        guard !count.addingReportingOverflow(other.count).overflow,
            !sum.addingReportingOverflow(other.sum).overflow
        else { return nil }
        var all = self
        all.merge(other)
        return all
    }

    /// The index of a bucket with exactly these edges; nil if there is none.
    private static func index(of bucket: LatencyBucket) -> Int? {
        guard (0...limitMicroseconds).contains(bucket.smallest) else { return nil }
        let index = Self.bucket(of: bucket.smallest)
        let edges = edges(ofBucket: index)
        let fits = edges.lowerBound == bucket.smallest && edges.upperBound == bucket.largest
        return fits ? index : nil
    }

    /// What the records of a bucket can sum to; nil beyond 64 bits.
    private static func sums(of bucket: LatencyBucket) -> ClosedRange<Int64>? {
        let low = bucket.smallest.multipliedReportingOverflow(by: bucket.count)
        let high = bucket.largest.multipliedReportingOverflow(by: bucket.count)
        return low.overflow || high.overflow ? nil : low.partialValue...high.partialValue
    }

    private static func adding(
        _ sums: ClosedRange<Int64>, _ more: ClosedRange<Int64>
    ) -> ClosedRange<Int64>? {
        let low = sums.lowerBound.addingReportingOverflow(more.lowerBound)
        let high = sums.upperBound.addingReportingOverflow(more.upperBound)
        return low.overflow || high.overflow ? nil : low.partialValue...high.partialValue
    }
}
