import FlightPhases
import Testing
import Vocabulary

/// Every phase under every evidence, held against tables written by hand.
@Suite struct FlightPhaseTableTests {
    /// One fraction for every band of the standard table: low, low by its leaving edge only,
    /// middle, high by its leaving edge only, high, unknown.
    static let fractions: [Double?] = [0.3, 0.42, 0.6, 0.815, 0.9, nil]
    /// The same for the trend, from falling to rising, and unknown.
    static let trends: [Double?] = [-0.4, -0.2, 0, 0.2, 0.4, nil]

    /// Where steady evidence leads: C climb, L level cruise, D descent, in lower case only at the
    /// takeoff's time limit, and a dot nowhere. A row for each fraction, a column for each trend.
    static func destinations(from phase: Phase) -> [String] {
        switch phase {
        case .preflight: ["TTTTTT", "TTTTTT", "TTTTTT", "TTTTTT", "TTTTTT", "TTTTTT"]
        case .takeoff: ["ddddcd", "dlllcl", "DLLlcl", "DLLlcl", "DCCccc", "llllll"]
        case .climb: ["DDD..D", "DLL..L", "DLL..L", "D.....", "D.....", "......"]
        case .cruise: ["DDDDCD", "D...C.", "D...C.", "D...C.", "DCCCCC", "......"]
        case .descent: ["....C.", "....C.", "..LLCL", "..LLCL", "..CCCC", "......"]
        case .approach, .touchdown:
            ["......", "......", "......", "......", "......", "......"]
        }
    }

    @Test(arguments: Phase.allCases)
    func `steady evidence of a run leads where the table says`(phase: Phase) {
        for (row, fraction) in Self.fractions.enumerated() {
            for (column, trend) in Self.trends.enumerated() {
                let letter = Array(Self.destinations(from: phase)[row])[column]
                var flight = Flight.entering(phase)
                let start = flight.now
                let found = flight.observe(.running(fraction, trend: trend), for: .seconds(600))
                let place: Comment = "from \(phase) at \([fraction, trend])"
                #expect(found?.transition.to == Self.phase(letter), place)
                #expect(
                    found.map { $0.at - start } == Self.delay(letter, from: phase), place)
            }
        }
    }

    private static func phase(_ letter: Character) -> Phase? {
        switch letter {
        case "T": .takeoff
        case "C", "c": .climb
        case "L", "l": .cruise
        case "D", "d": .descent
        default: nil
        }
    }

    /// Evidence that begins with the phase waits for nothing but dwell or time limit.
    private static func delay(_ letter: Character, from phase: Phase) -> FleetDuration? {
        if letter == "." { return nil }
        if letter.isLowercase { return .seconds(240) }
        return switch phase {
        case .preflight: .seconds(1)
        case .takeoff: .seconds(45)
        case .climb, .cruise, .descent: .seconds(20)
        case .approach, .touchdown: nil
        }
    }

    @Test(arguments: Phase.allCases, FlightStage.allCases)
    func `a stage decides at once, and one that lies behind decides nothing`(
        phase: Phase, stage: FlightStage
    ) {
        let expected: Phase? =
            switch (phase, stage) {
            case (.preflight, .running): .takeoff
            case (.preflight, .finalPart), (.takeoff, .finalPart), (.climb, .finalPart),
                (.cruise, .finalPart), (.descent, .finalPart):
                .approach
            case (.touchdown, .afterRun): nil
            case (_, .afterRun): .touchdown
            case (_, .beforeRun), (_, .running), (_, .finalPart): nil
            }
        for fraction in Self.fractions {
            for trend in Self.trends {
                var flight = Flight.entering(phase)
                let evidence = PhaseEvidence(fraction, trend, stage)
                let found = flight.observe(evidence, for: .seconds(1))?.transition
                #expect(found?.to == expected)
                #expect(found?.held ?? .zero == .zero)
                #expect(found == nil || found?.fraction == fraction)
                #expect(flight.machine.phase == expected ?? phase)
            }
        }
    }

    @Test(arguments: Phase.allCases)
    func `landing ends every phase once`(phase: Phase) {
        var flight = Flight.entering(phase)
        let landing = flight.machine.land(at: flight.now)
        #expect(landing?.from == (phase == .touchdown ? nil : phase))
        #expect(landing?.cause == (phase == .touchdown ? nil : .runEnded))
        #expect(flight.machine.phase == .touchdown)
        #expect(flight.machine.land(at: flight.now) == nil)
    }

    @Test(arguments: [false, true])
    func `the approach tells a mission's last distance from a cool-down`(onMission: Bool) {
        var machine = FlightPhaseMachine(onMission: onMission)
        let transition = machine.observe(PhaseEvidence(nil, nil, .finalPart), at: .zero)
        #expect(transition?.cause == (onMission ? .finalDistance : .coolDown))
    }
}
