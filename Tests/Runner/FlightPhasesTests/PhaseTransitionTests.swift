import FlightPhases
import TestSupport
import Testing
import Vocabulary

@Suite struct PhaseTransitionTests {
    @Test func `causes have the names of the wire`() {
        #expect(
            PhaseTransition.Cause.allCases.map(\.rawValue) == [
                "run_started", "heart_rate_high", "heart_rate_rising", "heart_rate_steady",
                "heart_rate_falling", "heart_rate_low", "takeoff_time_limit", "cool_down",
                "final_distance", "run_ended",
            ])
    }

    @Test func `the protocol's page names every cause and every call`() throws {
        let rows = try Checkout.page("Protocol", of: "WireProtocol").split(separator: "\n")
        func expectRow(ofType type: String, naming words: [String]) {
            let row = rows.first { row in
                row.hasPrefix("| `\(type)` |") && words.allSatisfy { row.contains($0) }
            }
            #expect(row != nil, "\(words)")
        }
        expectRow(ofType: "phase", naming: PhaseTransition.Cause.allCases.map(\.rawValue))
        expectRow(ofType: "advisory", naming: Advisory.allCases.map(\.rawValue))
    }

    @Test func `two changes at one instant make one from the first to the second`() throws {
        var machine = FlightPhaseMachine()
        let first = machine.observe(.running(0.2, trend: nil), at: .seconds(9))
        let second = machine.land(at: .seconds(9))
        let both = try #require(second?.following(first))
        #expect(both.from == .preflight)
        #expect(both.to == .touchdown)
        #expect(both.cause == .runEnded)
        #expect(second?.following(nil) == second)
    }
}
