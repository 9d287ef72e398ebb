import FlightPhases
import Testing
import Vocabulary

@Suite struct TruePhaseReaderTests {
    /// Fraction f of the reserve is 60 + 120 f beats per minute.
    private var reader = TruePhaseReader(resting: 60, maximal: 180)

    private mutating func observe(
        _ fraction: Double, at seconds: Int64, _ stage: FlightStage = .running
    ) -> Phase {
        reader.observe(drivenHeartRate: 60 + 120 * fraction, stage: stage, at: .seconds(seconds))
    }

    /// A reader whose run has begun so long ago that takeoff is over.
    private mutating func settle(at fraction: Double) {
        _ = observe(fraction, at: 1)
        _ = observe(fraction, at: 300)
    }

    @Test mutating func `the stage decides outside the run`() {
        #expect(observe(0.1, at: 1, .beforeRun) == .preflight)
        #expect(observe(0.9, at: 2, .finalPart) == .approach)
        #expect(observe(0.9, at: 3, .afterRun) == .touchdown)
    }

    @Test mutating func `the first step of a run is takeoff, for want of a trend`() {
        #expect(observe(0.9, at: 7) == .takeoff)
        #expect(observe(0.9, at: 8) == .climb)
    }

    @Test mutating func `takeoff lasts while heart rate is low, up to its limit from the start`() {
        _ = observe(0.3, at: 100, .beforeRun)
        #expect(observe(0.3, at: 160) == .takeoff)
        #expect(observe(0.3, at: 399) == .takeoff)
        #expect(observe(0.3, at: 400) == .descent)
    }

    @Test mutating func `the level alone decides while nothing changes`() {
        for (fraction, phase) in [(0.9, Phase.climb), (0.6, .cruise), (0.3, .descent)] {
            reader = TruePhaseReader(resting: 60, maximal: 180)
            settle(at: fraction)
            #expect(observe(fraction, at: 301) == phase, "\(fraction)")
        }
    }

    @Test mutating func `a turn of the trend is seen at the very next step, and its end too`() {
        settle(at: 0.6)
        #expect(observe(0.605, at: 301) == .climb)
        #expect(observe(0.605, at: 302) == .cruise)
        #expect(observe(0.600, at: 303) == .descent)
        #expect(observe(0.600, at: 304) == .cruise)
    }

    @Test(arguments: [1, 5, 50, 100, 500] as [Int64])
    func `the trend is per minute whatever the period`(ticks: Int64) {
        var reader = TruePhaseReader(resting: 60, maximal: 180)
        _ = reader.observe(drivenHeartRate: 132, stage: .running, at: .zero)
        let settled = FleetDuration.seconds(300)
        _ = reader.observe(drivenHeartRate: 132, stage: .running, at: settled)
        func next(trend: Double) -> Phase {
            var reader = reader
            let period = FleetDuration(ticks: ticks)
            return reader.observe(
                drivenHeartRate: 132 + 120 * trend * period.seconds / 60, stage: .running,
                at: settled + period)
        }
        let rising = PhaseThresholds.standard.rising[.border]
        let falling = PhaseThresholds.standard.falling[.border]
        #expect(next(trend: rising - 0.001) == .cruise)
        #expect(next(trend: rising + 0.001) == .climb)
        #expect(next(trend: falling + 0.001) == .cruise)
        #expect(next(trend: falling - 0.001) == .descent)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `it is the band of each step, and a copy goes on alike`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var reader = reader
        var copy = reader
        var before = 0.0
        for second in Int64(1)...600 {
            let heartRate = 70 + 105 * random.uniform(UInt64(second))
            let stage: FlightStage = second < 50 ? .beforeRun : .running
            let phase = reader.observe(
                drivenHeartRate: heartRate, stage: stage, at: .seconds(second))
            let trend = second == 1 ? nil : (heartRate - before) / 120 * 60
            before = heartRate
            let band = PhaseThresholds.standard.band(
                fraction: (heartRate - 60) / 120, trend: trend, stage: stage,
                sinceRunStart: .seconds(max(0, second - 50)))
            #expect(phase == band, "seed \(seed), \(second) s")
            if second == 300 { copy = reader }
            guard second > 300 else { continue }
            let copied = copy.observe(
                drivenHeartRate: heartRate, stage: stage, at: .seconds(second))
            #expect(copied == phase, "seed \(seed), \(second) s")
        }
    }

    @Test func `limits without a reserve and time that stands still trap`() async {
        await #expect(processExitsWith: .failure) {
            _ = TruePhaseReader(resting: 60, maximal: 60)
        }
        await #expect(processExitsWith: .failure) {
            var reader = TruePhaseReader(resting: 60, maximal: 190)
            _ = reader.observe(drivenHeartRate: 100, stage: .running, at: .seconds(2))
            _ = reader.observe(drivenHeartRate: 100, stage: .running, at: .seconds(2))
        }
    }
}
