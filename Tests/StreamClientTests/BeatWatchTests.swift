import Testing

@testable import StreamClient

@Suite struct BeatWatchTests {
    private static let second: Int64 = 1_000_000

    @Test func `three beats that do not come are a loss, and not a moment before`() {
        let watch = BeatWatch(beatSeconds: 5, at: 7)
        #expect(watch.due == 15 * Self.second + 7)
        #expect(!watch.isSilent(at: 15 * Self.second + 6))
        #expect(watch.isSilent(at: 15 * Self.second + 7))
    }

    @Test func `any line is a sign of life`() {
        var watch = BeatWatch(beatSeconds: 5, at: 0)
        for now in 1...100 as ClosedRange<Int64> {
            #expect(!watch.isSilent(at: now * 14 * Self.second))
            watch.hear(at: now * 14 * Self.second)
        }
        #expect(watch.isSilent(at: 1415 * Self.second))
    }

    @Test(arguments: [nil, 0, -1, 3601, Int.max, Int.min])
    func `who does not say how often it beats is not watched`(beatSeconds: Int?) {
        let watch = BeatWatch(beatSeconds: beatSeconds, at: 0)
        #expect(watch.due == nil)
        #expect(!watch.isSilent(at: .max))
    }
}
