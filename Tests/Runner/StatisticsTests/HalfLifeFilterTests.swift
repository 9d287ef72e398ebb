import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite struct HalfLifeFilterTests {
    @Test func `a difference is halved in every half-life, however the samples lie`() {
        for steps in [1, 2, 3, 10, 25] as [Int32] {
            var filter = HalfLifeFilter(
                halfLife: .seconds(3), periodTicks: 50, isTwofold: false)
            filter.observe(1000, at: 0)
            for step in 1...steps { filter.observe(0, at: 150 * step / steps) }
            let value = filter.value ?? 0
            #expect((value - 500).magnitude < 1e-9, "\(steps) steps: \(value)")
        }
    }

    @Test func `the first value seeds both filters`() {
        for isTwofold in [false, true] {
            var filter = HalfLifeFilter(
                halfLife: .seconds(5), periodTicks: 50, isTwofold: isTwofold)
            #expect(filter.value == nil)
            filter.observe(151, at: 4000)
            #expect(filter.value == 151)
            filter.observe(151, at: 4050)
            #expect(filter.value == 151)
        }
    }

    /// With K(t) = 2^(-t/h), the filter is x₀ K(tₙ - t₀) + Σ xᵢ (K(tₙ - tᵢ) - K(tₙ - tᵢ₋₁)).
    @Test(arguments: 1...10 as ClosedRange<UInt64>, [false, true])
    func `the filter is the sum of decaying shares`(seed: UInt64, isTwofold: Bool) {
        var dice = Dice(seed: seed)
        let halfLife = FleetDuration(ticks: dice.within(1...1000))
        var filter = HalfLifeFilter(
            halfLife: halfLife, periodTicks: 50, isTwofold: isTwofold)
        var times: [Int32] = []
        var values: [Double] = []
        var now: Int32 = 0
        for _ in 0..<60 {
            now += dice.chance(60) ? 50 : Int32(dice.within(1...400))
            let value = Int32(dice.within(0...20_000))
            filter.observe(value, at: now)
            times.append(now)
            values.append(Double(value))
        }
        let once = Self.shares(values, at: times, halfLife: halfLife)
        let expected = isTwofold ? Self.shares(once, at: times, halfLife: halfLife) : once
        let actual = filter.value ?? .nan
        #expect((actual - expected[59]).magnitude < 1e-7, "seed \(seed): \(actual)")
    }

    private static func shares(
        _ values: [Double], at times: [Int32], halfLife: FleetDuration
    ) -> [Double] {
        func kept(_ elapsed: Int32) -> Double {
            Elementary.exp(-0x1.62e42fefa39efp-1 * Double(elapsed) / Double(halfLife.ticks))
        }
        return times.indices.map { last in
            var sum = values[0] * kept(times[last] - times[0])
            for place in 0..<last {
                let share =
                    kept(times[last] - times[place + 1]) - kept(times[last] - times[place])
                sum += share * values[place + 1]
            }
            return sum
        }
    }
}
