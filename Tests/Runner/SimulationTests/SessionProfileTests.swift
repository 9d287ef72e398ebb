import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct SessionProfileTests {
    @Test func `a simulated session tells its athlete, plan and goal`() {
        for lane: LaneID in 0..<40 {
            let run = SimulatedRun(seed: 1, lane: lane, lap: 0, rate: .oneHertz)
            let athlete = Athlete.drawn(seed: 1, lane: lane)
            let profile = SessionProfile(run, of: athlete)
            #expect(profile.planName == run.plan.kind.rawValue)
            #expect(profile.restingHeartRate == athlete.restingHeartRate)
            #expect(profile.maximalHeartRate == athlete.maximalHeartRate)
            #expect(profile.athlete == athlete.facts)
            #expect((profile.mission != nil) == (run.plan.kind == .mission))
            #expect((profile.plannedRun == nil) == (run.plan.kind == .mission))
        }
    }

    @Test func `a recording takes its heart rate limits from outside`() {
        let given = SessionProfile(ofRecordingWithRestingHeartRate: 52, maximalHeartRate: 181)
        #expect(given.restingHeartRate == 52)
        #expect(given.maximalHeartRate == 181)
        let assumed = SessionProfile(ofRecordingWithRestingHeartRate: 60)
        #expect(assumed.maximalHeartRate == 190)
        #expect(assumed.planName == "recording")
        #expect(assumed.athlete == nil && assumed.mission == nil && assumed.plannedRun == nil)
    }
}
