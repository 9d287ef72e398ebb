import CatchUp
import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Many feeds that open, lead, stall and close in any order.
@Suite struct CatchUpPropertyTests {
    /// Gives turns as the hub does: who waits rests until somebody is released, or until a tick
    /// wakes one.
    private struct Turns {
        var working: [CatchUpStand.Reader] = []
        var resting: [CatchUpStand.Reader] = []

        mutating func wakeOne() {
            guard !resting.isEmpty else { return }
            working.append(resting.removeFirst())
        }

        mutating func take(in stand: CatchUpStand, bytes: Int, stalled: Set<FeedID>) {
            for _ in 0..<stand.feeds.consumeReleases() { wakeOne() }
            guard !working.isEmpty else { return }
            let reader = working.removeFirst()
            guard stand.readers[reader.number] === reader, reader.channel == nil else { return }
            guard !stalled.contains(reader.number) else { return working.append(reader) }
            if stand.turn(reader, bytes: bytes) {
                resting.append(reader)
            } else if reader.channel == nil {
                working.append(reader)
            }
        }
    }

    private func choose(_ dice: inout SeededGenerator) -> [LaneID]? {
        dice.happens(oneIn: 3) ? nil : [dice.lane(0...2), dice.lane(3...4)]
    }

    // With seed 68 two replays of one shape join at the same instant.
    @Test(arguments: Seeds.of([68, 1, 2, 3, 4, 5, 6, 7], few: 2))
    func `nobody waits for ever, and each is told what it would be told alone`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let stand = CatchUpStand(staysInMemory: dice.happens(oneIn: 2))
        var turns = Turns()
        var stalled: Set<FeedID> = []
        var positions = [stand.live.present]
        for _ in 0..<400 {
            if dice.happens(oneIn: 6) {
                let reader = stand.open(
                    choose(&dice), every: Int64(dice.number(1...2)),
                    after: dice.happens(oneIn: 4) ? dice.pick(positions) : nil)
                turns.working.append(reader)
                // Some never read again once they have begun.
                if dice.happens(oneIn: 5) {
                    stand.turn(reader, bytes: 1)
                    stalled.insert(reader.number)
                }
            }
            if dice.happens(oneIn: 20), let reader = stand.anyone(&dice) {
                stalled.remove(reader.number)
                stand.close(reader)
            }
            if dice.happens(oneIn: 3) {
                stand.fly(1)
                turns.wakeOne()
                positions.append(stand.live.present)
            }
            letLanesCome(in: stand, &dice)
            turns.take(in: stand, bytes: dice.number(1...4000), stalled: stalled)
        }
        let reading = stand.ordered.filter { !stalled.contains($0.number) }
        for _ in 0..<2_000 where reading.contains(where: { $0.channel == nil }) {
            stand.fly(1)
            turns.wakeOne()
            letLanesCome(in: stand, &dice)
            for _ in 0..<20 { turns.take(in: stand, bytes: 1 << 16, stalled: stalled) }
        }
        stand.fly(60)
        check(stand, reading, "seed \(seed)")
    }

    /// Flies lanes for anyone, and lets lanes come that were flown for anyone, in any order.
    private func letLanesCome(in stand: CatchUpStand, _ dice: inout SeededGenerator) {
        if dice.happens(oneIn: 3), let reader = stand.anyone(&dice) {
            stand.flyLanes(of: reader, steps: dice.number(1...1000))
        }
        if dice.happens(oneIn: 3), !stand.flown.isEmpty {
            stand.land(dice.number(0...stand.flown.count - 1))
        }
    }

    /// The memory of a channel begins with the lines of the replay that has opened it, and has none
    /// that another replay made before it joined.
    @Test func `lanes of two who join at one instant are recalled from their own beginnings`() {
        let fleet = Fleet(seed: 42, epoch: CatchUpStand.epoch, simulatedLanes: 4)
        var live = LiveFleet(fleet, at: CatchUpStand.epoch + .seconds(300))
        let (beginning, shape) = (live.present, ChannelShape())
        let groups = [[0, 1], [2, 3]].map { $0.map { LaneChoice(lane: $0) } }
        let replays = groups.map { lanes in
            live.replay(shape, lanes, from: .after(beginning), schedule: nil)
        }
        live.advance(to: live.now + .seconds(2), clock: nil)
        for (replay, lanes) in zip(replays, groups) {
            while !replay.advance(to: live.now, steps: 1000, bytes: .max) {}
            replay.consumeLines { lines in
                let isEmpty = lines.isEmpty
                #expect(!isEmpty)
            }
            _ = live.join(replay, following: lanes)
        }
        #expect(live.channel(recalling: shape, groups[0], after: beginning) != nil)
        #expect(live.channel(recalling: shape, groups[1], after: beginning) == nil)
        #expect(live.channel(recalling: shape, groups[1], after: live.present) != nil)
    }

    private func check(_ stand: CatchUpStand, _ reading: [CatchUpStand.Reader], _ seed: String) {
        #expect(reading.count > 10 && stand.computed < stand.feeds.count * 2, "\(seed)")
        for reader in reading {
            #expect(reader.channel != nil, "\(seed): feed \(reader.number) waits for ever")
            let (snapshots, lines) = stand.alone(reader)
            let isSame = reader.lines == lines
            #expect(isSame, "\(seed): feed \(reader.number) is told something else")
            #expect(reader.snapshots.count == snapshots, "\(seed): feed \(reader.number)")
        }
        for reader in stand.ordered { stand.close(reader) }
        #expect(stand.feeds.count == 0 && stand.live.laneCount == 0, "\(seed)")
    }
}
