import Simulation
import TestSupport
import Testing
import Vocabulary

/// Measured tables of physiology, reproduced by the model.
@Suite struct PhysiologyTests {
    /// A graded test to exhaustion, a minute a step, then `seconds` of walking at 1.2 m/s.
    private static func recovery(seconds: Int) -> [Double] {
        let ramp = (0..<16).map { (2.2 + 0.15 * Double($0), 60) }
        let heartRates = ReferenceRunner.heartRates(ramp + [(1.2, seconds)])
        return Array(heartRates[960...])
    }

    /// The drop from the peak of people of moderate and of high fitness (Scientific Reports 2021,
    /// 83071, table 2), with its standard deviation of 6 to 14 bpm.
    @Test(arguments: [(1, 26.0, 32.0, 6.0), (3, 49, 58, 10), (6, 60, 69, 10)])
    func `heart rate recovers from exhaustion as measured`(
        minutes: Int, moderate: Double, high: Double, deviation: Double
    ) {
        let heartRates = Self.recovery(seconds: 360)
        let drop = heartRates[0] - heartRates[minutes * 60]
        #expect((moderate - deviation...high + deviation).contains(drop), "\(drop) bpm")
        #expect(heartRates[0] >= 183)
    }

    /// The lanes of a seed that fly a plan of `kind`.
    private static func flights(_ kind: RunPlan.Kind, seed: UInt64, count: Int) -> [ObservedRun] {
        var flights: [ObservedRun] = []
        for lane: LaneID in 0..<1000 {
            guard flights.count < count else { break }
            let athlete = Athlete.drawn(seed: seed, lane: lane)
            let plan = RunPlan.drawn(seed: seed, lane: lane, lap: 0, athlete: athlete)
            if plan.kind == kind { flights.append(ObservedRun(seed: seed, lane: lane)) }
        }
        return flights
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Helgerud et al. (Med Sci Sports Exerc 2007): work at 90 to 95 % of maximal heart rate,
    /// recovery at 70 %.
    @Test func `four times four minutes end at 90 to 95 percent of the maximum`() {
        var ends: [Double] = []
        var recoveries: [Double] = []
        for observed in Self.flights(.intervals, seed: 12, count: 12) {
            let maximal = Double(observed.athlete.maximalHeartRate)
            for (now, next) in observed.pairs where now.part != next.part {
                if now.part == .work { ends.append(now.body.drivenHeartRate / maximal) }
                if now.part == .recovery { recoveries.append(now.body.drivenHeartRate / maximal) }
            }
        }
        #expect(ends.count == 12 * 4 && recoveries.count == 12 * 3)
        let sorted = ends.sorted()
        #expect((0.90...0.95).contains(Self.median(ends)), "\(Self.median(ends))")
        let middle = sorted[ends.count / 10...ends.count * 9 / 10]
        #expect(middle.allSatisfy { (0.88...0.97).contains($0) }, "\(middle)")
        #expect((0.62...0.78).contains(Self.median(recoveries)), "\(Self.median(recoveries))")
    }

    /// Temperate drift of even running: recordings show 1.6 bpm in ten minutes (-0.9 to 2.3).
    @Test func `heart rate drifts by one or two beats in ten minutes of even running`() {
        let drifts = (0..<300).map { (lane: LaneID) in
            let athlete = Athlete.drawn(seed: 13, lane: lane)
            var heart = HeartRateModel(athlete: athlete, start: 90, samplesPerSecond: 1)
            for _ in 0..<900 { heart.advance(intensity: athlete.easyIntensity) }
            let early = heart.heartRate
            for _ in 0..<1800 { heart.advance(intensity: athlete.easyIntensity) }
            return (heart.heartRate - early) / 3
        }.sorted()
        let median = Self.median(drifts)
        #expect((0.6...2.0).contains(median), "\(median)")
        #expect(drifts[15] > -0.9 && drifts[284] < 4, "\(drifts[15]) to \(drifts[284])")
    }

    /// Recordings begin at 90 bpm (68 to 129) and rise by 48 (20 to 80) in six minutes.
    @Test func `heart rate starts near 90 and rises by about 48 in six minutes`() {
        var starts: [Double] = []
        var rises: [Double] = []
        for lane: LaneID in 0..<50 {
            let observed = ObservedRun(seed: 14, lane: lane)
            let running = observed.instants.filter { $0.part != .standing }.map(\.body.heartRate)
            let start = running[..<10].reduce(0, +) / 10
            starts.append(start)
            rises.append(running[345..<375].reduce(0, +) / 30 - start)
        }
        #expect((85...98).contains(Self.median(starts)), "\(Self.median(starts))")
        #expect((40...58).contains(Self.median(rises)), "\(Self.median(rises))")
    }

    /// Recordings: 1.4 stops of 5 s or more an hour beside those that the pause button hides.
    @Test func `some runners stop often, some never, for half a minute`() {
        var perHour: [Double] = []
        var lengths: [Double] = []
        for lane: LaneID in 0..<60 {
            let observed = ObservedRun(seed: 15, lane: lane, pauses: true)
            let running = observed.instants.filter { $0.part != .standing }
            var stops = 0.0
            for stretch in running.split(whereSeparator: { $0.body.speed > 0.8 })
            where stretch.count >= 5 && stretch.startIndex > 60 {
                stops += 1
                lengths.append(Double(stretch.count))
            }
            perHour.append(stops * 3600 / Double(running.count))
        }
        let mean = perHour.reduce(0, +) / Double(perHour.count)
        #expect((1.0...2.4).contains(mean), "\(mean)")
        let without = perHour.count { $0 == 0 }
        #expect((15...40).contains(without), "\(without)")
        #expect((14...32).contains(Self.median(lengths)), "\(Self.median(lengths))")
    }

    @Test func `nobody stands in work, or begins to stand in the final part`() {
        for observed in ObservedRun.few {
            for (before, now) in observed.pairs where now.stage != .beforeRun {
                let isStopping = now.body.speed == 0 && before.body.speed > 0
                let goesOn = [.running, .finalPart].contains(now.stage)
                guard isStopping, goesOn else { continue }
                #expect(now.part != .work && now.stage != .finalPart, "\(now.offset)")
            }
        }
    }

    /// Metabolic cost on the level: between Minetti et al. (J Appl Physiol 2002), 3.6 J/kg/m, and
    /// the equation of the American College of Sports Medicine, 0.2 mL/kg/m of 20.9 J.
    @Test func `energy lies between Minetti's and that of the ACSM`() {
        let costs = (0..<2000).map { Athlete.drawn(seed: 16, lane: $0).runningCost }
        let mean = costs.reduce(0, +) / Double(costs.count)
        let middle = (3.6 + 0.2 * 20.9) / 2
        #expect((mean / middle - 1).magnitude < 0.05, "\(mean)")
    }
}
