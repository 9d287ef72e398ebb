import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct AthletePresetTests {
    @Test(arguments: AthletePreset.allCases)
    func `a preset has no problems, and a sentence`(preset: AthletePreset) {
        #expect(preset.order.problems == [])
        let summary = preset.summary
        #expect(summary.first?.isUppercase == true && summary.last == ".")
        #expect((20...120).contains(summary.count))
        for lane: LaneID in 0..<20 {
            let athlete = Athlete.drawn(seed: 30, lane: lane, as: preset.order)
            #expect(athlete.maximalHeartRate - athlete.restingHeartRate >= 40)
        }
    }

    @Test func `an elite runner is quick, and a beginner is not`() {
        func speeds(_ preset: AthletePreset) -> [Double] {
            (0..<200).map { (lane: LaneID) in
                Athlete.drawn(seed: 31, lane: lane, as: preset.order).easySpeed
            }.sorted()
        }
        let (elite, beginner) = (speeds(.elite), speeds(.beginner))
        #expect(elite[20] > 3.6 && elite[180] < 5.2, "\(elite[20]) to \(elite[180])")
        #expect(beginner[180] < 2.3 && beginner[20] >= 2.04, "\(beginner[180])")
    }

    /// Heart rate, speed, contact, step length and energy of easy runs of half an hour to an hour:
    /// easy is not equally easy for everybody, so a few of 200 values lie a little outside.
    @Test func `a mock week has the numbers of made-up data`() {
        var outside: [String] = []
        for lane: LaneID in 0..<40 {
            let observed = ObservedRun(
                seed: 32, lane: lane, as: AthletePreset.mockWeek.order, kind: .easy)
            let running = observed.instants.filter { $0.body.gait == .running }
            func mean(_ value: (BodyState) -> Double?) -> Double {
                running.reduce(0) { $0 + (value($1.body) ?? 0) } / Double(running.count)
            }
            let values: [(String, Double, ClosedRange<Double>)] = [
                ("heart", mean { $0.heartRate }, 120...180),
                ("speed", mean { $0.speed }, 2.5...4.5),
                ("contact", mean { $0.contact }, 200...300),
                ("step", mean { $0.stride }, 0.8...1.2),
                ("energy", observed.instants.last?.body.energy ?? 0, 300...600),
            ]
            outside += values.filter { !$0.2.contains($0.1) }.map { "s\(lane): \($0.0) \($0.1)" }
        }
        #expect(outside.count <= 8, "\(outside)")
    }
}
