import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Nothing is lost silently: for every session that a subscriber sees, the numbers received plus
/// the announced gaps run without a hole, and what a gap announces can be had by asking again.
@Suite struct SlowReaderTests {
    /// What one subscription was sent, held against what its sessions have.
    private struct Account {
        /// By session: the last number that was received.
        var last: [String: Int64] = [:]
        var gaps: [(after: String, through: StreamPosition, lines: Int)] = []
        var received: [String] = []
        var faults: [String] = []
        /// Lines that gaps have announced and no jump of `n` has shown yet.
        private(set) var owed = 0

        /// - Parameter since: the last number of every session before the subscription.
        init(_ lines: [JSONLine], sessions: Int, since: Int64) {
            for lane in 0..<sessions { last["s\(lane).0"] = since }
            for line in lines {
                switch line.type {
                case "gap": owed += take(line)
                case "stat": owed -= jump(to: line)
                default: break
                }
                if line.type == "stat" { received.append(line.text) }
                // A number skipped before its gap is announced would be lost in silence.
                if owed < 0 { faults.append("a hole before \(line.text)") }
            }
        }

        private mutating func take(_ gap: JSONLine) -> Int {
            guard let after = gap.after, let text = gap.through, let lines = gap.lines,
                let through = try? Anchor(parsing: text).position
            else {
                faults.append("no gap: \(gap.text)")
                return 0
            }
            gaps.append((after, through, lines))
            return lines
        }

        private mutating func jump(to line: JSONLine) -> Int {
            guard let session = line.session, let n = line.n, let before = last[session], n > before
            else {
                faults.append("out of order: \(line.text)")
                return 0
            }
            last[session] = n
            return Int(n - before - 1)
        }

        /// How many numbers of all sessions lie beyond the last ones received.
        func missing(upTo end: Int64) -> Int {
            last.values.reduce(0) { $0 + Int(end - $1) }
        }
    }

    /// Lines are read by the script of a seed, while ticks go on, then to the end.
    private func read(_ caller: ScriptedClient, of server: ScriptedHub, seed: UInt64) throws
        -> [JSONLine]
    {
        var dice = SeededGenerator(seed: seed)
        var lines: [JSONLine] = []
        for _ in 0..<120 {
            try server.tick(dice.number(0...3))
            switch dice.number(0...7) {
            case 0...2: break
            case 3: lines += try caller.receive(atMost: 1)
            case 4: lines += try caller.receive()
            default: lines += try caller.receive(atMost: dice.number(1...3_000))
            }
            try server.settle()
        }
        return try lines + server.drain(caller)
    }

    /// What a quick reader gets who asks for the lines after an anchor, up to a position.
    private func askAgain(
        after anchor: String, through last: StreamPosition, of server: ScriptedHub
    ) throws -> [String] {
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe","after":"\#(anchor)"}"#)
        defer { caller.hangUp() }
        var texts: [String] = []
        while true {
            let before = caller.bytesRead
            let lines = try caller.receive(atMost: 2_000)
            try server.settle()
            guard caller.bytesRead > before else { return texts }
            for line in lines where line.type == "stat" {
                let anchor = try Anchor(parsing: try #require(line.anchor))
                if anchor.position > last { return texts }
                texts.append(line.text)
            }
        }
    }

    /// The numbers received and the gaps have no hole, the jumps of `n` add up to `lines`, and
    /// asking again from `after` brings exactly the missing lines back.
    @Test(arguments: UInt64(1)...24)
    func `whatever a slow reader reads, nothing is lost in silence`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed &* 77)
        let server = try ScriptedHub(lanes: dice.number(1...5), padding: dice.number(0...400))
        try server.tick(dice.number(0...5))
        let since = server.source.now
        let quick = try server.call(#"{"op":"subscribe"}"#)
        let slow = try server.call()
        try server.narrowNewest(lines: dice.number(0...20), bytes: dice.number(0...6_000))
        try server.tell(slow, #"{"op":"subscribe"}"#)
        let lines = try read(slow, of: server, seed: seed)
        let account = Account(lines, sessions: server.source.lanes, since: since)
        #expect(account.faults == [], "seed \(seed)")

        // Together they are what the quick reader has, line by line.
        let all = try server.drainBytes(quick).map { String(decoding: $0, as: UTF8.self) }
        let lost = account.gaps.reduce(0) { $0 + $1.lines }
        #expect(account.received.count + lost == all.count, "seed \(seed)")
        #expect(account.owed == account.missing(upTo: server.source.now), "seed \(seed)")
        #expect(!account.gaps.isEmpty, "seed \(seed) is too tame")
        var whole = Set(account.received)
        for gap in account.gaps {
            let again = try askAgain(after: gap.after, through: gap.through, of: server)
            #expect(again.count == gap.lines, "seed \(seed)")
            #expect(whole.isDisjoint(with: again), "seed \(seed)")
            whole.formUnion(again)
        }
        let strays = whole.symmetricDifference(all).count
        #expect(strays == 0, "seed \(seed)")
        #expect(server.hub.counters.lines.linesLost == Int64(lost), "seed \(seed)")
    }

    /// Wherever the connection breaks, the newest anchor that was seen is a safe place to go on.
    @Test(arguments: UInt64(1)...16)
    func `whoever goes on from the newest anchor has missed nothing but gaps`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed &* 131)
        let server = try ScriptedHub(lanes: 2, padding: dice.number(0...200))
        try server.tick(30)
        let caller = try server.call()
        try server.narrowNewest(lines: dice.number(1...12), bytes: dice.number(500...6_000))
        try server.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        let lines = try read(caller, of: server, seed: seed)
        var accounted = 0
        for line in lines {
            accounted += line.type == "stat" ? 1 : 0
            accounted += line.type == "gap" ? line.lines ?? 0 : 0
            guard let anchor = try (line.anchor ?? line.through).map({ try Anchor(parsing: $0) })
            else { continue }
            let position = anchor.position
            let before = Int(position.instant.ticks - 1) * 2
            let within = position.lane >= 2 ? 2 : position.lane.index + 1
            #expect(accounted == max(0, before + within), "seed \(seed): \(line.text)")
        }
        #expect(accounted == Int(server.source.now) * 2, "seed \(seed)")
    }

    @Test func `a reader that never reads costs the others nothing`() throws {
        let server = try ScriptedHub(lanes: 40, padding: 1_000)
        let never = try server.call()
        let peer = try server.newestPeer
        try server.narrowNewest(lines: 8192, bytes: 1 << 20)
        try server.tell(never, #"{"op":"subscribe"}"#)
        let readers = try [
            server.call(#"{"op":"subscribe"}"#), server.call(#"{"op":"subscribe","sub":"a"}"#),
        ]
        for tick in 1...80 {
            try server.tick()
            for reader in readers {
                let lines = reader.receiveBytes()
                #expect(lines.count == 40, "tick \(tick)")
            }
            // The rest of a line that was cut goes beyond the limit.
            #expect(peer.outbox.byteCount <= (1 << 20) + 1_200)
        }
        #expect(try !server.isReady)
        let lines = try server.drain(never)
        let gaps = lines.filter { $0.type == "gap" }
        #expect(gaps.count == 1)
        #expect(lines.count { $0.type == "stat" } + (gaps.first?.lines ?? 0) == 3_200)
        #expect(lines.last?.n == 80)
        #expect(peer.outbox.isEmpty)
    }

    @Test func `each subscription of a slow connection has gaps of its own`() throws {
        let server = try ScriptedHub(lanes: 2, padding: 300)
        let caller = try server.call()
        try server.narrowNewest(lines: 9, bytes: 1 << 20)
        for (sub, every) in [("a", 1), ("b", 2)] {
            try server.tell(caller, #"{"op":"subscribe","sub":"\#(sub)","every":"\#(every)s"}"#)
        }
        let lines = try read(caller, of: server, seed: 3)
        for (sub, every) in [("a", Int64(1)), ("b", 2)] {
            let own = lines.filter { $0.sub == sub }
            let account = Account(own, sessions: 2, since: 0)
            #expect(account.faults == [])
            let lost = account.gaps.reduce(0) { $0 + $1.lines }
            #expect(lost > 0)
            #expect(account.received.count + lost == Int(server.source.now / every) * 2)
        }
    }
}
