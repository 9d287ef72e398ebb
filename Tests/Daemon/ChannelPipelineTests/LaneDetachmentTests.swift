import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Lanes that are brought apart from their replay come out as if they had not been.
@Suite struct LaneDetachmentTests {
    private static let lanes: [LaneID] = [0, 5, 8, 13, 21, 34, 89]
    private static let shape = TestShape.everything.shape
    private static let opening = TestFleets.epoch + .seconds(77)

    private func open(_ driven: DrivenFleet, _ start: Beginning) -> DrivenFleet.Subscription {
        driven.open(Self.shape, Self.lanes.map { LaneChoice(lane: $0) }, from: start)
    }

    /// Gives lanes away and takes them back at any moment; returns how often that went well.
    private func work(
        on subscription: DrivenFleet.Subscription, of driven: DrivenFleet, _ dice: inout Dice,
        whileAway: (Int) throws -> Void
    ) rethrows -> Int {
        var away: LaneDetachment?
        var times = 0
        while !subscription.isLive {
            if away == nil {
                away = subscription.replay.detach(steps: Int(dice.within(1...5000)))
                if away != nil { times += 1 }
                if away != nil { try whileAway(times) }
            } else if dice.chance(25), let lanes = away {
                subscription.replay.rejoin(lanes.bring())
                away = nil
            }
            driven.work(
                on: subscription, steps: Int(dice.within(1...400)),
                bytes: Int(dice.within(1...4000)))
        }
        return times
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `lanes that are brought elsewhere give the same lines in the same order`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        let fleet = TestFleets.simulated(seed: seed)
        // At an instant, and within one: some lanes have told theirs and some have not.
        let start = Beginning.after(
            seed % 2 == 0
                ? StreamPosition(after: Self.opening)
                : StreamPosition(Self.opening, lane: 13, .sample))
        let (driven, other) = (
            DrivenFleet(fleet, at: Self.opening), DrivenFleet(fleet, at: Self.opening)
        )
        let (mixed, plain) = (open(driven, start), open(other, start))
        let times = work(on: mixed, of: driven, &dice) { _ in }
        while !plain.isLive { other.work(on: plain, steps: 100_000, bytes: 1 << 20) }
        #expect(times > 1, "seed \(seed)")
        driven.advance(to: Self.opening + .seconds(20))
        other.advance(to: Self.opening + .seconds(20))
        #expect(mixed.snapshots == plain.snapshots, "seed \(seed)")
        expectSame(mixed.lines, plain.lines, "seed \(seed)")
        #expect(plain.snapshots.count == Self.lanes.count && plain.lines.count > 100)
    }

    @Test func `a command that is given while a lane is away is obeyed`() throws {
        var dice = Dice(seed: 5)
        let fleet = TestFleets.simulated(seed: 5)
        let start = Beginning.after(StreamPosition(after: Self.opening))
        let (driven, other) = (
            DrivenFleet(fleet, at: Self.opening), DrivenFleet(fleet, at: Self.opening)
        )
        let (mixed, plain) = (open(driven, start), open(other, start))
        while !plain.isLive { other.work(on: plain, steps: 100_000, bytes: 1 << 20) }
        let pause = CommandRequest.pause(SelectedSessions(lane: 0))
        _ = try work(on: mixed, of: driven, &dice) { time in
            // The first lane is the first to go.
            if time == 1 { try driven.apply(pause) }
        }
        try other.apply(pause)
        driven.advance(to: Self.opening + .seconds(20))
        other.advance(to: Self.opening + .seconds(20))
        expectSame(mixed.lines, plain.lines, "with a pause")
        #expect(plain.lines.contains { $0.field("event") == "pause" })
    }

    @Test func `nothing is given away twice, and the last lanes stay`() throws {
        let driven = DrivenFleet(TestFleets.simulated(), at: Self.opening)
        let replay = open(driven, .after(driven.present)).replay
        #expect(replay.lanesLeft == Self.lanes.count)
        let away = [replay.detach(steps: 1), replay.detach(steps: 1)].compactMap(\.self)
        #expect(away.count == 2 && replay.lanesLeft == Self.lanes.count)
        let given = away.map { $0.bring().all.map(\.lane) }
        #expect(Set(given.joined()).count == 2)
        for lanes in away.reversed() { replay.rejoin(lanes.bring()) }
        #expect(replay.lanesLeft == Self.lanes.count - 2)
        // A third of those that are left: one of five, of four and of three.
        for _ in 0..<3 { replay.rejoin(try #require(replay.detach(steps: 1_000_000)).bring()) }
        #expect(replay.detach(steps: 1_000_000) == nil)
        #expect(replay.lanesLeft == 2)
    }

    @Test func `a replay waits for the lanes that are away, and for no others`() throws {
        let driven = DrivenFleet(TestFleets.simulated(), at: Self.opening)
        let replay = open(driven, .after(driven.present)).replay
        let away = try #require(replay.detach(steps: 1))
        for _ in 0..<3 {
            #expect(!replay.advance(to: driven.now, steps: 1_000_000, bytes: 1 << 20))
        }
        #expect(replay.lanesLeft == 1)
        replay.consumeLines { block in
            let told = block.bytes.text
            #expect(told == "", "before all lanes are there")
        }
        replay.rejoin(away.bring())
        #expect(replay.advance(to: driven.now, steps: 1_000_000, bytes: 1 << 20))
        #expect(replay.lanesLeft == 0)
    }
}
