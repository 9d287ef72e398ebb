import TestSupport
import Testing
import Vocabulary

@testable import StreamServer

@Suite struct ReadWatchTests {
    private var watch = ReadWatch()

    /// - Parameters:
    ///   - sent: since the connection began.
    ///   - held: what the kernel charges for what is unread.
    private mutating func look(
        sent: Int64, held: Int64, at clock: MonotonicInstant
    ) -> MonotonicInstant? {
        watch.look(bytesSent: sent, held: held, at: clock)
        return watch.lastRead
    }

    @Test mutating func `who has read nothing was never seen to`() {
        #expect(watch.lastRead == nil)
        #expect(look(sent: 300, held: 1_280, at: 1) == nil)
        #expect(look(sent: 900, held: 3_840, at: 2) == nil)
        #expect(look(sent: 900, held: 3_840, at: 3) == nil)
    }

    @Test mutating func `who reads all at once is seen at every look behind a line`() {
        #expect(look(sent: 300, held: 0, at: 1) == 1)
        #expect(look(sent: 600, held: 0, at: 2) == 2)
        #expect(look(sent: 600, held: 0, at: 9) == 2, "nothing has come since")
    }

    @Test mutating func `who reads late is seen once what is unread grows less`() {
        #expect(look(sent: 300, held: 1_280, at: 1) == nil)
        #expect(look(sent: 300, held: 0, at: 7) == 7)
        #expect(look(sent: 300, held: 0, at: 8) == 7)
    }

    @Test mutating func `who reads a little is seen while more comes than is read`() {
        _ = look(sent: 3_000, held: 12_800, at: 1)
        // Ten lines more, and three read.
        #expect(look(sent: 6_000, held: 12_800 + 7 * 1_280 - 6_400, at: 2) == 2)
        // The kernel is full: what it takes shows that there was room.
        #expect(look(sent: 9_000, held: 15_360, at: 3) == 3)
    }

    @Test mutating func `a look that can find nothing is not worth the call`() {
        #expect(!watch.isWorthALook(bytesSent: 0))
        #expect(watch.isWorthALook(bytesSent: 1))
        _ = look(sent: 1, held: 900, at: 1)
        #expect(watch.isWorthALook(bytesSent: 1), "it may be read")
        _ = look(sent: 1, held: 0, at: 2)
        #expect(!watch.isWorthALook(bytesSent: 1))
    }

    @Test mutating func `reading counts once, and who has nothing to read counts as reading`() {
        var found = [watch.consumeReading()]
        for (sent, held) in [(300, 1_280), (300, 500), (300, 0)] as [(Int64, Int64)] {
            _ = look(sent: sent, held: held, at: 1)
            found += [watch.consumeReading(), watch.consumeReading()]
        }
        #expect(found == [true, false, false, true, false, true, true])
    }

    /// A kernel that charges each write 960 bytes more, and gives them back with its last byte.
    @Test(arguments: UInt64(1)...20)
    func `nobody is seen to read who does not`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var watch = ReadWatch()
        var (sent, unread, lastRead) = (Int64(0), [Int64](), MonotonicInstant(microseconds: -1))
        for clock in (0..<500).map({ MonotonicInstant(microseconds: $0) }) {
            for _ in 0..<dice.number(0...4) {
                let bytes = Int64(dice.number(1...700))
                sent += bytes
                unread.append(bytes + 960)
            }
            if dice.happens(oneIn: 5), !unread.isEmpty {
                unread.removeFirst(dice.number(1...unread.count))
                lastRead = clock
            }
            watch.look(bytesSent: sent, held: unread.reduce(0, +), at: clock)
            #expect(watch.lastRead ?? -1 <= lastRead, "seed \(seed), \(clock)")
            if unread.isEmpty {
                #expect(watch.lastRead ?? -1 == lastRead, "seed \(seed), \(clock)")
            }
        }
    }
}
