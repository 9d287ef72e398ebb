import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How a block's lines become those of a subscription.
@Suite struct BatchTests {
    private let source = NumberedSource(lanes: 4)

    /// The lines of a tick, with a snapshot before them.
    private func block() -> LineBlock {
        var block = LineBlock()
        source.appendSnapshot(
            lane: 2, at: StreamPosition(after: FleetInstant(ticks: 4)), to: &block)
        for lane: LaneID in 0..<4 { source.append(lane: lane, at: 5, period: 1, to: &block) }
        return block
    }

    private func subscription(_ name: String?, lanes: [LaneID]? = nil) throws
        -> Subscription
    {
        var request = SubscribeRequest()
        request.name = name
        if let lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        return Subscription(request, feed: try source.open(request, for: .operating))
    }

    private func lines(_ batch: borrowing Batch) throws -> [JSONLine] {
        try wholeLines(of: batch.bytes.bytes).lines.map { try JSONLine($0) }
    }

    @Test func `a selected line has the prefix and its own length`() throws {
        var batch = Batch()
        let block = block()
        batch.add(block, of: try subscription("hr", lanes: [1, 2]), number: 6)
        let sent = try lines(batch)
        #expect(sent.map(\.type) == ["snapshot", "stat", "stat"])
        #expect(sent.map(\.session) == ["s2.0", "s1.0", "s2.0"])
        #expect(sent.allSatisfy { $0.sub == "hr" })
        #expect(batch.lines.map(\.length) == sent.map { $0.text.utf8.count + 1 })
        #expect(batch.lines.map(\.subscription) == [nil, 6, 6])
        #expect(batch.dataCount == 2)
        #expect(batch.lines.map(\.position.lane) == [2, 1, 2])
    }

    @Test func `without a name the lines are those of the block`() throws {
        var batch = Batch()
        let block = block()
        batch.add(block, of: try subscription(nil), number: 0)
        let (sent, made) = (batch.bytes.bytes, block.bytes.bytes)
        #expect(sent == made)
        #expect(batch.lines.count == 5)
    }

    @Test func `nothing selected is nothing to send`() throws {
        var batch = Batch()
        let block = block()
        let request = try subscription("hr", lanes: [3])
        batch.add(LineBlock(), of: request, number: 0)
        let wasEmpty = batch.isEmpty
        batch.add(block, of: request, number: 0)
        let isFilled = !batch.isEmpty
        batch.removeAll()
        let isEmpty = batch.isEmpty && batch.bytes.isEmpty && batch.dataCount == 0
        #expect(wasEmpty && isFilled && isEmpty)
    }

    @Test func `a whole block is described line by line without a copy`() {
        let block = block()
        block.withLines { bytes, entries in
            var lines = BlockLines(entries, entries.indices)
            lines.subscription = 3
            #expect(lines.map(\.subscription) == [nil, 3, 3, 3, 3])
            #expect(lines.map(\.length).reduce(0, +) == entries.last?.end)
            #expect(lines.map(\.position) == entries.map(\.position))
            #expect(lines.bytes == 0..<bytes.count)
        }
        LineBlock().withLines { _, entries in #expect(BlockLines(entries, 0..<0).isEmpty) }
    }

    @Test func `a part of a block is where its lines are, and theirs alone`() {
        let block = block()
        block.withLines { _, entries in
            let all = BlockLines(entries, entries.indices)
            for lower in entries.indices {
                for upper in lower...entries.count {
                    let lines = BlockLines(entries, lower..<upper)
                    #expect(lines.map(\.position) == all[lower..<upper].map(\.position))
                    #expect(lines.map(\.length) == all[lower..<upper].map(\.length))
                    #expect(lines.map(\.length).reduce(0, +) == lines.bytes.count)
                    #expect(lines.dataCount == lines.count { $0.subscription != nil })
                    if upper > lower { #expect(lines.bytes.upperBound == entries[upper - 1].end) }
                }
            }
        }
    }
}
