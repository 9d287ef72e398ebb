import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct OutboxPolicyTests {
    private func bench(_ policy: QueuePolicy, lines: Int = 1000, isLive: Bool = true) -> PolicyBench
    {
        var bench = PolicyBench(lines: lines, room: 0)
        bench.open(policy, isLive: isLive)
        return bench
    }

    /// Type, session, number and how many it replaced, line by line.
    private func read(_ bench: inout PolicyBench) throws -> [String] {
        try bench.drain().map { line in
            let skipped = line.skipped.map { " +\($0)" } ?? ""
            if line.type == "gap" { return "gap \(line.lines ?? 0)" }
            return "\(line.type) \(line.session ?? "") \(line.n ?? 0)\(skipped)"
        }
    }

    @Test func `only the newest measurement of a session and kind waits`() throws {
        var bench = bench(.newest)
        for _ in 0..<5 { bench.deliver([(0, .sample), (0, .stat), (1, .stat)], to: [0]) }
        #expect(
            try read(&bench) == ["sample s0.0 9 +4", "stat s0.0 10 +4", "stat s1.0 5 +4"])
        #expect(try bench.faults() == [])
    }

    @Test func `what happened once is never replaced`() throws {
        let ranks: [StreamPosition.Rank] = [
            .phase, .advisory, .pause, .resume, .start, .end, .dayTruth,
        ]
        for rank in ranks {
            var bench = bench(.newest)
            for _ in 0..<3 { bench.deliver([(0, rank), (1, .stat)], to: [0]) }
            let lines = try read(&bench)
            #expect(lines.count == 4, "\(rank)")
            #expect(lines.last == "stat s1.0 3 +2", "\(rank)")
        }
    }

    @Test func `a session's last measurement is not replaced by the next session's first`() throws {
        var bench = bench(.newest)
        bench.deliver([(0, .stat)], to: [0])
        bench.deliver([(0, .stat), (0, .end)], to: [0])
        for _ in 0..<2 { bench.deliver([(0, .stat)], to: [0]) }
        #expect(try read(&bench) == ["stat s0.0 2 +1", "end s0.0 3", "stat s0.1 2 +1"])
        #expect(try bench.faults() == [])
    }

    @Test func `a line of which a part has left is finished and not replaced`() throws {
        var bench = bench(.newest)
        bench.kernel.room = 5
        for _ in 0..<3 { bench.deliver([(0, .stat)], to: [0]) }
        #expect(try read(&bench) == ["stat s0.0 1", "stat s0.0 3 +1"])
    }

    @Test func `what catches up is not replaced`() throws {
        var bench = bench(.newest, isLive: false)
        for _ in 0..<2 { bench.deliver([(0, .stat)], to: [0]) }
        bench.outbox.goLive(subscription: 0)
        for _ in 0..<2 { bench.deliver([(0, .stat)], to: [0]) }
        #expect(try read(&bench) == ["stat s0.0 1", "stat s0.0 2", "stat s0.0 4 +1"])
        #expect(try bench.faults() == [])
    }

    @Test func `without room a line is lost with all that it replaced, and all come again`() throws
    {
        var bench = bench(.newest, lines: 2)
        for _ in 0..<3 { bench.deliver([(0, .stat), (1, .stat)], to: [0]) }
        bench.deliver([(0, .phase)], to: [0])
        #expect(try read(&bench) == ["warn  0", "gap 3", "stat s1.0 3 +2", "phase s0.0 4"])
        #expect(try bench.faults() == [])
    }

    @Test func `the lines of an ended subscription stand for what they have replaced`() throws {
        var bench = bench(.newest)
        bench.open(.newest)
        for _ in 0..<3 { bench.deliver([(0, .stat)], to: [0, 1]) }
        bench.outbox.close(subscription: 0)
        bench.deliver([(0, .stat)], to: [1])
        #expect(try read(&bench) == ["stat s0.0 3 +2", "stat s0.0 4 +3"])
        #expect(bench.outbox.counts.linesReplaced == 5)
    }

    @Test func `under close the first line that does not fit ends it, and those before come`()
        throws
    {
        var bench = bench(.close, lines: 4)
        for tick in 1...9 {
            bench.deliver([(0, .stat)], to: [0])
            #expect(bench.isFull == (tick > 4))
        }
        #expect(
            try read(&bench) == [
                "warn  0", "stat s0.0 1", "stat s0.0 2", "stat s0.0 3", "stat s0.0 4", "bye  0",
            ])
        #expect(try bench.faults() == [])
    }

    @Test func `a neighbour's lines go before a line that must be kept`() throws {
        var bench = bench(.dropOldest, lines: 4)
        bench.open(.close)
        for _ in 0..<3 { bench.deliver([(0, .stat)], to: [0]) }
        for _ in 0..<4 { bench.deliver([(0, .stat)], to: [1]) }
        #expect(!bench.isFull)
        #expect(bench.outbox.counts.linesLost == 3)
        bench.deliver([(0, .stat)], to: [0])
        #expect(bench.isFull)
        #expect(try bench.faults() == [])
    }

    @Test func `a line larger than the limit ends it as well`() throws {
        var bench = PolicyBench(bytes: 300, room: 0)
        bench.open(.close)
        bench.deliver([(0, .stat)], to: [0], padding: 400)
        #expect(bench.isFull)
        #expect(try read(&bench) == ["bye  0"])
    }

    @Test func `a warning overtakes what waits, and says how much that is`() throws {
        var bench = bench(.dropOldest, lines: 8)
        for _ in 0..<7 { bench.deliver([(0, .stat)], to: [0]) }
        let bytes = bench.outbox.byteCount
        bench.kernel.room = nil
        bench.kernel.shares = [1_000, 0]
        bench.flush()
        let warning = String(decoding: bench.kernel.taken, as: UTF8.self)
        #expect(
            warning == "{\"type\":\"warn\",\"code\":\"falling_behind\",\"lines\":7,"
                + "\"lines_limit\":8,\"bytes\":\(bytes),\"bytes_limit\":1048576}\n")
        #expect(bench.outbox.counts.warnings == 1)
        #expect(try bench.faults() == [])
    }

    @Test func `losses after a gap that the kernel has not begun to take make it longer`() throws {
        var bench = bench(.dropOldest, lines: 2)
        bench.kernel.room = 5
        for _ in 0..<5 { bench.deliver([(0, .stat)], to: [0]) }
        // The rest of the line that was cut leaves, and then the kernel is full again.
        bench.kernel.room = 1_000
        bench.kernel.shares = [1_000, 0]
        #expect(bench.flush() == .blocked)
        for _ in 0..<3 { bench.deliver([(0, .stat)], to: [0]) }
        #expect(
            try read(&bench) == ["stat s0.0 1", "warn  0", "gap 5", "stat s0.0 7", "stat s0.0 8"])
        #expect(try bench.faults() == [])
    }
}
