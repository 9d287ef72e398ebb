import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite struct MovingMedianTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `the median is that of the sorted values`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let ticks = dice.within(1...60)
        let spread: Int64 = dice.pick([1, 5, 50_000])
        var median = MovingMedian(TrailingSpan(FleetDuration(ticks: ticks)), periodTicks: 2)
        var samples: [(ticks: Int32, value: Int32)] = []
        var now: Int32 = 0
        for _ in 0..<400 {
            now += Int32(dice.chance(5) ? dice.within(1...100) : dice.within(1...3))
            let value = Int32(dice.within(-spread...spread))
            median.observe(value, at: now)
            samples.append((now, value))
            let later = now + Int32(dice.within(0...3))
            var copy = median
            copy.advance(to: later)
            let sorted = samples.filter { Int64($0.ticks) > Int64(later) - ticks }.map(\.value)
                .sorted()
            let expected = sorted.isEmpty ? nil : Self.doubledMiddle(of: sorted)
            #expect(copy.doubled == expected, "seed \(seed) at \(later)")
        }
    }

    @Test func `two middle values are averaged`() {
        var smoothed = series(.speed) { $0.smoothing = .median(.seconds(4)) }
        for (second, value) in [9000, 1, 3001, 3004].enumerated() {
            smoothed.observe(Int64(value), at: .seconds(Int64(second) + 1))
        }
        #expect(smoothed.report(at: .seconds(4)).smoothed?.description == "3.00250")
    }

    private static func doubledMiddle(of sorted: [Int32]) -> Int64 {
        sorted.count % 2 == 1
            ? 2 * Int64(sorted[sorted.count / 2])
            : Int64(sorted[sorted.count / 2 - 1]) + Int64(sorted[sorted.count / 2])
    }
}
