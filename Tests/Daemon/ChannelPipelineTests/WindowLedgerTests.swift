import ChannelPipeline
import TestSupport
import Testing
import Vocabulary

@Suite struct WindowLedgerTests {
    private struct Subscription {
        let shape: ChannelShape
        var choices: [LaneChoice]
        var isCatchingUp = true
    }

    private let fleet = TestFleets.simulated(lanes: 30)
    /// All but the median, whose array is as large as the allocator pleases.
    private static let shapes = TestShape.allCases.filter { $0 != .median }.map(\.shape)

    /// What the ledger should hold: each lane once a shape, each replay by itself.
    private func expected(_ subscriptions: [Subscription]) -> WindowLedger {
        var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        for subscription in subscriptions {
            ledger.open(subscription.shape, subscription.choices)
        }
        for subscription in subscriptions where !subscription.isCatchingUp {
            ledger.endCatchUp(subscription.shape, subscription.choices)
        }
        return ledger
    }

    private func opened(
        in ledger: inout WindowLedger, _ dice: inout Dice, _ context: String
    ) -> Subscription {
        let lanes = (0..<30 as Range<LaneID>).filter { _ in dice.chance(30) }
        let new = Subscription(
            shape: dice.pick(Self.shapes), choices: lanes.map { LaneChoice(lane: $0) })
        let needed = ledger.bytesNeeded(new.shape, new.choices)
        let before = ledger.bytes
        let (work, workNeeded) = (ledger.work, ledger.workNeeded(new.shape, new.choices))
        let least = ledger.leastWorkNeeded(new.shape, lanes: new.choices.count)
        #expect(least.average > 0 && least.average <= workNeeded.average, "\(context)")
        #expect(least.peak <= workNeeded.peak, "\(context)")
        ledger.open(new.shape, new.choices)
        #expect(ledger.work - work == workNeeded, "\(context)")
        #expect(ledger.bytes - before == needed, "\(context)")
        return new
    }

    @Test(arguments: UInt64(1)...12)
    func `whatever comes and goes, what is left is accounted as if nothing else had been`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        var open: [Subscription] = []
        for step in 0..<40 {
            let index = Int(dice.within(0...Int64(max(open.count - 1, 0))))
            switch dice.within(0...5) {
            case 0 where !open.isEmpty && open[index].isCatchingUp:
                ledger.endCatchUp(open[index].shape, open[index].choices)
                open[index].isCatchingUp = false
            case 1 where !open.isEmpty:
                let gone = open.remove(at: index)
                if gone.isCatchingUp { ledger.endCatchUp(gone.shape, gone.choices) }
                ledger.close(gone.shape, gone.choices)
            case 2 where !open.isEmpty:
                let lane = LaneID(index: 600_000 + step)
                ledger.add(lane, open[index].shape, isCatchingUp: open[index].isCatchingUp)
                open[index].choices.append(LaneChoice(lane: lane))
            case 3 where !open.isEmpty && !open[index].choices.isEmpty:
                let lane = open[index].choices.removeLast().lane
                ledger.remove(lane, open[index].shape, isCatchingUp: open[index].isCatchingUp)
            default:
                open.append(opened(in: &ledger, &dice, "seed \(seed), step \(step)"))
            }
            guard step % 8 == 7 else { continue }
            let expected = expected(open)
            #expect(ledger.bytes == expected.bytes, "seed \(seed), step \(step)")
            #expect(ledger.work == expected.work, "seed \(seed), step \(step)")
        }
        for gone in open {
            if gone.isCatchingUp { ledger.endCatchUp(gone.shape, gone.choices) }
            ledger.close(gone.shape, gone.choices)
        }
        #expect(ledger.bytes == 0, "seed \(seed)")
        #expect(ledger.work == LiveWork(), "seed \(seed)")
    }

    @Test func `work grows with rate, lanes, windows and readers, and is none unpaced`() throws {
        let lanes = (0..<10).map { LaneChoice(lane: $0) }
        func work(
            _ speed: PlaybackSpeed, _ shapes: [ChannelShape], of lanes: [LaneChoice],
            rate: SampleRate = .oneHertz
        ) -> Int {
            let fleet = TestFleets.simulated(lanes: 30, rate: rate)
            var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: speed))
            for shape in shapes { ledger.open(shape, lanes) }
            return ledger.work.average
        }
        let (one, other) = (TestShape.stat.shape, TestShape.everything.shape)
        let base = work(.realTime, [one], of: lanes)
        #expect(base > 0)
        #expect(work(.realTime, [one], of: Array(lanes.prefix(5))) < base)
        let often = try #require(SampleRate(hertz: 10))
        #expect(work(.realTime, [one], of: lanes, rate: often) > 2 * base)
        // A channel is shared; each of its readers is written to.
        let two = work(.realTime, [one, one], of: lanes)
        #expect(two > base && two < 2 * base)
        // Its windows are not, its flight is.
        let both = work(.realTime, [one, other], of: lanes)
        #expect(both < base + work(.realTime, [other], of: lanes))
        #expect(work(.fastest, [one], of: lanes) == 0)
    }

    @Test
    func `a started lane brings what was said before, and a lane more where channels are many`() {
        var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        let lanes = (0..<10).map { LaneChoice(lane: $0) }
        let (one, other) = (TestShape.stat.shape, TestShape.clock.shape)
        for shape in [one, one, other] { ledger.open(shape, lanes) }
        let started = LaneID.firstStarted
        #expect(ledger.workNeeded(ofLane: started, [:]) == LiveWork())
        let needed = ledger.workNeeded(ofLane: started, [one: 2, other: 1])
        let before = ledger.work
        for shape in [one, one, other] { ledger.add(started, shape, isCatchingUp: false) }
        #expect(ledger.work - before == needed)
        #expect(needed.average > 0 && needed.peak > 0)
        // Each step of each lane comes by every channel.
        let lane = [LaneChoice(lane: 20)]
        let few = ledger.workNeeded(one, lane).average
        for seconds in 2..<102 {
            var shape = one
            shape.every = .seconds(Int64(seconds))
            ledger.open(shape, [LaneChoice(lane: 0)])
        }
        #expect(ledger.workNeeded(one, lane).average >= few + 100 * 4)
    }

    @Test func `only statistics on the clock are due at once`() {
        let lanes = (0..<10).map { LaneChoice(lane: $0) }
        let ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        for shape in TestShape.allCases {
            let needed = ledger.workNeeded(shape.shape, lanes)
            #expect((needed.peak > 0) == (shape == .clock), "\(shape)")
        }
        // However seldom they are.
        var seldom = TestShape.clock.shape
        seldom.every = .seconds(3600)
        let needed = ledger.workNeeded(seldom, lanes)
        #expect(needed.peak == ledger.workNeeded(TestShape.clock.shape, lanes).peak)
        let unpaced = WindowLedger(fleet, WorkModel(of: fleet, at: .fastest))
        #expect(unpaced.workNeeded(seldom, lanes) == LiveWork())
    }

    @Test func `who joins a channel adds only the lanes that nobody follows`() {
        let shape = TestShape.everything.shape
        let memory = ChannelMemoryBound(shape: shape, of: fleet)
        var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        let first = [0, 1, 2].map { LaneChoice(lane: $0) }
        ledger.open(shape, first)
        ledger.endCatchUp(shape, first)
        let second = [2, 3].map { LaneChoice(lane: $0) }
        let own = memory.choiceBytes(second) + memory.replayBytes(second)
        #expect(ledger.bytesNeeded(shape, second) == own + memory.laneBytes(3))
        let other = ledger.bytesNeeded(TestShape.stat.shape, second)
        #expect(
            other > ChannelMemoryBound(shape: TestShape.stat.shape, of: fleet).replayBytes(second))
    }
}
