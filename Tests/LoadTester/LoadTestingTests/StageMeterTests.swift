import Statistics
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import LoadReport
@testable import LoadTesting
@testable import StreamAudit

@Suite struct StageMeterTests {
    @Test func `each stage has what was counted in it, and what was due in it and has not come`()
        throws
    {
        let plan = try StagePlan(parsing: "0-2/2s,2/1s", most: 9)
        var meter = StageMeter(plan, at: 0)
        var tally = AuditTally()
        tally.counts.lines = 5
        meter.beginNext(&tally, connected: 0, at: 0)
        tally.counts.lines += 7
        tally.counts[.duplicates] += 1
        tally.stageTotal?.record(300)
        meter.beginNext(&tally, connected: 2, at: 2_000_000)
        tally.counts.lines += 3
        tally.counts.links.lost += 1
        tally.stageTotal?.record(500)
        meter.end(&tally, connected: 1, at: 3_000_000)
        // Read behind the end, but due before it.
        tally.stageTotal?.record(900)
        tally.counts.lines += 50
        meter.end(&tally, connected: 1, at: 4_000_000)
        meter.record(overdue, tally, at: 4_000_000)
        let stages = meter.stages
        #expect(stages.map(\.counts.lines) == [7, 3])
        #expect(stages.map(\.errors) == [1, 1])
        #expect(stages.map(\.seconds) == [2, 1])
        #expect(stages.map(\.linesPerSecond) == [3.5, 3])
        #expect(stages.map(\.connected) == [2, 1])
        #expect(stages.map(\.notReceived) == [1, 2])
        #expect(stages.map(\.latency.count) == [2, 4])
        #expect(stages.map(\.latency.maximum) == [2_500_000, 1_900_000])
    }

    /// Lines that were due at 1.5, 2.1 and 2.7 s.
    private var overdue: OverdueLines {
        var lines = OverdueLines()
        let schedule = ScheduleClock(
            fleetOrigin: FleetInstant(ticks: 0), monotonicOrigin: 0, speed: .realTime)
        if let grid = DueGrid(after: 45, 30, isOnClock: false, floor: .min, through: 140) {
            lines.add(grid, schedule)
        }
        return lines
    }
}
