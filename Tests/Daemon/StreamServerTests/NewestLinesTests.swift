import TestSupport
import Testing
import Vocabulary

@testable import StreamServer

@Suite struct NewestLinesTests {
    private func line(
        _ tick: Int64, subscription number: Int = 0, lap: UInt16 = 0, lane: LaneID = 3,
        _ rank: StreamPosition.Rank = .stat
    ) -> Outbox.Line {
        Outbox.Line(
            length: 1, subscription: number, lap: lap,
            position: StreamPosition(FleetInstant(ticks: tick), lane: lane, rank))
    }

    @Test func `a line is replaced by one of its subscription, session and kind alone`() {
        var newest = NewestLines()
        newest.insert(line(1), ordinal: 9, replaced: nil)
        for other in [
            line(2, subscription: 1), line(2, lap: 1), line(2, lane: 4), line(2, .sample),
            line(2, .phase),
        ] {
            #expect(newest.remove(replacedBy: other) == nil, "\(other)")
        }
        #expect(newest.remove(replacedBy: line(2))?.ordinal == 9)
        #expect(newest.isEmpty)
    }

    @Test func `a line that leaves says what it stood for, unless another has its place`() {
        var newest = NewestLines()
        let replaced = ReplacedLines(count: 4, first: StreamPosition(bits: 77))
        newest.insert(line(5), ordinal: 2, replaced: replaced)
        #expect(newest.remove(line(1), ordinal: 1) == nil)
        #expect(newest.remove(line(5), ordinal: 2) == replaced)
        #expect(newest.remove(line(5), ordinal: 2) == nil)
        #expect(newest.heldBytes == 0)
    }

    @Test func `a line that moves is found at its new place`() {
        var newest = NewestLines()
        newest.insert(line(5), ordinal: 7, replaced: nil)
        newest.move(line(5), from: 6, to: 1)
        newest.move(line(5), from: 7, to: 3)
        #expect(newest.remove(replacedBy: line(6))?.ordinal == 3)
    }

    @Test func `a subscription is forgotten with what its lines stood for`() {
        var newest = NewestLines()
        let replaced = ReplacedLines(count: 4, first: StreamPosition(bits: 77))
        newest.insert(line(5, subscription: 1), ordinal: 0, replaced: replaced)
        newest.insert(line(5, subscription: 1, .sample), ordinal: 1, replaced: nil)
        newest.insert(line(5, subscription: 31), ordinal: 2, replaced: replaced)
        #expect(newest.removeAll(subscription: 1) == 4)
        #expect(newest.remove(replacedBy: line(6, subscription: 1)) == nil)
        #expect(newest.remove(replacedBy: line(6, subscription: 31))?.replaced == replaced)
    }
}
