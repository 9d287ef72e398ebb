import FlightPhases
import Testing
import Vocabulary

@Suite struct PhaseBandTests {
    private static let late = FleetDuration.seconds(240)

    private func band(
        _ fraction: Double?, _ trend: Double?, _ stage: FlightStage = .running,
        at sinceRunStart: FleetDuration = late
    ) -> Phase {
        PhaseThresholds.standard.band(
            fraction: fraction, trend: trend, stage: stage, sinceRunStart: sinceRunStart)
    }

    @Test func `the stage decides outside the run`() {
        for fraction in FlightPhaseTableTests.fractions {
            for trend in FlightPhaseTableTests.trends {
                for seconds in [Int64(0), 100, 1000] {
                    let at = FleetDuration.seconds(seconds)
                    #expect(band(fraction, trend, .beforeRun, at: at) == .preflight)
                    #expect(band(fraction, trend, .finalPart, at: at) == .approach)
                    #expect(band(fraction, trend, .afterRun, at: at) == .touchdown)
                }
            }
        }
    }

    @Test func `the borders lie between the edges`() {
        #expect(band(0.816, 0) == .climb)
        #expect(band(0.814, 0) == .cruise)
        #expect(band(0.421, 0) == .cruise)
        #expect(band(0.419, 0) == .descent)
        #expect(band(0.6, 0.251) == .climb)
        #expect(band(0.6, 0.249) == .cruise)
        #expect(band(0.6, -0.249) == .cruise)
        #expect(band(0.6, -0.251) == .descent)
    }

    @Test func `the trend outranks the level`() {
        #expect(band(0.95, -0.4) == .descent)
        #expect(band(0.2, 0.4) == .climb)
    }

    @Test func `takeoff ends with the rise, with the level known, or with time`() {
        let early = Self.late - FleetDuration(ticks: 1)
        #expect(band(0.49, 0, at: early) == .takeoff)
        #expect(band(0.7, 0.081, at: early) == .takeoff)
        #expect(band(0.7, nil, at: early) == .takeoff)
        #expect(band(nil, nil, at: early) == .takeoff)
        #expect(band(0.7, 0.08, at: early) == .cruise)
        #expect(band(0.49, 0) == .cruise)
        #expect(band(0.7, nil) == .cruise)
        #expect(band(nil, nil) == .cruise)
    }

    @Test func `evidence that holds leads the machine into its band`() {
        let clear: [(Double, Double)] = [
            (0.3, 0), (0.6, 0), (0.9, 0), (0.6, 0.4), (0.6, -0.4), (0.9, -0.4), (0.3, 0.4),
        ]
        for phase in [Phase.takeoff, .climb, .cruise, .descent] {
            for (fraction, trend) in clear {
                var flight = Flight.entering(phase)
                _ = flight.observe(.running(fraction, trend: trend), for: .seconds(300))
                #expect(flight.machine.phase == band(fraction, trend))
            }
        }
    }
}
