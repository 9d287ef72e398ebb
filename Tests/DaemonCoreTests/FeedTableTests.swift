import ChannelPipeline
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

@Suite struct FeedTableTests {
    private func opening(after bits: UInt64 = 7, lanes: Int = 2) -> FleetFeed.Opening {
        let position = StreamPosition(bits: bits)
        return FleetFeed.Opening(
            SubscribeRequest().shape, (0..<lanes).map { LaneChoice(lane: $0) }, .after(position),
            isResume: false, present: FleetInstant(ticks: 0), beginning: position)
    }

    @Test func `those who ask for the same at once share what they wait with`() {
        var feeds = FeedTable()
        let first = feeds.shared(opening())
        #expect(feeds.shared(opening()) === first)
        let other = feeds.shared(opening(after: 8))
        #expect(other !== first)
        #expect(feeds.shared(opening(after: 8)) === other)
        #expect(feeds.shared(first.adding(LaneChoice(lane: 2))) != first)
    }

    @Test func `what nobody waits with any more is not kept`() {
        var feeds = FeedTable()
        weak let shared = feeds.shared(opening())
        #expect(shared == nil)
    }

    @Test func `a feed lies in sixteen bytes`() {
        #expect(MemoryLayout<FleetFeed?>.stride == 16)
    }
}
