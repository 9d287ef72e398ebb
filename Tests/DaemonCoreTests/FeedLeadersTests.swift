import ChannelPipeline
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct FeedLeadersTests {
    private let shape = ChannelShape()
    private let leaders = Box()

    /// Lets expectations ask, which may change nothing themselves.
    private final class Box {
        private var leaders = FeedLeaders()

        func mayBegin(
            _ feed: Int, _ shape: ChannelShape, _ lanes: [LaneChoice]?, patience: Int
        ) -> Bool {
            leaders.mayBegin(feed, shape, lanes, patience: patience)
        }

        func progressed(_ feed: Int) { leaders.progressed(feed) }
        func remove(_ feed: Int) { leaders.remove(feed) }
    }

    private func lanes(_ lane: Int) -> [LaneChoice] { [LaneChoice(lane: lane)] }

    @Test func `one leads those who want the same, until it is there`() {
        #expect(leaders.mayBegin(1, shape, lanes(3), patience: 10))
        #expect(!leaders.mayBegin(2, shape, lanes(3), patience: 10))
        #expect(leaders.mayBegin(1, shape, lanes(3), patience: 10))
        leaders.remove(1)
        #expect(leaders.mayBegin(2, shape, lanes(3), patience: 10))
    }

    @Test func `who wants other lanes or another shape waits for nobody`() {
        var other = ChannelShape()
        other.every = .seconds(2)
        #expect(leaders.mayBegin(1, shape, lanes(3), patience: 10))
        #expect(leaders.mayBegin(2, shape, lanes(4), patience: 10))
        #expect(leaders.mayBegin(3, other, lanes(3), patience: 10))
        #expect(leaders.mayBegin(4, shape, nil, patience: 10))
    }

    @Test func `who wants some lanes waits for one who takes all`() {
        #expect(leaders.mayBegin(1, shape, nil, patience: 10))
        #expect(!leaders.mayBegin(2, shape, lanes(4), patience: 10))
        leaders.remove(1)
        #expect(leaders.mayBegin(2, shape, lanes(4), patience: 10))
    }

    @Test func `a leader that makes no progress loses the lead`() {
        #expect(leaders.mayBegin(1, shape, nil, patience: 3))
        for _ in 0..<2 { #expect(!leaders.mayBegin(2, shape, nil, patience: 3)) }
        leaders.progressed(1)
        for _ in 0..<3 { #expect(!leaders.mayBegin(2, shape, nil, patience: 3)) }
        #expect(leaders.mayBegin(2, shape, nil, patience: 3))
        leaders.remove(1)
        #expect(!leaders.mayBegin(3, shape, nil, patience: 3))
    }
}
