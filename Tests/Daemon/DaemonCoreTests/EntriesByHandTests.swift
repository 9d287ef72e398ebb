import ChannelPipeline
import Glibc
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore
@testable import StateFiles

/// Samples by hand as the daemon's source keeps them and sends them, over crashes too.
@Suite struct EntriesByHandTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let tick = FleetDuration(ticks: 1)

    private static func source(
        _ fleet: Fleet? = nil, at now: FleetInstant = epoch + .seconds(600)
    ) -> FleetSource {
        FleetSource(
            fleet ?? Fleet(seed: 42, epoch: epoch, simulatedLanes: 6),
            schedule: ScheduleClock(
                fleetOrigin: now, monotonicOrigin: MonotonicClock.now, speed: .realTime),
            catchUpThreads: 0)
    }

    private final class Answers {
        var done: [SessionCommand] = []
        var refused: [WireError] = []

        func take(_ outcome: CommandOutcome) {
            switch outcome {
            case .done(let command, _): done.append(command)
            case .refused(let error): refused.append(error)
            }
        }
    }

    private static func mass(_ value: Int64 = 713, lane: LaneID = 1) throws -> CommandRequest {
        let at = epoch - .seconds(86_400)
        return .add(
            try #require(ManualSample(.bodyMass, value: value, from: at, to: at)), lane: lane)
    }

    private static func lines(_ block: borrowing LineBlock) -> [Substring] {
        block.bytes.text.split(separator: "\n").filter { $0.contains(#""n":"#) }
    }

    /// The lines of books after a point, up to the present of a source.
    private static func entries(
        of source: FleetSource, from start: StreamStart
    ) throws -> [Substring] {
        var request = SubscribeRequest()
        request.start = start
        request.shape.kinds = [.entry]
        request.shape.dayMetrics = .all
        let feed = try source.subscriptions.open(request).number
        var (lines, isThere) = ([Substring](), false)
        while !isThere {
            isThere = source.subscriptions.catchUp(feed, bytes: 1 << 14)
            source.subscriptions.consumeLines(of: feed) { lines += self.lines($0) }
        }
        _ = source.subscriptions.join(feed)
        source.subscriptions.close(feed)
        return lines.filter { $0.contains(#""source":"manual""#) }
    }

    @Test func `without a state folder an entry counts at once, and is not durable`() throws {
        let (source, answers) = (Self.source(), Answers())
        source.desk.perform(try Self.mass(), then: answers.take)
        let added = try #require(answers.done.first)
        #expect(source.live.fleet.manualEntries(of: 1).map(\.instant) == [added.instant])
        #expect(added.instant == source.live.now + Self.tick)
        let name = EntryName(lane: 1, instant: added.instant)
        source.desk.perform(.remove(name), then: answers.take)
        source.desk.perform(.remove(name), then: answers.take)
        #expect(answers.refused.map(\.code) == [.noEntry])
        #expect(source.live.fleet.manualEntries(of: 1).last?.removes == added.instant)
    }

    @Test func `what is so by now is added, though the last lines are older than now`() throws {
        var fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 6)
        let lines = Self.epoch + .seconds(600)
        let now = lines + Self.tick * 4
        let sample = try #require(ManualSample(.bodyMass, value: 713, from: now, to: now))
        let command = try fleet.command(.add(sample, lane: 1), after: lines, present: now)
        try fleet.enter(command)
        #expect(command.instant > now && command.instant <= now + Self.tick * 2)
    }

    @Test func `whoever adds to the day of an athlete by laps is told so`() throws {
        let (source, answers) = (Self.source(), Answers())
        source.desk.perform(try Self.mass(), then: answers.take)
        let added = try #require(answers.done.first)
        #expect(source.desk.note(on: added) == LapsNote.text)
        let removal = EntryName(lane: 1, instant: added.instant)
        source.desk.perform(.remove(removal), then: answers.take)
        source.desk.perform(.pause(SelectedSessions(lane: 1)), then: answers.take)
        #expect(answers.done.count == 3)
        #expect(answers.done[1...].allSatisfy { source.desk.note(on: $0) == nil })
    }

    @Test func `to whom an entry is hidden, its removal answers as if there were none`() throws {
        let (source, answers) = (Self.source(), Answers())
        source.desk.perform(try Self.mass(), then: answers.take)
        let instant = try #require(answers.done.first).instant
        var rights = Rights.undetermined
        (rights.isDetermined, rights.write) = (true, DayMetricSet(.steps))
        for offset in [0, 7] as [Int64] {
            let name = EntryName(lane: 1, instant: instant + Self.tick * offset)
            source.desk.perform(.remove(name), by: rights, then: answers.take)
            #expect(answers.refused.last == .noEntry(name))
        }
        // Whoever may read it learns which right is missing.
        rights.sight.dayMetrics = DayMetricSet(.bodyMass)
        source.desk.perform(
            .remove(EntryName(lane: 1, instant: instant)), by: rights, then: answers.take)
        #expect(answers.refused.map(\.code) == [.noEntry, .noEntry, .sharingDenied])
        #expect(source.live.fleet.manualEntries(of: 1).count == 1)
    }

    @Test func `what waits for the disk is planned, and can be removed before it is there`() throws
    {
        let (source, answers) = (Self.source(), Answers())
        var kept: [(SessionCommand, Int)] = []
        source.desk.keep = { command, number in kept.append((command, number)) }
        source.desk.perform(try Self.mass(), then: answers.take)
        let name = EntryName(lane: 1, instant: try #require(kept.first).0.instant)
        source.desk.perform(.remove(name), then: answers.take)
        source.desk.perform(.remove(name), then: answers.take)
        #expect(kept.count == 2 && answers.done.isEmpty)
        #expect(answers.refused.map(\.code) == [.noEntry])
        #expect(source.live.fleet.manualEntries(of: 1).isEmpty)
        for (_, number) in kept { source.desk.finish(number, nil) }
        #expect(answers.done == kept.map(\.0))
        #expect(source.live.fleet.manualEntries(of: 1).count == 2)
    }

    @Test(arguments: [ENOSPC, EDQUOT, EIO])
    func `a disk that takes nothing leaves everything as it was`(code: Int32) throws {
        let (source, answers) = (Self.source(), Answers())
        var kept: [Int] = []
        source.desk.keep = { _, number in kept.append(number) }
        source.desk.perform(try Self.mass(), then: answers.take)
        source.desk.perform(try Self.mass(), then: answers.take)
        for number in kept {
            source.desk.finish(number, .system(SystemFailure(call: "write", code: code)))
        }
        let expected: ErrorCode = code == EIO ? .internal : .diskFull
        #expect(answers.refused.map(\.code) == [expected, expected])
        #expect(answers.done.isEmpty && source.live.fleet.manualEntries(of: 1).isEmpty)
        // The next one gets the instant that was not used.
        kept.removeAll()
        source.desk.perform(try Self.mass(), then: answers.take)
        source.desk.finish(try #require(kept.first), nil)
        #expect(source.live.fleet.manualEntries(of: 1).count == 1)
    }

    @Test func `a sample of the next tick is refused, one of the present taken`() throws {
        let source = Self.source()
        let answers = Answers()
        // Far behind the clock: the present is what the clock says, not what was sent last.
        let ahead = source.clockwork.clockTime(at: MonotonicClock.now) + .seconds(60)
        for instant in [source.live.now, ahead] {
            let sample = try #require(
                ManualSample(.bodyMass, value: 713, from: instant, to: instant))
            source.desk.perform(.add(sample, lane: 1), then: answers.take)
        }
        #expect(answers.done.count == 1)
        #expect(answers.refused.map(\.field) == ["at"])
    }

    @Test(arguments: [0, 1, 2, 3])
    func `killed between the journal and the line, each entry comes once`(sent: Int) throws {
        let directory = try TemporaryDirectory(prefix: "runway-by-hand")
        let wall = (Self.epoch + .seconds(600)).microseconds
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 6)
        var commands: [SessionCommand] = []
        var seen: [Substring] = []
        var anchor: Anchor?
        do {
            let state = try KeptState(
                try StateFolder("\(directory.path)/state"), fleet, try settings(), at: wall)
            var file = state.opened.file
            let (source, answers) = (Self.source(fleet), Answers())
            var request = SubscribeRequest()
            request.shape.kinds = [.entry]
            request.shape.dayMetrics = .all
            let feed = try source.subscriptions.open(request).number
            while !source.subscriptions.catchUp(feed, bytes: 1 << 14) {}
            let channel = source.subscriptions.join(feed)
            source.desk.keep = { command, number in
                do throws(JournalFailure) {
                    try file.append([command])
                    commands.append(command)
                    // The last one is in the journal when the process dies, and never answered.
                    if commands.count < 4 { source.desk.finish(number, nil) }
                } catch {
                    Issue.record("\(error)")
                }
            }
            for value in Int64(711)...714 {
                source.desk.perform(try Self.mass(value), then: answers.take)
            }
            #expect(answers.done.count == 3 && commands.count == 4)
            let last = sent == 0 ? commands[0].instant - Self.tick : commands[sent - 1].instant
            source.advance(towards: last, tickBegan: 0)
            source.withLines(of: channel) { seen += Self.lines($0) }
            #expect(source.live.now == last)
            anchor = Anchor(identity: source.identity, position: source.present)
            source.desk.keep = nil
        }
        let state = try KeptState(
            try StateFolder("\(directory.path)/state"), fleet, try settings(), at: wall)
        var restarted = fleet
        try state.enterCommands(in: &restarted)
        let present = try #require(commands.last).instant + .seconds(5)
        let source = Self.source(restarted, at: present)
        let rest = try Self.entries(of: source, from: .after(try #require(anchor)))
        #expect(seen.count == sent)
        let values = (seen + rest).compactMap { line in
            JSONValue(line: Array(line.utf8))?["value"]?.double
        }
        #expect(values == [71.1, 71.2, 71.3, 71.4])
        #expect(try Self.entries(of: source, from: .time(Self.epoch)).count == 4)
    }
}
