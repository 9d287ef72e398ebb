/// A high-dynamic-range histogram (G. Tene) of latencies, 0 µs to an hour, in fixed memory.
///
/// Every latency below 64 µs has a bucket of its own. Above, every power of two has 64 buckets of
/// equal width, so that no bucket is wider than 1/64 of its values: a quantile that is read back is
/// less than 1.6 % too large. Longer latencies count as an hour, negative ones as 0.
///
/// The memory, ``bucketCount`` numbers or 14 kB, is allocated when the histogram is made.
public struct LatencyHistogram: Hashable, Sendable {
    /// The longest latency that has a bucket, an hour.
    public static let limitMicroseconds: Int64 = 3_600_000_000
    /// Buckets in a power of two.
    public static let bucketsPerOctave: Int64 = 64
    private static let octaveBits = 6
    public static let bucketCount = bucket(of: limitMicroseconds) + 1

    private var counts = [Int64](repeating: 0, count: bucketCount)
    public private(set) var count: Int64 = 0
    /// Exact; nil while nothing is recorded.
    public private(set) var minimum: Int64?
    /// Exact; nil while nothing is recorded.
    public private(set) var maximum: Int64?
    /// Exact; traps beyond 2^63 µs, which takes an hour 2.5 billion times.
    public private(set) var sum: Int64 = 0

    public init() {}

    /// Counts a latency that occurred `times` times. O(1), allocates nothing.
    public mutating func record(_ microseconds: Int64, times: Int = 1) {
        let value = min(max(microseconds, 0), Self.limitMicroseconds)
        counts[Self.bucket(of: value)] += Int64(times)
        count += Int64(times)
        sum += value * Int64(times)
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
    }

    /// Adds the records of another histogram, as if they had been recorded here.
    public mutating func merge(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        sum += other.sum
        minimum = [minimum, other.minimum].compactMap { $0 }.min()
        maximum = [maximum, other.maximum].compactMap { $0 }.max()
    }

    /// The latency that a share `quantile` of all records does not exceed; nil without records.
    ///
    /// It is the upper edge of the bucket in which the record of rank ⌈`quantile` · count⌉ lies,
    /// but never more than ``maximum``: at least the exact value, and at most 1/64 above it.
    /// O(``bucketCount``).
    ///
    /// - Parameter quantile: from 0, the smallest record, to 1, the largest; traps elsewhere.
    public func value(atQuantile quantile: Double) -> Int64? {
        precondition((0...1).contains(quantile), "quantile \(quantile) outside 0...1")
        guard let minimum, let maximum else { return nil }
        let rank = min(max(Int64((quantile * Double(count)).rounded(.up)), 1), count)
        guard rank > 1 else { return minimum }
        var seen: Int64 = 0
        for (index, number) in counts.enumerated() {
            seen += number
            if seen >= rank { return min(Self.largestValue(ofBucket: index), maximum) }
        }
        return maximum
    }

    /// How many records are below `microseconds`.
    ///
    /// Exact if a bucket begins at `microseconds`, as at 125 µs and its doubles. Otherwise none of
    /// the records in its bucket counts. O(``bucketCount``).
    public func count(below microseconds: Int64) -> Int64 {
        guard microseconds > 0 else { return 0 }
        guard microseconds <= Self.limitMicroseconds else { return count }
        return counts[..<Self.bucket(of: microseconds)].reduce(0, +)
    }

    /// The exact mean, microseconds; nil while nothing is recorded.
    public var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

    /// The standard deviation of all records, microseconds; nil while nothing is recorded.
    ///
    /// Each record counts as the middle of its bucket, at most 1/128 away.
    /// O(``bucketCount``).
    public var standardDeviation: Double? {
        guard let mean else { return nil }
        let squares = buckets.reduce(0.0) { sum, bucket in
            let distance = Double(bucket.smallest + bucket.largest) / 2 - mean
            return sum + distance * distance * Double(bucket.count)
        }
        return (squares / Double(count)).squareRoot()
    }

    /// The buckets that hold anything, the smallest latencies first. O(``bucketCount``).
    public var buckets: [LatencyBucket] {
        counts.indices.filter { counts[$0] > 0 }.map { index in
            let edges = Self.edges(ofBucket: index)
            return LatencyBucket(
                smallest: edges.lowerBound, largest: edges.upperBound, count: counts[index])
        }
    }

    /// Gives an empty histogram records; false if their number exceeds 64 bits. Each bucket has
    /// the edges of one of this kind, and the other figures fit them.
    mutating func restore(
        _ buckets: [LatencyBucket], minimum: Int64, maximum: Int64, sum: Int64
    ) -> Bool {
        for bucket in buckets {
            let (more, isBeyond) = count.addingReportingOverflow(bucket.count)
            guard !isBeyond else { return false }
            counts[Self.bucket(of: bucket.smallest)] = bucket.count
            count = more
        }
        (self.minimum, self.maximum, self.sum) = (minimum, maximum, sum)
        return true
    }

    /// The smallest and the largest latency of a bucket.
    static func edges(ofBucket index: Int) -> ClosedRange<Int64> {
        let smallest = index == 0 ? 0 : largestValue(ofBucket: index - 1) + 1
        return smallest...min(largestValue(ofBucket: index), limitMicroseconds)
    }

    static func bucket(of value: Int64) -> Int {
        guard value >= bucketsPerOctave else { return Int(value) }
        let shift = value.bitWidth - 1 - value.leadingZeroBitCount - octaveBits
        return shift << octaveBits + Int(value >> shift)
    }

    private static func largestValue(ofBucket index: Int) -> Int64 {
        guard index >= bucketsPerOctave else { return Int64(index) }
        let shift = index >> octaveBits - 1
        return (Int64(index) - Int64(shift) << octaveBits + 1) << shift - 1
    }
}

/// A bucket of a ``LatencyHistogram``: the number of latencies between two edges, both included, in
/// microseconds.
public struct LatencyBucket: Hashable, Sendable {
    public let smallest: Int64
    public let largest: Int64
    public let count: Int64

    public init(smallest: Int64, largest: Int64, count: Int64) {
        self.smallest = smallest
        self.largest = largest
        self.count = count
    }
}
