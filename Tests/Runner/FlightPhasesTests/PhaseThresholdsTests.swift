import FlightPhases
import Testing
import Vocabulary

@Suite struct PhaseThresholdsTests {
    /// The standard table with one thing changed.
    struct Draft: Sendable {
        var high = [0.83, 0.80]
        var low = [0.40, 0.44]
        var rising = [0.33, 0.17]
        var falling = [-0.30, -0.20]
        var takeoffFraction = 0.5
        var takeoffTrend = 0.08
        var takeoffSeconds: [Int64] = [45, 240]
        var cruiseSeconds: [Int64] = [2, 20]
        var returnSeconds: Int64 = 76

        func built() -> PhaseThresholds {
            func level(_ edges: [Double]) -> PhaseThresholds.Level {
                PhaseThresholds.Level(enter: edges[0], leave: edges[1])
            }
            func timing(_ seconds: [Int64]) -> PhaseThresholds.Timing {
                PhaseThresholds.Timing(hold: .seconds(seconds[0]), dwell: .seconds(seconds[1]))
            }
            return PhaseThresholds(
                high: level(high), low: level(low), rising: level(rising),
                falling: level(falling),
                takeoff: PhaseThresholds.Takeoff(
                    fraction: takeoffFraction, trend: takeoffTrend,
                    dwell: .seconds(takeoffSeconds[0]), timeLimit: .seconds(takeoffSeconds[1])),
                climb: timing([1, 20]), cruise: timing(cruiseSeconds), descent: timing([10, 20]),
                returnDwell: .seconds(returnSeconds))
        }

        static func changed(_ change: (inout Draft) -> Void) -> Draft {
            var draft = Draft()
            change(&draft)
            return draft
        }
    }

    static let contradictions: [Draft] = [
        .changed { $0.high = [0.80, 0.80] },
        .changed { $0.high = [0.83, .nan] },
        .changed { $0.low = [0.44, 0.40] },
        .changed { $0.low = [0.40, 0.81] },
        .changed { $0.rising = [0.20, 0.30] },
        .changed { $0.rising = [0.30, 0] },
        .changed { $0.falling = [-0.20, -0.30] },
        .changed { $0.falling = [-0.30, 0] },
        .changed { $0.takeoffTrend = 0.34 },
        .changed { $0.takeoffFraction = .infinity },
        .changed { $0.takeoffSeconds = [241, 240] },
        .changed { $0.cruiseSeconds = [-1, 20] },
        .changed { $0.cruiseSeconds = [2, 77] },
    ]

    @Test(arguments: contradictions.indices)
    func `a table that contradicts itself traps`(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in
            _ = PhaseThresholdsTests.contradictions[index].built()
        }
    }

    @Test func `the draft without a change is the standard`() {
        #expect(Draft().built() == .standard)
    }

    @Test func `the border lies halfway between the edges`() {
        let level = PhaseThresholds.Level(enter: 0.75, leave: 0.25)
        #expect(PhaseThresholds.Edge.allCases.map { level[$0] } == [0.75, 0.25, 0.5])
    }

    @Test func `only takeoff, climb, cruise and descent wait`() {
        for phase in Phase.allCases {
            let timing = PhaseThresholds.standard.timing(of: phase)
            let waits = [.takeoff, .climb, .cruise, .descent].contains(phase)
            #expect((timing.dwell > .zero) == waits)
            #expect((timing.hold > .zero) == (waits && phase != .takeoff))
        }
    }
}
