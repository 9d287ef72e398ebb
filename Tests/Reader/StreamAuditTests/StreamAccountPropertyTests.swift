import StreamAudit
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct StreamAccountPropertyTests {
    private static let beginning = StreamLines.position(0, lane: 9)
    private static let opening = [
        StreamLines.subscribed(StreamLines.position(0)), StreamLines.live(beginning),
    ]

    private func audit(
        _ lines: [[UInt8]], _ policy: QueuePolicy = .dropOldest, kinds: Set<LineKind>
    ) -> Auditor {
        var auditor = Auditor(parsesInFull: 64, policy: policy, kinds: kinds)
        auditor.connect()
        auditor.hear(Self.opening + lines)
        auditor.close()
        return auditor
    }

    @Test(arguments: [QueuePolicy.dropOldest, .newest], UInt64(1)...12)
    func `whatever a queue loses or replaces, nothing is found`(
        policy: QueuePolicy, seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        let fleet = ReferenceFleet(
            &dice, kinds: [.sample, .phase, .stat], ticks: 100, ends: true)
        let events = ReferenceQueue.events(
            fleet.lines[...], policy, after: Self.beginning, &dice)
        let auditor = audit(
            events.map(\.bytes), policy, kinds: [.sample, .phase, .stat])
        #expect(auditor.defects == [:], "seed \(seed), \(policy)")
        #expect(auditor.counts.lines == events.count { !$0.isGap }, "seed \(seed), \(policy)")
        let passed = auditor.counts.announcedLost + auditor.counts.replaced
        #expect(passed + auditor.counts.lines == fleet.lines.count, "seed \(seed), \(policy)")
        #expect(passed > 0, "seed \(seed), \(policy)")
    }

    @Test(arguments: UInt64(1)...12)
    func `where the bytes are cut changes nothing`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let fleet = ReferenceFleet(&dice, kinds: [.stat, .phase], ticks: 60, ends: true)
        var lines = ReferenceQueue.events(
            fleet.lines[...], .dropOldest, after: Self.beginning, &dice
        ).map(\.bytes)
        for _ in 0..<5 { lines.remove(at: dice.below(lines.count)) }
        for _ in 0..<5 { lines.insert(Array("oops".utf8), at: dice.below(lines.count)) }
        let whole = audit(lines, kinds: [.stat, .phase])
        var cut = Auditor(parsesInFull: 64, kinds: [.stat, .phase])
        cut.connect()
        let bytes = (Self.opening + lines).map { $0 + [UInt8(ascii: "\n")] }
        var rest = Array(bytes.joined())[...]
        while !rest.isEmpty {
            let count = dice.chance(50) ? dice.number(1...8) : dice.number(1...2000)
            cut.read(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        cut.close()
        #expect(cut.counts == whole.counts, "seed \(seed)")
        #expect(cut.tally.latency == whole.tally.latency, "seed \(seed)")
        #expect(cut.anchor == whole.anchor, "seed \(seed)")
        #expect(whole.counts.violations >= 5, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...12)
    func `resumptions at any line are exact, and those that are not are found`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        // The last lines of a session that ends in a gap are numbers that nobody can know.
        let fleet = ReferenceFleet(&dice, kinds: [.stat], ticks: 120, ends: false)
        var auditor = Auditor(kinds: [.stat])
        auditor.connect()
        var heard = 0
        var (exact, skipping) = (0, 0)
        while heard < fleet.lines.count {
            let events = ReferenceQueue.events(
                fleet.lines[heard...], .dropOldest,
                after: heard == 0 ? Self.beginning : fleet.lines[heard - 1].position, &dice)
            auditor.hear(StreamLines.subscribed(position(before: heard, of: fleet)))
            let count = dice.number(1...min(80, events.count))
            auditor.hear(events.prefix(count).map(\.bytes))
            auditor.disconnect()
            heard = next(events.prefix(count), of: fleet, from: heard)
            auditor.connect(resuming: true)
            exact += 1
            guard dice.chance(30), let skipped = skippable(heard, of: fleet) else { continue }
            skipping += 1
            auditor.hear(StreamLines.subscribed(position(before: heard, of: fleet)))
            auditor.hear(fleet.lines[heard..<skipped].map(\.bytes))
            auditor.hear(fleet.lines[skipped + 1].bytes)
            heard = skipped + 2
            auditor.disconnect()
            auditor.connect(resuming: true)
        }
        auditor.close()
        #expect(auditor.counts.links.exactResumes == exact - 1, "seed \(seed)")
        #expect(
            auditor.defects
                == (skipping == 0 ? [:] : [.unaccounted: skipping, .inexactResumes: skipping]),
            "seed \(seed)")
    }

    private func position(before index: Int, of fleet: ReferenceFleet) -> StreamPosition {
        index == 0 ? StreamLines.position(0) : fleet.lines[index - 1].position
    }

    /// The line behind the last that came.
    private func next(
        _ events: ArraySlice<StreamEvent>, of fleet: ReferenceFleet, from heard: Int
    ) -> Int {
        for event in events.reversed() {
            guard case .line(let line, _) = event, let place = fleet.lines.firstIndex(of: line)
            else { continue }
            return place + 1
        }
        return heard
    }

    /// The first line at or behind `index` that is followed by another of its session at once.
    private func skippable(_ index: Int, of fleet: ReferenceFleet) -> Int? {
        guard index + 2 < fleet.lines.count else { return nil }
        let (first, second) = (fleet.lines[index], fleet.lines[index + 1])
        return first.session == second.session ? index : nil
    }
}
