import FlightPhases
import Testing
import Vocabulary

@Suite struct EffortTrackerTests {
    private var tracker = EffortTracker(resting: 60, maximal: 180)

    private mutating func observe(_ heartRate: Int64?, at seconds: Double) -> PhaseEvidence {
        tracker.observe(
            heartRate: heartRate, stage: .running,
            at: FleetDuration(ticks: Int64((seconds * 50).rounded())))
    }

    @Test mutating func `the first heart rate counts whole`() {
        #expect(observe(nil, at: 0).fraction == nil)
        #expect(observe(60, at: 1).fraction == 0)
        tracker.restart()
        #expect(observe(180, at: 2).fraction == 1)
        tracker.restart()
        #expect(observe(120, at: 3).fraction == 0.5)
        tracker.restart()
        #expect(observe(54, at: 4).fraction == -0.05)
    }

    @Test mutating func `an even heart rate has no trend, from 20 s on`() {
        for second in 0..<20 { #expect(observe(120, at: Double(second)).trend == nil) }
        #expect(observe(120, at: 20).trend == 0)
        #expect(observe(120, at: 21).fraction == 0.5)
    }

    @Test(arguments: [1, 2, 5, 25, 50])
    func `the trend of a ramp is exact at every period`(ticks: Int64) throws {
        var tracker = EffortTracker(resting: 60, maximal: 180)
        var evidence = PhaseEvidence(nil, nil, .running)
        // One beat per minute more in every second: half the reserve in a minute.
        for tick in stride(from: Int64(0), through: 6000, by: Int(ticks)) where tick % 50 == 0 {
            evidence = tracker.observe(
                heartRate: 60 + tick / 50, stage: .running, at: FleetDuration(ticks: tick))
        }
        let trend = try #require(evidence.trend)
        #expect(abs(trend - 0.5) < 0.001)
        let fraction = try #require(evidence.fraction)
        #expect(abs(fraction - (1 - 10.0 / 120)) < 0.001)
    }

    @Test(arguments: UInt64(0)..<10)
    func `the trend of a ramp is exact at irregular instants`(seed: UInt64) throws {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var tracker = EffortTracker(resting: 40, maximal: 240)
        var second: Int64 = 0
        var evidence = PhaseEvidence(nil, nil, .running)
        for place in UInt64(0)..<100 {
            evidence = tracker.observe(
                heartRate: 240 - second, stage: .running, at: .seconds(second))
            second += 1 + Int64(random.bits(place) % 3)
        }
        #expect(abs(try #require(evidence.trend) + 0.3) < 0.001, "seed \(seed)")
    }

    @Test mutating func `after 10 s of silence nothing is known`() {
        for second in 0...60 { _ = observe(120, at: Double(second)) }
        #expect(observe(nil, at: 61).fraction == 0.5)
        #expect(observe(nil, at: 70).trend == 0)
        #expect(observe(nil, at: 70.02) == PhaseEvidence(nil, nil, .running))
        #expect(observe(120, at: 75) == PhaseEvidence(0.5, 0, .running))
    }

    @Test mutating func `a silence counts as straight`() throws {
        for second in 0...60 { _ = observe(120, at: Double(second)) }
        _ = observe(nil, at: 80)
        let evidence = observe(144, at: 90)
        // 30 s / (10 s + 30 s) of the step of 0.2, less the same share of that, in 10 s.
        let trend = 0.2 * 0.75 * 0.25 * 6
        // 30 s / (10 s + 30 s) of the step for the fraction.
        let fraction = 0.5 + 0.2 * 30.0 / 40
        #expect(abs(try #require(evidence.fraction) - fraction) < 1e-12)
        #expect(abs(try #require(evidence.trend) - trend) < 1e-12)
    }

    @Test mutating func `a restart leaves no trend for a while`() {
        for second in 0...60 { _ = observe(150, at: Double(second)) }
        tracker.restart()
        #expect(observe(110, at: 61) == PhaseEvidence(50.0 / 120, nil, .running))
        #expect(observe(110, at: 80.98).trend == nil)
        #expect(observe(110, at: 81).trend == 0)
    }

    @Test mutating func `the stage passes through`() {
        for stage in FlightStage.allCases {
            let evidence = tracker.observe(heartRate: nil, stage: stage, at: .zero)
            #expect(evidence == PhaseEvidence(nil, nil, stage))
        }
    }

    static let limits: [(resting: Double, maximal: Double)] = [
        (60, 60), (60, 50), (0, 190), (60, .infinity), (.nan, 190),
    ]

    @Test(arguments: limits.indices)
    func `limits without a reserve trap`(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in
            let limits = EffortTrackerTests.limits[index]
            _ = EffortTracker(resting: limits.resting, maximal: limits.maximal)
        }
    }

    @Test func `time that runs backwards traps`() async {
        await #expect(processExitsWith: .failure) {
            var tracker = EffortTracker(resting: 60, maximal: 190)
            _ = tracker.observe(heartRate: 100, stage: .running, at: .seconds(2))
            _ = tracker.observe(heartRate: 100, stage: .running, at: .seconds(1))
        }
    }
}
