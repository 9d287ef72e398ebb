import FlightPhases
import Testing
import Vocabulary

@Suite struct FlightPhaseMachineTests {
    private static let tick = FleetDuration(ticks: 1)

    @Test(arguments: [
        (Phase.cruise, PhaseEvidence.running(0.9, trend: 0), Phase.climb, Int64(1)),
        (.cruise, .running(0.6, trend: 0.4), .climb, 1),
        (.cruise, .running(0.6, trend: -0.4), .descent, 10),
        (.cruise, .running(0.3, trend: 0), .descent, 10),
        (.climb, .running(0.6, trend: 0), .cruise, 2),
        (.climb, .running(0.6, trend: -0.4), .descent, 10),
        (.descent, .running(0.6, trend: 0), .cruise, 2),
        (.descent, .running(0.6, trend: 0.4), .climb, 1),
    ])
    func `a phase is entered on the tick at which its evidence has held long enough`(
        from: Phase, evidence: PhaseEvidence, to: Phase, seconds: Int64
    ) throws {
        var flight = Flight.entering(from)
        #expect(flight.observe(Self.staying(from), for: .seconds(100)) == nil)
        let first = flight.now + Self.tick
        let found = try flight.transition(on: evidence, within: .seconds(100), every: Self.tick)
        #expect(found.transition.to == to)
        #expect(found.at == first + .seconds(seconds))
        #expect(found.transition.held == .seconds(seconds))
        #expect(flight.machine.phaseStart == found.at)
    }

    @Test func `a break of one tick makes the evidence begin again`() throws {
        var flight = Flight.entering(.cruise)
        _ = flight.observe(Self.staying(.cruise), for: .seconds(100))
        let climbing = PhaseEvidence.running(0.9, trend: 0)
        #expect(flight.observe(climbing, for: .seconds(1), every: Self.tick) == nil)
        #expect(flight.observe(Self.staying(.cruise), for: Self.tick, every: Self.tick) == nil)
        let found = try flight.transition(on: climbing, within: .seconds(60), every: Self.tick)
        #expect(found.transition.held == .seconds(1))
    }

    @Test func `an unknown heart rate breaks the evidence too`() throws {
        var flight = Flight.entering(.cruise)
        _ = flight.observe(Self.staying(.cruise), for: .seconds(100))
        let climbing = PhaseEvidence.running(0.9, trend: 0)
        #expect(flight.observe(climbing, for: .seconds(1), every: Self.tick) == nil)
        #expect(flight.observe(.running(nil, trend: nil), for: .seconds(300)) == nil)
        let found = try flight.transition(on: climbing, within: .seconds(60), every: Self.tick)
        #expect(found.transition.held == .seconds(1))
    }

    @Test func `one claim of two causes holds on, and the last cause is named`() throws {
        var flight = Flight.entering(.cruise)
        _ = flight.observe(Self.staying(.cruise), for: .seconds(100))
        #expect(flight.observe(.running(0.7, trend: 0.4), for: .seconds(1)) == nil)
        let found = try flight.transition(on: .running(0.9, trend: 0), within: .seconds(60))
        #expect(found.transition.held == .seconds(1))
        #expect(found.transition.cause == .heartRateHigh)
    }

    @Test func `a phase lasts its dwell to the tick`() throws {
        var flight = Flight.entering(.climb)
        let start = flight.now
        let found = try flight.transition(
            on: .running(0.6, trend: -0.4), within: .seconds(60), every: Self.tick)
        #expect(found.at == start + .seconds(20))
        #expect(found.transition.held == .seconds(20) - Self.tick)
    }

    @Test func `the way back is open only after the return dwell`() throws {
        var flight = Flight.entering(.climb)
        _ = flight.observe(.running(0.6, trend: -0.4), for: .seconds(60))
        let start = flight.now
        #expect(flight.machine.phase == .descent)
        let back = try flight.transition(
            on: .running(0.9, trend: 0.4), within: .seconds(100), every: Self.tick)
        #expect(back.at == start + .seconds(76))
        #expect(back.transition.to == .climb)
    }

    @Test func `after takeoff there is no way back to keep`() throws {
        var flight = Flight.entering(.descent)
        let start = flight.now
        let found = try flight.transition(on: .running(0.9, trend: 0.4), within: .seconds(100))
        #expect(found.at == start + .seconds(20))
    }

    @Test func `takeoff goes on until heart rate is up and its steep rise over`() throws {
        var flight = Flight.entering(.takeoff)
        #expect(flight.observe(.running(0.49, trend: 0), for: .seconds(60)) == nil)
        #expect(flight.observe(.running(0.7, trend: 0.081), for: .seconds(60)) == nil)
        #expect(flight.observe(.running(0.7, trend: nil), for: .seconds(20)) == nil)
        let found = try flight.transition(on: .running(0.7, trend: 0.08), within: .seconds(60))
        #expect(found.transition.to == .cruise)
        #expect(found.transition.cause == .heartRateSteady)
        #expect(found.transition.held == .seconds(2))
    }

    @Test func `4 by 4 minutes are climbs and descents`() {
        var flight = Flight.entering(.cruise)
        _ = flight.observe(Self.staying(.cruise), for: .seconds(300))
        var phases: [Phase] = []
        for _ in 0..<4 {
            for part in Self.bout + Self.recovery {
                if let found = flight.observe(part.evidence, for: .seconds(part.seconds)) {
                    phases.append(found.transition.to)
                    let rest = flight.observe(part.evidence, for: .seconds(part.seconds))
                    #expect(rest == nil)
                }
            }
        }
        #expect(phases == [.climb, .descent, .climb, .descent, .climb, .descent, .climb, .descent])
    }

    private static let bout: [(evidence: PhaseEvidence, seconds: Int64)] = [
        (.running(0.7, trend: 0.4), 60), (.running(0.85, trend: 0.2), 60),
        (.running(0.9, trend: 0.01), 60),
    ]
    private static let recovery: [(evidence: PhaseEvidence, seconds: Int64)] = [
        (.running(0.8, trend: -0.3), 60), (.running(0.6, trend: -0.2), 60),
    ]

    /// Evidence that keeps a flight in `phase`.
    private static func staying(_ phase: Phase) -> PhaseEvidence {
        switch phase {
        case .climb: .running(0.9, trend: 0)
        case .descent: .running(0.3, trend: 0)
        case .preflight, .takeoff, .cruise, .approach, .touchdown: .running(0.6, trend: 0)
        }
    }

    @Test func `evidence from before the phase began traps`() async {
        await #expect(processExitsWith: .failure) {
            var machine = FlightPhaseMachine()
            _ = machine.observe(PhaseEvidence(nil, nil, .running), at: .seconds(5))
            _ = machine.observe(PhaseEvidence(nil, nil, .running), at: .seconds(4))
        }
    }
}
