import TestSupport
import Testing
import Vocabulary

@Suite struct SessionNameTests {
    private static let names: [(LaneID, Int, String)] = [
        (7, 0, "s7.0"), (0, 12, "s0.12"), (7, -1, "s7.-1"), (1_048_575, 3, "s1048575.3"),
    ]

    @Test(arguments: names) func `a session is named by lane and lap`(
        lane: LaneID, lap: Int, text: String
    ) {
        #expect("\(SessionName(lane: lane, lap: lap))" == text)
    }

    @Test func `no two sessions have one name`() {
        var seen: Set<String> = []
        for lane: LaneID in 0..<120 {
            for lap in -30..<120 { seen.insert("\(SessionName(lane: lane, lap: lap))") }
        }
        #expect(seen.count == 120 * 150)
    }
}
