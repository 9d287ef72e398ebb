import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct HeartRateModelTests {
    private static let hardFourMinutes: ReferenceRunner.Stretch = (3.45, 240)
    /// Walking with 4.4 W/kg.
    private static let lightThreeMinutes: ReferenceRunner.Stretch = (1.61, 180)

    @Test(arguments: zip([30, 60, 120, 300, 1800, 3600], [120.0, 129, 139, 145, 149, 153]))
    func `heart rate rises from rest as in the reference`(second: Int, expected: Double) {
        let heartRate = ReferenceRunner.heartRates([(2.6, 3600)])[second]
        #expect(ReferenceRunner.isClose(heartRate, to: expected, within: 4))
    }

    @Test(arguments: zip([900, 2100], [167.0, 173]))
    func `faster running after slower running is as in the reference`(
        second: Int, expected: Double
    ) {
        let heartRate = ReferenceRunner.heartRates([(2.5, 600), (3.3, 1500)])[second]
        #expect(ReferenceRunner.isClose(heartRate, to: expected, within: 4))
    }

    @Test func `standing after moderate running brings heart rate down as in the reference`() {
        let heartRates = ReferenceRunner.heartRates([(2.4, 900), (0, 600)])
        #expect(ReferenceRunner.isClose(heartRates[900], to: 141, within: 4))
        #expect(ReferenceRunner.isClose(heartRates[960] - heartRates[900], to: -46, within: 4))
        #expect(ReferenceRunner.isClose(heartRates[1200], to: 73, within: 4))
    }

    @Test func `four times four minutes end as in the reference`() {
        let work = Self.hardFourMinutes
        let rest = Self.lightThreeMinutes
        let heartRates = ReferenceRunner.heartRates(
            [(2.4, 600), work, rest, work, rest, work, rest, work])
        for end in [840, 1260, 1680, 2100] {
            #expect(ReferenceRunner.isClose(heartRates[end], to: 172.5, within: 4))
        }
        for end in [1020, 1440, 1860] {
            #expect(ReferenceRunner.isClose(heartRates[end], to: 120, within: 4))
        }
    }

    @Test func `recovery after exhaustion is slower than after moderate running`() {
        let ramp = (0..<16).map { (2.2 + 0.15 * Double($0), 60) }
        let exhausted = ReferenceRunner.heartRates(ramp + [(0, 60)])
        #expect(exhausted[960] == 184)
        let moderate = ReferenceRunner.heartRates([(2.4, 900), (0, 60)])
        #expect(exhausted[960] - exhausted[1020] < moderate[900] - moderate[960] - 5)
    }

    @Test(arguments: [2, 5, 10, 25, 50])
    func `the sample rate hardly matters`(samplesPerSecond: Int64) {
        let stretches: [ReferenceRunner.Stretch] = [
            (2.4, 300), Self.hardFourMinutes, Self.lightThreeMinutes, Self.hardFourMinutes,
        ]
        let once = ReferenceRunner.heartRates(stretches)
        let often = ReferenceRunner.heartRates(stretches, samplesPerSecond: samplesPerSecond)
        let largest = zip(once, often).map { ($0 - $1).magnitude }.max() ?? .infinity
        #expect(largest < 1)
    }

    @Test func `expectation holds heart rate above rest until the first effort`() {
        var model = HeartRateModel(
            athlete: ReferenceRunner.athlete, start: 92, samplesPerSecond: 1)
        for _ in 0..<180 { model.advance(intensity: 0) }
        #expect(model.heartRate == 92)
        model.advance(intensity: 0.6)
        #expect(model.heartRate > 92)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `any effort keeps heart rate in bounds and changes it by at most 6 bpm a second`(
        seed: UInt64
    ) {
        let athlete = Athlete.drawn(seed: seed, lane: 0)
        let chance = RandomStream(seed: seed, lane: 0, purpose: 1)
        let start = Double(athlete.restingHeartRate) + 8 + 30 * chance.uniform(0)
        var model = HeartRateModel(athlete: athlete, start: start, samplesPerSecond: 1)
        let limits = Double(athlete.restingHeartRate)...Double(athlete.maximalHeartRate)
        var before = start
        let exception = (0..<3000).first { second in
            let block = UInt64(second / 40)
            let isResting = chance.uniform(block * 2 + 1) < 0.3
            model.advance(intensity: isResting ? 0 : chance.uniform(block * 2 + 2))
            defer { before = model.heartRate }
            return !limits.contains(model.heartRate) || (model.heartRate - before).magnitude > 6
        }
        #expect(exception == nil, "seed \(seed)")
    }
}
