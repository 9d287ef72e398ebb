import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct JournalTests {
    private let now = instant(1_795_154_400)
    private let day: Int64 = 86_400

    /// Lap *k* ends *k* days after the present.
    private func end(_ session: SessionName) -> FleetInstant? {
        session.lane == 7 ? now + .seconds(day) * Int64(session.lap) : nil
    }

    private func journal(laps: [Int]) -> Journal {
        Journal(identity: "mkzz710x", commands: laps.map { pause(at: 1, lap: $0) })
    }

    @Test func `only sessions that ended more than thirty days ago are dropped`() throws {
        let journal = journal(laps: [-31, -30, -40, 0, -400])
        let compacted = try #require(journal.compacted(at: now, end: end))
        #expect(compacted.commands.map(\.session.lap) == [-30, 0])
        #expect(compacted.oldestInstant == now - .seconds(30 * day))
        #expect(compacted.identity == journal.identity)
    }

    @Test func `half or fewer are not worth it`() {
        #expect(journal(laps: []).compacted(at: now, end: end) == nil)
        #expect(journal(laps: [-31, 0]).compacted(at: now, end: end) == nil)
        #expect(journal(laps: [-31, -31, 0]).compacted(at: now, end: end)?.commands.count == 1)
    }

    @Test func `a session whose end is not known is kept`() {
        let started = SessionCommand(.stop, SessionName(lane: 600_000, lap: 0), at: instant(1))
        var journal = journal(laps: [-31, -31])
        journal.commands.append(started)
        #expect(journal.compacted(at: now, end: end)?.commands == [started])
    }

    @Test func `what was done by hand is kept for ever, and does not keep the rest`() {
        var journal = journal(laps: [-31, -31, 0])
        let entries = [add(at: 1), remove(1, at: 2), add(at: 3), add(at: 4)]
        journal.commands += entries
        let compacted = journal.compacted(at: now) { $0.isBook ? instant(0) : end($0) }
        #expect(compacted?.commands == [pause(at: 1, lap: 0)] + entries)
        #expect(journal.commands.sessionCount == 3)
    }

    @Test func `the oldest instant never goes back`() {
        var journal = journal(laps: [-31])
        journal.oldestInstant = now
        #expect(journal.compacted(at: now, end: end)?.oldestInstant == now)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `compaction keeps order and every command that can still matter`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let laps = (0..<200).map { _ in dice.number(-80 ... -10) }
        let journal = journal(laps: laps)
        let kept = journal.compacted(at: now, end: end) ?? journal
        #expect(
            kept.commands.filter { $0.session.lap >= -30 }
                == journal.commands.filter {
                    $0.session.lap >= -30
                }, "seed \(seed)")
        #expect(kept.oldestInstant == nil || kept.commands.allSatisfy { $0.session.lap >= -30 })
    }

    @Test func `the margin is a fifth of a second of the clock at any speed`() throws {
        #expect(StateLimits.margin(at: .realTime) == FleetDuration(ticks: 10))
        for (thousandths, ticks) in [(100, 1), (101, 2), (60_000, 600), (3_600_000, 36_000)] {
            let speed = try #require(PlaybackSpeed(thousandths: Int64(thousandths)))
            #expect(StateLimits.margin(at: speed).ticks == Int64(ticks))
        }
    }
}
