import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Who may add and remove samples by hand.
@Suite struct WritingRightsTests {
    private typealias Peer = RightsTests.Peer

    @Test func `samples are written by metric`() throws {
        var rights = Peer.refused.rights
        (rights.sight.dayMetrics, rights.write) = (.all, DayMetricSet(.bodyMass))
        let instant = FleetInstant(ticks: 1_795_154_400 * 50)
        let remove = CommandRequest.remove(EntryName(lane: 7, instant: instant))
        for metric in DayMetric.ofPeople.members {
            let sample = try #require(ManualSample(metric, value: 700, from: instant, to: instant))
            let add = CommandRequest.add(sample, lane: 7)
            for (request, field) in [(add, "metric"), (remove, "entry")] {
                do throws(WireError) {
                    try rights.check(request, owner: nil, removing: .manual(metric))
                    #expect(metric == .bodyMass)
                } catch {
                    #expect(metric != .bodyMass && error.code == .sharingDenied)
                    #expect(error.field == field && error.reason.contains(metric.name))
                    #expect(error.suggestion.hasPrefix("Use body_mass_kg, or ask"))
                }
                #expect(throws: WireError.self) {
                    try Peer.commander.rights.check(
                        request, owner: nil, removing: .manual(metric))
                }
            }
        }
        // Who looks for it says that there is no such entry.
        try rights.check(remove, owner: nil)
    }

    @Test func `an entry that a peer may neither read nor write is none to it`() throws {
        var rights = Peer.refused.rights
        (rights.sight.dayMetrics, rights.write) = (
            DayMetricSet(.steps), DayMetricSet(.bodyMass)
        )
        let name = EntryName(lane: 7, instant: FleetInstant(ticks: 1_795_154_400 * 50))
        func code(_ entry: FoundEntry) -> ErrorCode? {
            do throws(WireError) {
                try rights.check(.remove(name), owner: nil, removing: entry)
                return nil
            } catch {
                if error.code == .noEntry { #expect(error == .noEntry(name)) }
                return error.code
            }
        }
        for metric in DayMetric.ofPeople.members where metric != .steps && metric != .bodyMass {
            #expect(code(.manual(metric)) == .noEntry && code(.simulated(metric)) == .noEntry)
        }
        #expect(code(.manual(.steps)) == .sharingDenied && code(.simulated(.steps)) == nil)
        #expect(code(.manual(.bodyMass)) == nil && code(.simulated(.bodyMass)) == nil)
        #expect(code(.summary) == .noEntry)
        rights.kinds = [.entry]
        #expect(code(.summary) == nil)
    }
}
