import FlightPhases
import Testing
import Vocabulary

/// A phase machine with its session time, for tests.
struct Flight {
    var machine = FlightPhaseMachine()
    var now = FleetDuration.zero
    var thresholds = PhaseThresholds.standard

    /// Observes `evidence` every `period` from now on for `span`, until a transition.
    mutating func observe(
        _ evidence: PhaseEvidence, for span: FleetDuration,
        every period: FleetDuration = .seconds(1)
    ) -> (transition: PhaseTransition, at: FleetDuration)? {
        let end = now + span
        while now < end {
            now = now + period
            if let transition = machine.observe(evidence, at: now, thresholds: thresholds) {
                return (transition, now)
            }
        }
        return nil
    }

    /// The same where a transition must come.
    mutating func transition(
        on evidence: PhaseEvidence, within span: FleetDuration,
        every period: FleetDuration = .seconds(1)
    ) throws -> (transition: PhaseTransition, at: FleetDuration) {
        let found = observe(evidence, for: span, every: period)
        return try #require(found)
    }

    /// A flight that has just entered `phase`.
    static func entering(_ phase: Phase) -> Flight {
        var flight = Flight()
        flight.enter(phase)
        return flight
    }

    private mutating func enter(_ goal: Phase) {
        switch goal {
        case .preflight: return
        case .takeoff: _ = observe(.running(0.2, trend: 0.5), for: .seconds(1))
        case .climb: pass(to: .running(0.9, trend: 0))
        case .cruise: pass(to: .running(0.6, trend: 0))
        case .descent: pass(to: .running(0.6, trend: -0.4))
        case .approach: _ = observe(PhaseEvidence(0.6, 0, .finalPart), for: .seconds(1))
        case .touchdown: _ = machine.land(at: now)
        }
        #expect(machine.phase == goal)
    }

    private mutating func pass(to evidence: PhaseEvidence) {
        enter(.takeoff)
        _ = observe(evidence, for: .seconds(100))
    }
}

extension PhaseEvidence {
    init(_ fraction: Double?, _ trend: Double?, _ stage: FlightStage) {
        self.init(fraction: fraction, trend: trend, stage: stage)
    }

    static func running(_ fraction: Double?, trend: Double?) -> PhaseEvidence {
        PhaseEvidence(fraction, trend, .running)
    }
}

extension Phase {
    /// The phases that can follow this one.
    var successors: Set<Phase> {
        switch self {
        case .preflight: [.takeoff, .approach, .touchdown]
        case .takeoff: [.climb, .cruise, .descent, .approach, .touchdown]
        case .climb: [.cruise, .descent, .approach, .touchdown]
        case .cruise: [.climb, .descent, .approach, .touchdown]
        case .descent: [.climb, .cruise, .approach, .touchdown]
        case .approach: [.touchdown]
        case .touchdown: []
        }
    }
}
