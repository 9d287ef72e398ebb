import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct LineBlockReplayedTests {
    private func replayed(speed: PlaybackSpeed, live: Bool, isPaced: Bool) -> [String] {
        var writer = DataLineWriter(identity: IdentityHash(bits: 99))
        let schedule = ScheduleClock(
            fleetOrigin: FleetInstant(ticks: 0), monotonicOrigin: 5_000_000, speed: speed)
        writer.clock = LineClock(schedule: schedule, tickBegan: live ? 9_000_000 : nil)
        for tick in 1...3 as ClosedRange<Int64> {
            let position = StreamPosition(FleetInstant(ticks: tick), lane: 7, .stat)
            writer.begin("stat", SessionName(lane: 7, lap: 2), n: tick, at: position)
            writer.appendWord("phase", "cruise")
            writer.end()
        }
        var block = LineBlock()
        for line in [0, 2] { block.append(replayed: line, of: writer.block, isPaced: isPaced) }
        #expect(block.entries.map(\.position.instant.ticks) == [1, 3])
        #expect(
            block.entries.map(\.session) == Array(repeating: SessionName(lane: 7, lap: 2), count: 2)
        )
        #expect(block.entries.last?.end == block.bytes.count)
        return block.bytes.text.split(separator: "\n").map(String.init)
    }

    @Test func `a line that was sent live is the one that would be replayed`() {
        let live = replayed(speed: .realTime, live: true, isPaced: true)
        #expect(live == replayed(speed: .realTime, live: false, isPaced: true))
        #expect(live.allSatisfy { $0.contains("\"due_us\":") && !$0.contains("late_us") })
    }

    @Test func `without a pace it is due at no time`() {
        let live = replayed(speed: .fastest, live: true, isPaced: false)
        #expect(live == replayed(speed: .fastest, live: false, isPaced: false))
        #expect(live.allSatisfy { !$0.contains("_us\"") })
    }
}
