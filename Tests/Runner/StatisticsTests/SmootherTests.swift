import Statistics
import TestSupport
import Testing
import Vocabulary

@Suite struct SmootherTests {
    /// A speed that rises by 10 mm/s each second, at 3 m/s when it is asked.
    private func lateness(of smoothing: Smoothing) -> Double {
        var rising = series(.speed) { $0.smoothing = smoothing }
        for second in 1...300 as ClosedRange<Int64> {
            rising.observe(second * 10, at: .seconds(second))
        }
        let smoothed = rising.report(at: .seconds(300)).smoothed?.units ?? 0
        return (3000 - Double(smoothed) / 100) / 10
    }

    @Test func `mean and median are half a span late, less half a period`() {
        #expect(lateness(of: .mean(.seconds(11))) == 5)
        #expect(lateness(of: .mean(.seconds(10))) == 4.5)
        #expect(lateness(of: .median(.seconds(11))) == 5)
        #expect(lateness(of: .median(.seconds(10))) == 4.5)
    }

    @Test(arguments: [2, 5, 10] as [Int64])
    func `a filter is its half-life over ln 2 late, less half a period`(seconds: Int64) {
        let expected = Double(seconds) / 0.693147 - 0.5
        let once = lateness(of: .ema(halfLife: .seconds(seconds)))
        #expect((once - expected).magnitude < 0.03, "\(once), not \(expected)")
        let twice = lateness(of: .ema2(halfLife: .seconds(seconds)))
        #expect((twice - 2 * expected).magnitude < 0.06, "\(twice), not \(2 * expected)")
    }

    @Test func `smoothing does not depend on the window`() {
        let smoothings: [Smoothing] = [
            .mean(.seconds(10)), .median(.seconds(9)), .ema(halfLife: .seconds(4)),
            .ema2(halfLife: .seconds(4)),
        ]
        for smoothing in smoothings {
            var dice = Dice(seed: 3)
            var short = series(.heartRate) { $0.smoothing = smoothing }
            var long = series(.heartRate) {
                $0.smoothing = smoothing
                $0.window = .session
            }
            for second in 1...100 as ClosedRange<Int64> {
                let value = dice.within(100...190)
                short.observe(value, at: .seconds(second))
                long.observe(value, at: .seconds(second))
                let smoothed = short.report(at: .seconds(second)).smoothed
                #expect(smoothed != nil)
                #expect(smoothed == long.report(at: .seconds(second)).smoothed)
            }
        }
    }

    @Test(arguments: [(4, true), (5, false), (12, false)] as [(Int64, Bool)])
    func `a silent sensor's smoothed value is shown for one window`(after: Int64, isShown: Bool) {
        var silent = series(.heartRate) { $0.smoothing = .ema(halfLife: .seconds(60)) }
        silent.observe(150, at: .seconds(1))
        #expect((silent.report(at: .seconds(1 + after)).smoothed != nil) == isShown)
    }

    @Test(arguments: [Smoothing.mean(.seconds(3)), .median(.seconds(3))])
    func `a mean or median without a sample in its span is left out`(smoothing: Smoothing) {
        var silent = series(.heartRate) {
            $0.smoothing = smoothing
            $0.window = .span(.seconds(30))
        }
        silent.observe(150, at: .seconds(1))
        #expect(silent.report(at: .seconds(3)).smoothed?.description == "150.00")
        #expect(silent.report(at: .seconds(4)).smoothed == nil)
        #expect(silent.report(at: .seconds(4))[.latest] != nil)
    }
}
