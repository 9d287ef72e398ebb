import Testing
import Vocabulary

@Suite struct PhaseTests {
    @Test func `phases are named in the order of a plain flight`() {
        #expect(
            Phase.allCases.map(\.rawValue)
                == ["preflight", "takeoff", "climb", "cruise", "descent", "approach", "touchdown"])
        #expect(Phase.allCases.map(\.index) == Array(Phase.allCases.indices))
    }

    @Test func `the words of the wire for stages and advisories are fixed`() {
        #expect(
            FlightStage.allCases.map(\.rawValue) == [
                "beforeRun", "running", "finalPart", "afterRun",
            ])
        #expect(
            Advisory.allCases.map(\.rawValue)
                == ["glide_path", "sink_rate", "overspeed", "minimums"])
    }

    private static let paces: [(Double, Double)] = [
        (2.5, 400.0), (4, 250), (1000.0 / 330, 330),
    ]

    @Test(arguments: paces) func `pace is the time of a kilometre`(speed: Double, pace: Double) {
        let mission = Mission(targetDistance: 10_000, targetSpeed: speed, paceDeviation: 10)
        #expect((mission.targetPace - pace).magnitude < 1e-9)
    }
}
