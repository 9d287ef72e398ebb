import Statistics
import TestSupport
import Testing

@Suite struct LatencyHistogramTests {
    /// Rows of latencies that are hard on a histogram.
    private enum Row: String, CaseIterable {
        case uniform, small, constant, twoPeaks, heavyTail, edges, oneEdge, distinct, beyondLimits

        func latencies(_ dice: inout Dice) -> [Int64] {
            let count = dice.within(1...3000)
            let constant = dice.within(0...LatencyHistogram.limitMicroseconds)
            guard self != .distinct else {
                return (0..<Int64(count)).map { $0 * $0 + constant % 97 }
            }
            return (0..<count).map { _ in latency(&dice, constant: constant) }
        }

        private func latency(_ dice: inout Dice, constant: Int64) -> Int64 {
            switch self {
            case .uniform: dice.within(0...LatencyHistogram.limitMicroseconds)
            case .small: dice.within(0...200)
            case .constant, .distinct: constant
            case .twoPeaks:
                dice.chance(99) ? dice.within(50...70) : dice.within(900_000_000...1_000_000_000)
            case .heavyTail: 1 << dice.within(0...31) + dice.within(0...60)
            case .edges: 1 << dice.within(0...31) + dice.within(-1...1)
            // Buckets of 1024 µs begin and end there.
            case .oneEdge: 96 << 10 + dice.within(-1...0)
            case .beyondLimits: dice.within(-1_000_000...(1 << 40))
            }
        }
    }

    private static let quantiles = [0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1]

    private func record(_ latencies: [Int64]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for latency in latencies { histogram.record(latency) }
        return histogram
    }

    private func clamped(_ latencies: [Int64]) -> [Int64] {
        latencies.map { min(max($0, 0), LatencyHistogram.limitMicroseconds) }.sorted()
    }

    @Test(arguments: Row.allCases.map(\.rawValue), UInt64(1)...12)
    func `a quantile is the exact one or at most a sixty-fourth above it`(
        name: String, seed: UInt64
    ) throws {
        let row = try #require(Row(rawValue: name))
        var dice = Dice(seed: seed)
        let latencies = row.latencies(&dice)
        let sorted = clamped(latencies)
        let histogram = record(latencies)
        for quantile in Self.quantiles {
            let rank = max(1, Int((quantile * Double(sorted.count)).rounded(.up)))
            let exact = sorted[rank - 1]
            let value = try #require(histogram.value(atQuantile: quantile))
            #expect(
                (exact...exact + exact / 64).contains(value),
                "\(name), seed \(seed), quantile \(quantile): \(value) for \(exact)")
        }
        #expect(histogram.minimum == sorted.first, "\(name), seed \(seed)")
        #expect(histogram.maximum == sorted.last, "\(name), seed \(seed)")
        #expect(histogram.sum == sorted.reduce(0, +), "\(name), seed \(seed)")
        #expect(histogram.count == Int64(sorted.count), "\(name), seed \(seed)")
    }

    @Test(arguments: UInt64(1)...10)
    func `merging is the same as recording both, in either order`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let left = dice.pick(Row.allCases).latencies(&dice)
        let right = dice.pick(Row.allCases).latencies(&dice)
        var merged = record(left)
        merged.merge(record(right))
        var other = record(right)
        other.merge(record(left))
        other.merge(LatencyHistogram())
        #expect(merged == record(left + right), "seed \(seed)")
        #expect(merged == other, "seed \(seed)")
    }

    @Test func `every latency below the first octaves has a bucket of its own`() throws {
        for latency in Int64(0)..<128 {
            let histogram = record([latency, latency + 1])
            #expect(histogram.value(atQuantile: 0.5) == latency)
            #expect(histogram.count(below: latency + 1) == 1)
        }
    }

    @Test func `buckets follow one another without a hole or an overlap`() throws {
        // A record at the first value of each bucket: the value before it is the one before's last.
        for octave in 0..<26 {
            for part in Int64(64)..<128 {
                let first = part << octave
                guard first + 1 << octave <= LatencyHistogram.limitMicroseconds else { continue }
                let histogram = record([first - 1, first, LatencyHistogram.limitMicroseconds])
                #expect(histogram.count(below: first) == 1, "\(first)")
                #expect(histogram.count(below: first + 1 << octave) == 2, "\(first)")
                // Of three records the second: its own bucket's upper edge.
                #expect(histogram.value(atQuantile: 0.5) == first + 1 << octave - 1, "\(first)")
            }
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `counts below the doubles of 125 µs are exact`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let latencies = (0..<2000).map { _ in 1 << dice.within(0...30) + dice.within(0...999) }
        let histogram = record(latencies)
        for doubling in 0..<24 {
            let bound = Int64(125) << doubling
            let exact = latencies.count { $0 < bound }
            #expect(histogram.count(below: bound) == Int64(exact), "seed \(seed), \(bound)")
        }
        #expect(histogram.count(below: 0) == 0)
        #expect(histogram.count(below: .max) == 2000)
    }

    @Test func `an empty one says nothing`() {
        let histogram = LatencyHistogram()
        #expect(histogram.count == 0)
        #expect(histogram.value(atQuantile: 0.5) == nil)
        #expect(histogram.minimum == nil)
        #expect(histogram.maximum == nil)
        #expect(histogram.count(below: 1000) == 0)
        #expect(histogram.mean == nil)
        #expect(histogram.standardDeviation == nil)
        #expect(histogram.buckets == [])
    }

    @Test(arguments: Row.allCases.map(\.rawValue), UInt64(1)...6)
    func `buckets hold every record once, between edges that rise`(
        name: String, seed: UInt64
    ) throws {
        let row = try #require(Row(rawValue: name))
        var dice = Dice(seed: seed)
        let latencies = row.latencies(&dice)
        let sorted = clamped(latencies)
        let buckets = record(latencies).buckets
        for bucket in buckets {
            let exact = sorted.count { (bucket.smallest...bucket.largest).contains($0) }
            #expect(bucket.count == Int64(exact), "\(name), seed \(seed), \(bucket)")
        }
        #expect(buckets.reduce(0) { $0 + $1.count } == Int64(sorted.count), "\(name), seed \(seed)")
        for (bucket, following) in zip(buckets, buckets.dropFirst()) {
            #expect(bucket.largest < following.smallest, "\(name), seed \(seed)")
        }
    }

    @Test(arguments: Row.allCases.map(\.rawValue), UInt64(1)...6)
    func `the mean is exact, the deviation within half a bucket`(
        name: String, seed: UInt64
    ) throws {
        let row = try #require(Row(rawValue: name))
        var dice = Dice(seed: seed)
        let latencies = row.latencies(&dice)
        let sorted = clamped(latencies).map { Double($0) }
        let histogram = record(latencies)
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        #expect(abs(try #require(histogram.mean) - mean) <= mean * 1e-12, "\(name), seed \(seed)")
        let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let exact = (squares / Double(sorted.count)).squareRoot()
        // Moving each record by at most e moves the root of the mean square by at most e.
        let limit = (sorted.last ?? 0) / 128 + 1e-6 * mean
        let deviation = try #require(histogram.standardDeviation)
        #expect(abs(deviation - exact) <= limit, "\(name), seed \(seed)")
    }

    @Test func `it has so few buckets that fourteen kilobytes hold them`() {
        #expect(LatencyHistogram.bucketCount * 8 < 14_000)
    }
}
