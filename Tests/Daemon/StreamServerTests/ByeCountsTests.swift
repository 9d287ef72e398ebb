import StreamServer
import Testing
import WireProtocol

@Suite struct ByeCountsTests {
    @Test func `every reason is counted by itself`() {
        var counts = ByeCounts()
        for (place, reason) in ByeReason.allCases.enumerated() { counts[reason] = Int64(place + 1) }
        for (place, reason) in ByeReason.allCases.enumerated() {
            #expect(counts[reason] == Int64(place + 1), "\(reason)")
        }
    }
}
