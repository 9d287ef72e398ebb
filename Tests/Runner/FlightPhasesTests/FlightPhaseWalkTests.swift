import FlightPhases
import Testing
import Vocabulary

/// Properties of flights through random evidence.
@Suite struct FlightPhaseWalkTests {
    /// Random evidence second by second: fraction and trend wander in jumps over all their bands,
    /// heart rate is lost at times, the run ends with a final part and standing.
    private struct Walk {
        private let random: RandomStream
        private var fraction = 0.2
        private var trend = 0.3

        init(seed: UInt64) { random = RandomStream(seed: seed, lane: 0, purpose: 1) }

        mutating func evidence(second: Int64) -> PhaseEvidence {
            let place = UInt64(second) * 4
            if random.uniform(place) < 0.08 {
                fraction = 0.2 + 0.8 * random.uniform(place + 1)
                trend = random.uniform(place + 2) - 0.5
            }
            let isKnown = random.uniform(place + 3) > 0.02
            return PhaseEvidence(
                isKnown ? fraction : nil, isKnown ? trend : nil, Self.stage(at: second))
        }

        private static func stage(at second: Int64) -> FlightStage {
            switch second {
            case ..<60: .beforeRun
            case ..<3600: .running
            case ..<3900: .finalPart
            default: .afterRun
            }
        }
    }

    private static func transitions(seed: UInt64) -> [(at: FleetDuration, what: PhaseTransition)] {
        var walk = Walk(seed: seed)
        var machine = FlightPhaseMachine()
        return (Int64(0)..<4000).compactMap { second in
            let now = FleetDuration.seconds(second)
            return machine.observe(walk.evidence(second: second), at: now).map { (now, $0) }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a flight takes legal steps from preflight to touchdown`(seed: UInt64) {
        let found = Self.transitions(seed: seed).map(\.what)
        #expect(found.first?.from == .preflight, "seed \(seed)")
        #expect(found.last?.to == .touchdown, "seed \(seed)")
        #expect(found.count > 8, "seed \(seed) hardly moves")
        for step in found { #expect(step.from.successors.contains(step.to), "seed \(seed)") }
        for (one, next) in zip(found, found.dropFirst()) {
            #expect(one.to == next.from, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `heart rate ends no phase before its dwell and returns from none before a minute`(
        seed: UInt64
    ) {
        let table = PhaseThresholds.standard
        let found = Self.transitions(seed: seed)
        for (one, next) in zip(found, found.dropFirst()) {
            guard Self.isOfHeartRate(next.what.cause) else { continue }
            let lasted = next.at - one.at
            #expect(lasted >= table.timing(of: one.what.to).dwell, "seed \(seed) at \(next.at)")
            if next.what.to == one.what.from {
                #expect(lasted > .seconds(60), "seed \(seed) at \(next.at)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `all that time before a transition the evidence was known and spoke for it`(seed: UInt64) {
        let table = PhaseThresholds.standard
        var walk = Walk(seed: seed)
        let evidence = (Int64(0)..<4000).map { walk.evidence(second: $0) }
        for (at, what) in Self.transitions(seed: seed) where Self.isOfHeartRate(what.cause) {
            #expect(what.held >= table.timing(of: what.to).hold, "seed \(seed) at \(at)")
            let (first, last) = (Int((at - what.held).seconds), Int(at.seconds))
            let speaks = evidence[first...last].allSatisfy {
                Self.speaks($0, for: what.to, in: what.from, table)
            }
            #expect(speaks, "seed \(seed) at \(at), \(what)")
        }
    }

    @Test(arguments: UInt64(0)..<10)
    func `a copy taken in flight goes on alike`(seed: UInt64) {
        var walk = Walk(seed: seed)
        var machine = FlightPhaseMachine()
        for second in Int64(0)..<(seed.isMultiple(of: 2) ? 700 : 1234) {
            _ = machine.observe(walk.evidence(second: second), at: .seconds(second))
        }
        var (walkCopy, copy) = (walk, machine)
        for second in Int64(1234)..<4000 {
            let now = FleetDuration.seconds(second)
            let one = machine.observe(walk.evidence(second: second), at: now)
            let other = copy.observe(walkCopy.evidence(second: second), at: now)
            #expect(one == other, "seed \(seed)")
        }
        #expect(machine == copy, "seed \(seed)")
    }

    private static func isOfHeartRate(_ cause: PhaseTransition.Cause) -> Bool {
        switch cause {
        case .heartRateHigh, .heartRateRising, .heartRateSteady, .heartRateFalling, .heartRateLow:
            true
        case .runStarted, .takeoffTimeLimit, .coolDown, .finalDistance, .runEnded: false
        }
    }

    /// The hysteresis in words of its own: a band is claimed from its entering edge, and the
    /// present band is given up only beyond its leaving edge.
    private static func speaks(
        _ evidence: PhaseEvidence, for goal: Phase, in present: Phase, _ table: PhaseThresholds
    ) -> Bool {
        guard let fraction = evidence.fraction, let trend = evidence.trend else { return false }
        let isClimb = present == .climb
        let isDescent = present == .descent
        let falls = trend <= (isDescent ? table.falling.leave : table.falling.enter)
        let rises = trend >= (isClimb ? table.rising.leave : table.rising.enter)
        let isHigh = fraction >= (isClimb ? table.high.leave : table.high.enter)
        let isLow = fraction <= (isDescent ? table.low.leave : table.low.enter)
        return switch goal {
        case .climb: !falls && (rises || isHigh)
        case .descent: falls || (isLow && !rises && !isHigh)
        case .cruise: !falls && !rises && !isHigh && !isLow
        case .preflight, .takeoff, .approach, .touchdown: false
        }
    }
}
