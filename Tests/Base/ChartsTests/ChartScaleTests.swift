import TestSupport
import Testing

@testable import Charts

@Suite struct ChartScaleTests {
    @Test(arguments: [
        (0.7, 1.0), (1, 1), (1.1, 2), (2.5, 5), (7, 10), (30, 50), (0.03, 0.05),
        (0.000_15, 0.000_2),
    ])
    func `steps are 1, 2 or 5 times a power of ten`(step: Double, nice: Double) {
        #expect(abs(ChartScale.niceStep(step) - nice) < nice * 1e-9)
    }

    @Test(arguments: UInt64(1)...40)
    func `a linear scale holds its range and has few ticks`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let low = Double(chance.number(-1000...1000))
        let high = low + Double(chance.below(1 << chance.number(1...30))) / 7
        for isWidened in [false, true] {
            let scale = ChartScale.linear(low...high, isWidened: isWidened) { "\($0)" }
            #expect(
                scale.domain.lowerBound <= low && scale.domain.upperBound >= high, "seed \(seed)")
            #expect((1...8).contains(scale.ticks.count), "seed \(seed) \(scale.ticks)")
            let shares = scale.ticks.map { scale.share(of: $0.value) }
            #expect(
                shares == shares.sorted() && shares.allSatisfy((0...1).contains), "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `a logarithmic scale holds its range and has few ticks`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let low = Double(chance.below(1 << chance.number(1...20)))
        let high = low * Double(chance.number(1...20_000))
        let scale = ChartScale.logarithmic(low...high) { "\($0)" }
        #expect(scale.domain.lowerBound <= max(low, 1), "seed \(seed)")
        #expect(scale.domain.upperBound >= high, "seed \(seed)")
        #expect((1...11).contains(scale.ticks.count), "seed \(seed) \(scale.ticks)")
        #expect(scale.share(of: scale.domain.upperBound) == 1)
        #expect(scale.share(of: 0) == 0)
    }

    @Test func `a decade takes the same room everywhere`() {
        let scale = ChartScale.logarithmic(1...1_000_000) { "\($0)" }
        #expect(scale.ticks.map(\.value) == [1, 10, 100, 1000, 10_000, 100_000, 1_000_000])
        for (place, tick) in scale.ticks.enumerated() {
            #expect(abs(scale.share(of: tick.value) - Double(place) / 6) < 1e-12)
        }
    }
}
