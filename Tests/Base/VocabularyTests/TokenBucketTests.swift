import TestSupport
import Testing
import Vocabulary

@Suite struct TokenBucketTests {
    /// Whether one may be taken at each of these instants, one after the other.
    private func taken(
        _ bucket: inout TokenBucket, at instants: MonotonicInstant...
    ) -> [Bool] { instants.map { bucket.take(at: $0) } }

    @Test func `it gives its burst at once, and then its rate`() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, at: 0)
        let first = taken(&bucket, at: 0, 0, 0, 0)
        #expect(first == [true, true, true, false])
        let later = taken(&bucket, at: 99_999, 100_000, 100_000)
        #expect(later == [false, true, false])
        // A clock that is set back gives nothing, and takes nothing.
        let back = taken(&bucket, at: 0, 200_000)
        #expect(back == [false, true])
        let full = taken(&bucket, at: .last, .last, .last, .last)
        #expect(full == [true, true, true, false])
    }

    @Test func `more than there is, is not given in part`() {
        var bucket = TokenBucket(perSecond: 1, burst: 5, at: 0)
        let outcomes = [6, .max, 3, 3, 2].map { bucket.take($0, at: 0) }
        #expect(outcomes == [false, false, true, false, true])
    }

    @Test func `what is spent beyond it is owed`() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, at: 0)
        bucket.spend(3, at: 0)
        var owes = [bucket.owes(at: 0)]
        bucket.spend(20, at: 0)
        owes += [0, 1_999_999, 2_000_000].map { bucket.owes(at: $0) }
        #expect(owes == [false, true, true, false])
        let later = taken(&bucket, at: 2_000_000, 2_100_000)
        #expect(later == [false, true])
        // No count and no number of them brings it beyond its bounds.
        for _ in 0..<3000 { bucket.spend(.max, at: 3_000_000) }
        bucket.spend(.min, at: 3_000_000)
        owes = [bucket.owes(at: 4_000_000), bucket.owes(at: .last)]
        #expect(owes == [true, false])
    }

    @Test func `another rate holds from its change on`() {
        var bucket = TokenBucket(perSecond: 10, burst: 30, at: 0)
        bucket.change(perSecond: 1, burst: 2, at: 0)
        let first = taken(&bucket, at: 0, 0, 0, 999_999, 1_000_000)
        #expect(first == [true, true, false, false, true])
        bucket.spend(10, at: 1_000_000)
        // Half of the time at the old rate, the rest at the new one.
        bucket.change(perSecond: 100, burst: 200, at: 6_000_000)
        let owes = [6_049_999, 6_050_000].map { bucket.owes(at: $0) }
        #expect(owes == [true, false])
    }

    @Test(arguments: 1...40)
    func `over any span it gives what its rate and burst allow`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let (rate, burst) = (dice.number(1...2000), dice.number(1...500))
        var bucket = TokenBucket(perSecond: rate, burst: burst, at: 0)
        var (now, given) = (Int64(0), [(at: Int64, count: Int)]())
        for _ in 0..<400 {
            now += Int64(dice.number(0...20_000))
            let count = dice.number(1...max(1, burst / 3))
            if bucket.take(count, at: MonotonicInstant(microseconds: now)) {
                given.append((now, count))
            }
        }
        for first in given.indices {
            var sum = 0
            for last in first..<given.count {
                sum += given[last].count
                let span = Double(given[last].at - given[first].at) / 1e6
                #expect(Double(sum) <= Double(burst) + span * Double(rate) + 1e-6)
            }
        }
        #expect(given.reduce(0) { $0 + $1.count } <= burst + Int(now) * rate / 1_000_000 + 1)
    }

    // With a burst of one, what is left of a microsecond would be lost.
    @Test func `who asks as often as the rate allows always gets it`() {
        for rate in [1, 3, 7, 1000, 4096] {
            var bucket = TokenBucket(perSecond: rate, burst: 2, at: 0)
            for number in 0..<2000 {
                let due = (Int64(number) * 1_000_000 + Int64(rate) - 1) / Int64(rate)
                let isGiven = bucket.take(at: MonotonicInstant(microseconds: due))
                #expect(isGiven, "\(rate) \(number)")
            }
        }
    }
}
