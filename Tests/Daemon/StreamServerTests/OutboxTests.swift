import LinuxIO
import StreamServer
import Testing
import Vocabulary
import WireProtocol

@Suite struct OutboxTests {
    @Test func `lines that the kernel takes never wait`() {
        var bench = OutboxBench()
        bench.open(0)
        #expect(bench.deliver([0, nil, 0]) == .drained)
        #expect(bench.outbox.isEmpty)
        #expect(bench.kernel.calls == 1)
        #expect(bench.faults() == [])
    }

    @Test func `lines that the kernel refuses wait in order`() {
        var bench = OutboxBench(room: 0)
        bench.open(0)
        #expect(bench.deliver([0, 0]) == .blocked)
        #expect(bench.deliver([0, nil]) == .blocked)
        #expect(bench.outbox.byteCount == bench.ledger.offeredBytes)
        #expect(bench.faults() == [])
        #expect(bench.outbox.counts.linesLost == 0)
    }

    @Test func `nothing is offered to the kernel while something waits`() {
        var bench = OutboxBench(room: 0)
        bench.open(0)
        bench.deliver([0])
        let calls = bench.kernel.calls
        bench.kernel.room = nil
        #expect(bench.deliver([0]) == .blocked)
        #expect(bench.kernel.calls == calls)
        #expect(bench.faults() == [])
    }

    @Test func `one flush offers all that waits at once`() {
        var bench = OutboxBench(room: 0)
        bench.open(0)
        for _ in 0..<5 { bench.deliver([0]) }
        bench.kernel.room = nil
        let calls = bench.kernel.calls
        #expect(bench.flush() == .drained)
        #expect(bench.kernel.calls == calls + 1)
    }

    @Test func `drops in a row are one gap before the next line`() {
        var bench = OutboxBench(lines: 2, room: 0)
        bench.open(0)
        for _ in 0..<7 { bench.deliver([0]) }
        #expect(bench.outbox.counts.linesLost == 5)
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [5])
        #expect(bench.kernel.taken.first == UInt8(ascii: "{"))
    }

    @Test func `every subscription has a gap of its own`() {
        var bench = OutboxBench(lines: 1, room: 0)
        for number in 0..<3 { bench.open(number) }
        for _ in 0..<4 { bench.deliver([0, 1, 2]) }
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken).sorted() == [3, 4, 4])
    }

    @Test func `a gap begins at the last line that left, even if the rest of it waits`() {
        var bench = OutboxBench(lines: 1, room: 8)
        bench.open(0)
        for _ in 0..<6 { bench.deliver([0]) }
        // The first line and two bytes of the second have left; the last waits.
        #expect(bench.outbox.counts.linesLost == 3)
        #expect(bench.faults() == [])
    }

    @Test func `drops after a gap has left are a gap of their own`() {
        var bench = OutboxBench(lines: 1, room: 0)
        bench.open(0)
        for _ in 0..<3 { bench.deliver([0]) }
        bench.kernel.room = nil
        bench.kernel.shares = [1_000, 0]
        #expect(bench.flush() == .blocked)
        for _ in 0..<3 { bench.deliver([0]) }
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [2, 3])
    }

    @Test func `a control line does not leave before the gap of the lines before it`() {
        // What a control line says, an anchor above all, holds for what was sent before it.
        var bench = OutboxBench(lines: 1, room: 0)
        bench.open(0)
        bench.deliver([0, nil])
        bench.deliver([0, 0])
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [1, 1])
    }

    @Test func `control lines are kept beyond every limit`() {
        var bench = OutboxBench(lines: 1, bytes: 1, room: 0)
        bench.open(0)
        for _ in 0..<20 { bench.deliver([nil, 0]) }
        #expect(bench.outbox.counts.linesLost == 20)
        #expect(bench.faults() == [])
    }

    @Test func `a delivery larger than the limits goes on where the kernel stopped`() {
        for taken in 0..<60 {
            var bench = OutboxBench(lines: 3, room: taken)
            bench.open(0)
            bench.deliver(Array(repeating: 0, count: 10))
            #expect(bench.outbox.byteCount <= 4 * 6, "\(taken) bytes taken")
            #expect(bench.faults() == [], "\(taken) bytes taken")
        }
    }

    @Test func `a line longer than the byte limit is lost rather than kept`() {
        var bench = OutboxBench(bytes: 40, room: 0)
        bench.open(0)
        bench.deliver([0], padding: 100)
        #expect(bench.outbox.byteCount == 0)
        #expect(!bench.outbox.isEmpty)
        bench.deliver([0])
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [1])
    }

    @Test func `the last thing that a reader is told may be a gap`() {
        var bench = OutboxBench(lines: 0, room: 0)
        bench.open(0)
        bench.deliver([0, 0])
        #expect(bench.outbox.byteCount == 0)
        #expect(!bench.outbox.isEmpty)
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [2])
    }

    @Test func `a subscription that is closed keeps its waiting lines and tells its gap`() {
        var bench = OutboxBench(lines: 2, room: 0)
        bench.open(0)
        bench.open(1)
        for _ in 0..<4 { bench.deliver([0]) }
        bench.close(0)
        // The two that waited can be dropped no more, whatever comes.
        for _ in 0..<9 { bench.deliver([1]) }
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [2, 7])
    }

    @Test func `a subscription number that is opened again begins anew`() {
        var bench = OutboxBench(lines: 1, room: 0)
        bench.open(0)
        for _ in 0..<3 { bench.deliver([0]) }
        bench.close(0)
        bench.open(0)
        for _ in 0..<3 { bench.deliver([0]) }
        #expect(bench.faults() == [])
        #expect(bench.ledger.gaps(in: bench.kernel.taken) == [2, 2])
    }

    @Test func `a closed connection is said at once`() {
        var bench = OutboxBench()
        bench.open(0)
        bench.kernel.isClosed = true
        #expect(bench.deliver([0]) == .closed)
    }

    @Test func `a connection that closes is said by every part of a flush`() {
        // Gaps, the rest of a cut line, and lines that wait: each is the first to notice once.
        for room in [0, 7] {
            for lines in [1, 100] {
                var bench = OutboxBench(lines: lines, room: room)
                bench.open(0)
                for _ in 0..<5 { bench.deliver([0]) }
                bench.kernel.isClosed = true
                #expect(bench.flush() == .closed, "room \(room), limit \(lines)")
            }
        }
    }

    @Test func `an empty delivery changes nothing`() {
        var bench = OutboxBench()
        bench.open(0)
        #expect(bench.deliver([]) == .drained)
        bench.kernel.room = 0
        bench.deliver([0])
        #expect(bench.deliver([]) == .blocked)
        #expect(bench.faults() == [])
    }
}
