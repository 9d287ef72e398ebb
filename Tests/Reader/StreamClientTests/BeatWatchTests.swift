import Testing
import Vocabulary

@testable import StreamClient

@Suite struct BeatWatchTests {
    private static func second(_ count: Int64) -> MonotonicInstant { .zero + .seconds(count) }

    @Test func `three beats that do not come are a loss, and not a moment before`() {
        let watch = BeatWatch(beatSeconds: 5, at: MonotonicInstant(microseconds: 7))
        #expect(watch.due == MonotonicInstant(microseconds: 15_000_007))
        #expect(!watch.isSilent(at: MonotonicInstant(microseconds: 15_000_006)))
        #expect(watch.isSilent(at: MonotonicInstant(microseconds: 15_000_007)))
    }

    @Test func `any line is a sign of life`() {
        var watch = BeatWatch(beatSeconds: 5, at: .zero)
        for now in 1...100 as ClosedRange<Int64> {
            #expect(!watch.isSilent(at: Self.second(now * 14)))
            watch.hear(at: Self.second(now * 14))
        }
        #expect(watch.isSilent(at: Self.second(1415)))
    }

    @Test(arguments: [nil, 0, -1, 3601, Int.max, Int.min])
    func `who does not say how often it beats is not watched`(beatSeconds: Int?) {
        let watch = BeatWatch(beatSeconds: beatSeconds, at: .zero)
        #expect(watch.due == nil)
        #expect(!watch.isSilent(at: MonotonicInstant(microseconds: .max)))
    }
}
