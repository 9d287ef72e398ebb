import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Live commands among the lines: the same bytes however they are computed.
@Suite struct CommandedSameBytesTests {
    @Test(arguments: zip(UInt64(1)...11, TestShape.allCases))
    func `recordings, simulated and started lanes under random commands`(
        seed: UInt64, shape: TestShape
    ) throws {
        try check(.recordings(seed: seed, rows: 60), shape.shape, seed: seed)
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func `sessions that end under random commands`(seed: UInt64) throws {
        try check(.laps(), TestShape.everything.shape, seed: seed)
    }

    @Test(arguments: UInt64(1)...11)
    func `sessions that pause by themselves under random commands`(seed: UInt64) throws {
        try check(OwnPause(seed: seed).stretch, TestShape.everything.shape, seed: seed)
    }

    private func check(_ stretch: FleetStretch, _ shape: ChannelShape, seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let story = CommandedFleet(stretch, shape, &dice)
        try #require(story.commands.count > 5, "seed \(seed)")
        let fleet = story.driven.fleet
        let offline = OfflineLines(
            of: story.live.lanes, in: fleet, shape, after: stretch.opening, through: stretch.last)
        let context = "seed \(seed), \(story.commands)"
        expectSame(story.live.lines, offline.lines, "live, \(context)")
        expectSame(try #require(story.late).lines, offline.lines, "late, \(context)")
        checkOrder(offline.lines, context)
        for _ in 0..<3 {
            let anchor = dice.pick(offline.lines).position
            let again = DrivenFleet(fleet, at: stretch.last).open(
                shape, story.live.lanes.map { LaneChoice(lane: $0) }, from: .after(anchor))
            let lines = replayed(again, steps: Int(dice.within(1...3000)), to: stretch.last)
            expectSame(lines, offline.lines(after: anchor), "after \(anchor.bits), \(context)")
        }
    }

    private func replayed(
        _ subscription: DrivenFleet.Subscription, steps: Int, to last: FleetInstant
    ) -> [PipelineLine] {
        var lines: [PipelineLine] = []
        var isThere = false
        while !isThere {
            isThere = subscription.replay.advance(to: last, steps: steps, bytes: 4096)
            subscription.replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        return lines.filter { $0.isData }
    }

    /// Positions rise, and the numbers of a session have no hole.
    private func checkOrder(_ lines: [PipelineLine], _ context: String) {
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.position < next.position, "\(next.text) \(context)")
        }
        var last: [SessionName: Int] = [:]
        for line in lines {
            if let before = last[line.session] {
                #expect(line.n == before + 1, "\(line.text) \(context)")
            }
            last[line.session] = line.n
        }
    }

    @Test(arguments: UInt64(51)...54)
    func `snapshots within a commanded session say how it stands`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let stretch = try FleetStretch.recordings(seed: seed, rows: 30)
        let story = CommandedFleet(stretch, TestShape.everything.shape, &dice)
        let changes = story.live.lines.filter {
            $0.field("event") == "pause" || $0.field("event") == "resume" || $0.type == "end"
        }
        for line in changes {
            let again = DrivenFleet(story.driven.fleet, at: stretch.last).follow(
                TestShape.marks.shape, [line.session.lane],
                from: .after(line.position))
            let state =
                switch line.field("event") {
                case "pause": "paused"
                case "resume": "flying"
                case _: "landed"
                }
            // All but the last word of an instant may be followed by another that changes it.
            let isLast = !changes.contains {
                $0.session == line.session && $0.position > line.position
                    && $0.position.instant == line.position.instant
            }
            guard isLast, !story.driven.fleet.fliesOnce(line.session.lane) || state != "landed"
            else { continue }
            #expect(
                again.snapshots.first?.field("state") == state[...], "seed \(seed) \(line.text)")
        }
    }
}
