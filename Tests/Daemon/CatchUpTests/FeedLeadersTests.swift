import ChannelPipeline
import TestSupport
import Testing
import Vocabulary

@testable import CatchUp

@Suite struct FeedLeadersTests {
    private let shape = ChannelShape()
    private let leaders = Box()

    /// Lets expectations ask, which may change nothing themselves.
    private final class Box {
        private var leaders = FeedLeaders()

        func mayLead(
            _ feed: FeedID, _ shape: ChannelShape, _ lanes: [LaneChoice]?,
            at time: MonotonicInstant = 0
        ) -> Bool {
            leaders.mayLead(feed, shape, lanes, at: time)
        }

        func progressed(_ feed: FeedID, at time: MonotonicInstant) {
            leaders.progressed(feed, at: time)
        }
        func remove(_ feed: FeedID) { leaders.remove(feed) }
        func isWaiting(_ feed: FeedID) -> Bool { leaders.isWaiting(feed) }
        func consumeReleases() -> Int { leaders.consumeReleases() }
    }

    private func lanes(_ lane: LaneID) -> [LaneChoice] { [LaneChoice(lane: lane)] }

    @Test func `one leads those who want the same, until it is there`() {
        #expect(leaders.mayLead(1, shape, lanes(3)))
        #expect(!leaders.mayLead(2, shape, lanes(3)))
        #expect(leaders.mayLead(1, shape, lanes(3)))
        leaders.remove(1)
        #expect(leaders.mayLead(2, shape, lanes(3)))
    }

    @Test func `who wants other lanes or another shape waits for nobody`() {
        var other = ChannelShape()
        other.every = .seconds(2)
        #expect(leaders.mayLead(1, shape, lanes(3)))
        #expect(leaders.mayLead(2, shape, lanes(4)))
        #expect(leaders.mayLead(3, other, lanes(3)))
        #expect(leaders.mayLead(4, shape, nil))
    }

    @Test func `who wants some lanes waits for one who takes all`() {
        #expect(leaders.mayLead(1, shape, nil))
        #expect(!leaders.mayLead(2, shape, lanes(4)))
        leaders.remove(1)
        #expect(leaders.mayLead(2, shape, lanes(4)))
    }

    private static func feeds(_ rows: Range<Int>) -> [FeedID] { rows.map { FeedID(row: $0) } }

    @Test func `who has stopped waiting is remembered no more`() {
        #expect(leaders.mayLead(1, shape, nil))
        #expect(!leaders.mayLead(2, shape, nil))
        leaders.remove(2)
        #expect(!leaders.isWaiting(2))
        leaders.remove(1)
        #expect(leaders.consumeReleases() == 0)
    }

    @Test func `a leader that makes no progress loses the lead`() {
        let patience = Duration.milliseconds(200)
        #expect(leaders.mayLead(1, shape, nil, at: 100))
        #expect(!leaders.mayLead(2, shape, nil, at: 99 + patience))
        leaders.progressed(1, at: 105)
        #expect(!leaders.mayLead(2, shape, nil, at: 104 + patience))
        #expect(leaders.mayLead(2, shape, nil, at: 105 + patience))
        leaders.remove(1)
        #expect(!leaders.mayLead(3, shape, nil, at: 105 + patience))
    }

    @Test func `those who wait are let go when a leader is there, ends or stops`() {
        #expect(leaders.mayLead(1, shape, nil))
        leaders.remove(1)
        #expect(leaders.consumeReleases() == 0, "nobody waited")
        #expect(leaders.mayLead(1, shape, nil))
        for feed in Self.feeds(2..<4) {
            #expect(!leaders.mayLead(feed, shape, lanes(LaneID(index: feed.row))))
            #expect(leaders.isWaiting(feed))
        }
        #expect(!leaders.isWaiting(1))
        #expect(leaders.consumeReleases() == 0)
        #expect(leaders.mayLead(2, shape, lanes(2), at: 200_000))
        #expect(!leaders.isWaiting(2))
        #expect(leaders.consumeReleases() > 0)
        #expect(leaders.consumeReleases() == 0)
        leaders.remove(1)
        #expect(leaders.consumeReleases() > 0)
        leaders.remove(3)
        leaders.remove(2)
        #expect(leaders.consumeReleases() == 0)
    }
}
