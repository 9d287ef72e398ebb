import Configuration
import StateFiles
import Testing

@testable import DaemonCore

@Suite struct KeptFleetTests {
    @Test(arguments: [
        ("device", "1099511627776"), ("device", "mixed; rm"), ("rate_hz", "3"), ("seed", "-1"),
        ("schedule", "never"), ("pauses", "yes"), ("heart_rate_limits_bpm", "1099511627776 9"),
    ])
    func `a damaged directory has nobody give what no setting can be`(
        name: String, stored: String
    ) throws {
        let difference = StoredDifference(name: name, stored: stored, given: "other")
        for settings in [try settings([]), try settings(["--seed", "7"])] {
            let remedy = KeptFleetRemedy(differences: [difference], settings: settings)
            #expect(remedy.words?.contains(stored) != true, "\(remedy.words ?? "")")
        }
    }
}
