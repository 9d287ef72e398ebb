import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// A fleet that forgets commands, beside one that never does: the same answers to commands, and the
/// same lines from whatever point the first one says that it can compute.
@Suite struct ForgettingTests {
    private struct Story {
        let base: Fleet
        var whole: Fleet
        var forgetful: Fleet
        /// What a journal has of the forgetful fleet.
        var kept: [SessionCommand] = []
        var now: FleetInstant
        /// Opened on the forgetful fleet some time ago, and told of every command since.
        var late: (replay: Replay, beginning: StreamPosition, lanes: [LaneID])?
        var forgottenCount = 0
        var forgottenEntries = 0

        init(_ fleet: Fleet, from now: FleetInstant) {
            (base, whole, forgetful) = (fleet, fleet, fleet)
            self.now = now
        }

        mutating func command(_ dice: inout Dice) {
            let request = request(&dice)
            let expected = Result { () throws(WireError) in try whole.command(request, after: now) }
            let found = Result { () throws(WireError) in try forgetful.command(request, after: now)
            }
            guard case .success(var command) = expected else {
                if case .success(let other) = found { Issue.record("\(other), which is refused") }
                return
            }
            #expect((try? found.get()) == command)
            if dice.chance(50) {
                command.user = UInt32(dice.within(1000...1002))
                if case .start = command.action {
                    command.day = Int32(dice.within(20_000...20_003))
                }
            }
            guard (try? whole.enter(command)) != nil, (try? forgetful.enter(command)) != nil else {
                return
            }
            kept.append(command)
            late?.replay.apply(command, of: forgetful)
        }

        private func request(_ dice: inout Dice) -> CommandRequest {
            let lanes = base.flownLanes + whole.startedLanes(at: now)
            let started = LaneID(index: Int(dice.within(600_000...600_040)))
            let lane = dice.chance(5) ? started : dice.pick(lanes)
            let selected = SelectedSessions(lane: lane)
            if dice.chance(15) { return .start(StartOrder(), at: nil) }
            if dice.chance(20) {
                let entries = whole.manualEntries(of: lane)
                if dice.chance(50), !entries.isEmpty {
                    return .remove(EntryName(lane: lane, instant: dice.pick(entries).instant))
                }
                if let sample = ManualSample(.bodyMass, value: 700, from: now, to: now) {
                    return .add(sample, lane: lane)
                }
            }
            return dice.pick([.pause(selected), .resume(selected), .stop(selected)])
        }

        /// Forgets what random limits say; sometimes starts again with what the journal has.
        mutating func forget(_ dice: inout Dice) throws {
            let limits = RetentionLimits(
                longest: .seconds(dice.within(60...200_000)),
                settling: .seconds(dice.within(1...20)), commands: Int(dice.within(0...30)),
                removedEntriesKept: Int(dice.within(0...3)))
            let count = forgetful.commands.count
            guard let forgotten = forgetful.forgettable(at: now, limits) else { return }
            forgetful.forget(forgotten)
            late?.replay.goOn(with: forgetful)
            kept.removeAll { forgotten.contains($0) }
            forgottenCount += count - forgetful.commands.count
            forgottenEntries += forgotten.entries.count
            #expect(forgetful.commands.count == kept.count { !$0.session.isBook })
            checkStocks()
            guard dice.chance(40) else { return }
            let retention = forgetful.commands.retention
            late = nil
            forgetful = base
            forgetful.remember(since: retention)
            for command in kept { try forgetful.enter(command) }
            checkStocks()
        }

        /// What users have is what is kept, and their starts are those that they have ever given.
        private func checkStocks() {
            for user in UInt32(1000)...1002 {
                let (own, stock) = (kept.filter { $0.user == user }, forgetful.stock(of: user))
                #expect(stock.startsEver == whole.stock(of: user).startsEver)
                #expect(stock.commands == own.count { !$0.session.isBook && !$0.isFreeStop })
                #expect(
                    stock.removals
                        == own.count { if case .remove = $0.action { true } else { false } })
                let removed = Set(kept.compactMap(\.removedName))
                #expect(
                    stock.entries
                        == own.count { $0.addedName.map { !removed.contains($0) } ?? false })
            }
        }

        mutating func openLate(_ shape: ChannelShape, _ dice: inout Dice) {
            let beginning = StreamPosition(after: point(since: oldest, &dice))
            let lanes = lanes(at: beginning.instant)
            let replay = Replay(
                of: forgetful, shape: shape, choices: lanes.map { LaneChoice(lane: $0) },
                start: .after(beginning), opened: now, schedule: nil)
            late = (replay, beginning, lanes)
        }

        func lanes(at instant: FleetInstant) -> [LaneID] {
            #expect(forgetful.startedLanes(at: instant) == whole.startedLanes(at: instant))
            return base.flownLanes + whole.startedLanes(at: instant)
        }

        var oldest: FleetInstant? {
            forgetful.commands.retention.latest
        }

        /// An instant of the last minutes from which on lines can be computed.
        func point(since oldest: FleetInstant?, _ dice: inout Dice) -> FleetInstant {
            let first = max(now - .seconds(400), oldest ?? now - .seconds(400))
            return dice.chance(30)
                ? first : first + FleetDuration(ticks: dice.within(0...(now - first).ticks))
        }
    }

    private func lines(
        _ fleet: Fleet, _ lanes: [LaneID], _ shape: ChannelShape, after beginning: StreamPosition,
        through now: FleetInstant
    ) -> [PipelineLine] {
        lines(
            Replay(
                of: fleet, shape: shape, choices: lanes.map { LaneChoice(lane: $0) },
                start: .after(beginning), opened: now, schedule: nil), through: now)
    }

    private func lines(_ replay: Replay, through now: FleetInstant) -> [PipelineLine] {
        var lines: [PipelineLine] = []
        var isThere = false
        while !isThere {
            isThere = replay.advance(to: now, steps: 10_000, bytes: 1 << 16)
            replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        return lines
    }

    private func check(_ story: inout Story, _ shape: ChannelShape, _ dice: inout Dice) {
        let (now, context) = (story.now, "after \(story.forgottenCount) were forgotten")
        func compare(_ lanes: [LaneID], _ beginning: StreamPosition) {
            expectSame(
                lines(story.forgetful, lanes, shape, after: beginning, through: now),
                lines(story.whole, lanes, shape, after: beginning, through: now), context)
        }
        let beginning = StreamPosition(after: story.point(since: story.oldest, &dice))
        compare(story.lanes(at: beginning.instant), beginning)
        // The fleet's own lanes go further back than those that were started.
        let retention = story.forgetful.commands.retention
        let known = [retention.own, retention.entries].compactMap { $0 }.max()
        let own = story.point(since: known, &dice)
        compare(story.base.flownLanes, StreamPosition(after: own))
        if let late = story.late {
            expectSame(
                lines(late.replay, through: now),
                lines(story.whole, late.lanes, shape, after: late.beginning, through: now),
                "late, \(context)")
            story.late = nil
        }
    }

    private var shape: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = [.entry, .event, .phase, .stat]
        shape.every = .seconds(20)
        return shape
    }

    @Test(arguments: UInt64(1)...4)
    func `runs over midnight`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let fleet = TestFleets.midnightRuns(lanes: 4)
        var story = Story(fleet, from: TestFleets.midnight)
        for day in Int64(2)...7 {
            let midnight = TestFleets.midnight + .seconds(86_400 * day)
            story.now = midnight - .seconds(115)
            story.openLate(shape, &dice)
            while story.now < midnight + .seconds(150) {
                story.now = story.now + FleetDuration(ticks: dice.within(1...500))
                story.command(&dice)
                if dice.chance(10) { try story.forget(&dice) }
            }
            check(&story, shape, &dice)
        }
        #expect(story.forgottenCount > 20, "seed \(seed)")
        #expect(story.forgottenEntries > 4, "seed \(seed)")
    }

    @Test(arguments: UInt64(11)...13)
    func `laps and started sessions`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let fleet = TestFleets.simulated(lanes: 3)
        // Laps that touch midnight are among them.
        var story = Story(fleet, from: TestFleets.epoch + .seconds(16 * 3600))
        for round in 0..<60 {
            for _ in 0..<12 {
                story.now = story.now + FleetDuration(ticks: dice.within(1...4000))
                story.command(&dice)
            }
            if dice.chance(60) { try story.forget(&dice) }
            if round % 15 == 10 { story.openLate(shape, &dice) }
            if round % 15 == 14 { check(&story, shape, &dice) }
        }
        #expect(story.forgottenCount > 50, "seed \(seed)")
    }
}

extension SessionCommand {
    /// Whether it is a stop that no share bounds.
    fileprivate var isFreeStop: Bool {
        action == .stop && session.lane >= .firstStarted
    }

    fileprivate var addedName: EntryName? {
        guard case .add = action else { return nil }
        return EntryName(lane: session.flownLane, instant: instant)
    }

    fileprivate var removedName: EntryName? {
        guard case .remove(let removed) = action else { return nil }
        return EntryName(lane: session.flownLane, instant: removed)
    }
}
