import Statistics
import Testing

@Suite struct WeightedSumsTests {
    @Test func `nothing has neither mean nor deviation`() {
        var sums = WeightedSums()
        #expect(sums.averageHundredths == nil)
        #expect(sums.deviationHundredths == nil)
        sums.add(5, ticks: 0)
        #expect(sums.averageHundredths == nil)
    }

    @Test func `what is added and taken away leaves no trace`() {
        var sums = WeightedSums()
        sums.add(50_000, ticks: 50)
        let before = sums
        for value in 0..<1000 as Range<Int64> { sums.add(value * 31 % 997, ticks: 7) }
        for value in 0..<1000 as Range<Int64> { sums.add(value * 31 % 997, ticks: -7) }
        #expect(sums == before)
    }

    @Test(
        arguments: [
            ([1, 0], [1, 199], 0), ([1, 0], [3, 197], 2), ([3, 2], [1, 199], 200),
            ([1, 0], [1, 66], 1), ([-1, 0], [3, 197], -2),
        ] as [([Int64], [Int32], Int64)])
    func `means are rounded half to even`(values: [Int64], ticks: [Int32], expected: Int64) {
        var sums = WeightedSums()
        for (value, ticks) in zip(values, ticks) { sums.add(value, ticks: ticks) }
        #expect(sums.averageHundredths == expected)
    }

    /// All pairs of weights up to 40 of the values 0 and 1, and 0 and 7: s² = a b d² / (a + b)².
    @Test func `deviations are the nearest hundredth, ties to even`() {
        for difference in [1, 7] as [Int64] {
            for (left, right) in pairs(upTo: 40) {
                var sums = WeightedSums()
                sums.add(100, ticks: left)
                sums.add(100 + difference, ticks: right)
                let expected = nearestRoot(
                    of: 10_000 * Int64(left) * Int64(right) * difference * difference,
                    over: Int64(left + right))
                #expect(sums.deviationHundredths == expected, "\(left), \(right)")
            }
        }
    }

    @Test func `deviations half-way between two hundredths go to the even one`() {
        // 0.875 and 1.125, from 64 ticks each: √(64 · 50 - 8²) / 64 and √(64 · 82 - 8²) / 64.
        var below = WeightedSums()
        for (value, ticks) in [(1, 29), (-1, 21), (0, 14)] as [(Int64, Int32)] {
            below.add(value, ticks: ticks)
        }
        #expect(below.deviationHundredths == 88)
        var above = WeightedSums()
        for (value, ticks) in [(2, 6), (1, 21), (0, 18), (-1, 13), (-2, 6)] as [(Int64, Int32)] {
            above.add(value, ticks: ticks)
        }
        #expect(above.deviationHundredths == 112)
    }

    @Test func `deviations are exact where Double is not`() {
        // 60 days at the largest value there is: the sums have more than 53 bits.
        var sums = WeightedSums()
        sums.add(0, ticks: 129_600_000)
        sums.add(50_000, ticks: 129_600_000)
        #expect(sums.deviationHundredths == 2_500_000)
        sums.add(25_000, ticks: 1)
        #expect(sums.deviationHundredths == 2_500_000)
        var steady = WeightedSums()
        steady.add(49_999, ticks: 250_000_000)
        #expect(steady.deviationHundredths == 0)
    }

    private func pairs(upTo limit: Int32) -> [(Int32, Int32)] {
        (0...limit).flatMap { left in (1...limit).map { (left, $0) } }
    }

    /// The integer nearest to √`square` / `divisor`, ties to even, by counting up.
    private func nearestRoot(of square: Int64, over divisor: Int64) -> Int64 {
        var root: Int64 = 0
        while (root + 1) * (root + 1) * divisor * divisor <= square { root += 1 }
        let middle = (2 * root + 1) * (2 * root + 1) * divisor * divisor
        let isUp = 4 * square > middle || (4 * square == middle && root % 2 == 1)
        return isUp ? root + 1 : root
    }
}
