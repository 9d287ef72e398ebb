import ChannelPipeline
import CommandLine
import Configuration
import Simulation
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Subscriptions that begin long ago: what they bring is what an export of the span holds, whatever
/// was commanded in it, however they stall, are cut off and resumed, and however far the fleet goes
/// meanwhile.
@Suite struct LongReplayTests {
    /// A line with its place in the order, without what depends on the clock.
    fileprivate struct Line: Equatable {
        let position: StreamPosition
        let text: String

        static func all(in block: borrowing LineBlock) -> [Line] {
            let texts = block.bytes.text.split(separator: "\n")
            return zip(block.entries, texts).filter(\.0.isData).map { entry, text in
                Line(position: entry.position, text: LongReplayTests.withoutClock(text))
            }
        }
    }

    private static func withoutClock(_ text: Substring) -> String {
        text.split(separator: ",")
            .filter { !$0.hasPrefix(#""due_us":"#) && !$0.hasPrefix(#""late_us":"#) }
            .joined(separator: ",")
    }

    fileprivate final class Reader {
        let request: SubscribeRequest
        /// The lanes that it selects; nil for all.
        let lanes: [LaneID]?
        var feed: FeedID
        var channel: ChannelID?
        var lines: [Line] = []
        var cuts = 0

        init(_ request: SubscribeRequest, _ lanes: [LaneID]?, _ feed: FeedID) {
            (self.request, self.lanes, self.feed) = (request, lanes, feed)
        }

        func take(_ block: borrowing LineBlock) {
            lines += Line.all(in: block).filter { line in
                lanes.map { $0.contains(line.position.lane) } ?? true
            }
        }
    }

    /// A fleet whose present is long after the point at which its readers begin.
    fileprivate struct World {
        let source: FleetSource
        /// The fleet, had it forgotten nothing.
        var whole: Fleet
        let beginning: StreamPosition
        var readers: [Reader] = []
        var dice: SeededGenerator
        var commands = 0

        /// - Parameter start: how long after the fleet's epoch the readers begin.
        init(_ fleet: Fleet, startingAfter start: FleetDuration = .zero, seed: UInt64) {
            whole = fleet
            var limits = DaemonLimits()
            limits.historySamples = 4200
            source = FleetSource(
                fleet,
                schedule: ScheduleClock(
                    fleetOrigin: fleet.epoch, monotonicOrigin: 0, speed: .realTime),
                limits: limits, catchUpThreads: 0)
            source.live.advance(to: fleet.epoch + start, clock: nil)
            beginning = source.present
            dice = SeededGenerator(seed: seed)
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `laps are replayed as they were`(seed: UInt64) throws {
        var rows = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        for row in 0..<1500 { rows += "\(row + row / 700 * 40),\(90 + row % 83),2.5,,,\n" }
        // A recording is looked at in every tick.
        let recordings =
            seed % 2 == 0 ? [try Recording(csv: Array(rows.utf8), name: "run")] : []
        let fleet = Fleet(
            seed: seed, epoch: FleetInstant(ticks: 1_795_154_400 * 50),
            simulatedLanes: 3 - recordings.count, recordings: recordings)
        // A lap of lane 1 ends soon after that, and the recording does.
        let world = World(fleet, startingAfter: .seconds(1_500), seed: seed)
        try check(world, .seconds(300), [.stat, .phase, .event, .entry])
    }

    @Test(arguments: Seeds.of(1...20, few: 1))
    func `days are replayed as they were, with their books`(seed: UInt64) throws {
        let fleet = try FleetFlags.fleet(
            try DaemonFlags.table.parse([
                "--schedule", "days", "--time-zone", "Europe/Berlin", "--sessions", "3",
                "--seed", "\(seed)", "--epoch", "2026-03-28T16:00:00Z",
            ]), defaultEpoch: 0)
        try check(World(fleet, seed: seed), .seconds(8 * 3600), [.stat, .phase, .event, .entry])
    }

    @Test func `what is computed for a reader that reads nothing has a bound`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        let world = World(Fleet(seed: 42, epoch: epoch, simulatedLanes: 20), seed: 1)
        let source = world.source
        var request = SubscribeRequest()
        request.shape.kinds = [.advisory]
        let position = StreamPosition(after: epoch - .seconds(86_400))
        request.start = .after(Anchor(identity: source.identity, position: position))
        let feed = try source.subscriptions.open(request).number
        for _ in 0..<2 {
            #expect(!source.subscriptions.isFarAhead(feed))
            var slices = 0
            while !source.subscriptions.isFarAhead(feed), slices < 100 {
                #expect(!source.subscriptions.catchUp(feed, bytes: 1 << 16))
                slices += 1
            }
            #expect((8...12).contains(slices))
            source.subscriptions.noteRead(feed)
        }
        source.subscriptions.close(feed)
    }

    /// Also at the instant at which a started session ends, behind whose last lines there is none.
    @Test func `whoever goes on behind any line gets all that follow`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        var world = World(Fleet(seed: 42, epoch: epoch, simulatedLanes: 2), seed: 1)
        world.perform(.start(StartOrder(), at: epoch + .seconds(10)))
        world.fly(.seconds(40))
        let started = try #require(world.source.fleet.startedLanes(at: world.source.live.now).first)
        world.perform(.stop(SelectedSessions(lane: started)))
        world.fly(.seconds(10))
        #expect(world.commands == 2)
        var request = SubscribeRequest()
        request.shape.kinds = [.stat, .event, .entry]
        request.shape.every = .seconds(1)
        let export = world.export(request.shape)
        #expect(export.count { $0.text.contains(#""type":"end","session":"s\#(started).0"#) } == 1)
        for (index, line) in export.enumerated() {
            let resumed = try world.resume(request, after: line.position)
            #expect(resumed == Array(export[(index + 1)...]), "behind \(line.text)")
        }
    }

    private func check(_ world: World, _ span: FleetDuration, _ kinds: Set<LineKind>) throws {
        var world = world
        let seed = world.whole.seed
        world.live(through: span)
        var request = SubscribeRequest()
        request.shape.kinds = kinds
        request.shape.dayMetrics = .all
        request.shape.every = .seconds(20)
        for lanes in [nil, [0, 2]] as [[LaneID]?] { try world.open(request, lanes) }
        // Before their replays have begun.
        if seed % 2 == 1 { world.forget() }
        try world.catchUp()
        world.fly(FleetDuration.seconds(20))
        let export = world.export(request.shape)
        #expect(export.count > 50 && world.commands > 10, "seed \(seed)")
        let cuts = world.readers.map(\.cuts).reduce(0, +)
        #expect(cuts > 0 || seed % 2 == 1, "seed \(seed)")
        for reader in world.readers {
            let owed = export.filter { reader.lanes?.contains($0.position.lane) ?? true }
            let isSame = reader.lines == owed
            let first = zip(reader.lines, owed).first { $0 != $1 }
            #expect(
                isSame,
                """
                seed \(seed): \(reader.lines.count) of \(owed.count) lines; \
                \(first.map { "\($0.0.text)\n\($0.1.text)" } ?? "")
                """)
        }
        for reader in world.readers { world.source.subscriptions.close(reader.feed) }
        #expect(
            world.source.subscriptions.ledger.bytes == 0
                && world.source.subscriptions.ledger.work == LiveWork())
    }
}

extension LongReplayTests.World {
    /// Lets time pass in which nobody follows, but somebody commands.
    mutating func live(through span: FleetDuration) {
        for _ in 0..<Self.commandsInSpan {
            advance(by: FleetDuration(ticks: span.ticks / Int64(Self.commandsInSpan)))
            command()
        }
    }

    private static var commandsInSpan: Int { 40 }

    /// Forgets what random limits say. Readers that have begun need not notice.
    mutating func forget() {
        let limits = RetentionLimits(
            longest: .seconds(Int64(dice.number(1...200_000))), settling: .seconds(1),
            commands: dice.number(0...10), removedEntriesKept: 1000)
        source.desk.finishForgetting(source.fleet.forgettable(at: source.live.now, limits))
    }

    private func advance(by span: FleetDuration) {
        let due = source.live.now + span
        while source.live.now < due {
            source.advance(towards: due, tickBegan: 0)
            for channel in source.channelsWithLines {
                source.withLines(of: channel) { block in
                    for reader in readers where reader.channel == channel { reader.take(block) }
                }
            }
            source.removeLines()
        }
    }

    /// Tries a command that may make no sense.
    mutating func command() {
        let now = source.live.now
        let lane = SelectedSessions(
            lane: dice.pick([0, 1, 2] + source.fleet.startedLanes(at: now)))
        var request: CommandRequest =
            dice.pick([.pause(lane), .resume(lane), .resume(lane), .stop(lane)])
        if dice.happens(oneIn: 4) {
            request = .start(StartOrder(), at: now + .seconds(Int64(dice.number(1...60))))
        } else if dice.happens(oneIn: 3) {
            let at = source.fleet.epoch - FleetDuration.seconds(Int64(dice.number(0...80_000)))
            let sample = ManualSample(.bodyMass, value: 713, from: at, to: at)
            if let sample { request = .add(sample, lane: lane.lane) }
        }
        perform(request)
    }

    mutating func perform(_ request: CommandRequest) {
        var done: SessionCommand?
        source.desk.perform(request) { answer in
            guard case .done(let command, _) = answer else { return }
            done = command
        }
        guard let done, (try? whole.enter(done)) != nil else { return }
        commands += 1
    }

    mutating func open(_ request: SubscribeRequest, _ lanes: [LaneID]?) throws {
        var request = request
        if let lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        readers.append(LongReplayTests.Reader(request, lanes, try open(request, after: beginning)))
    }

    private func open(_ request: SubscribeRequest, after position: StreamPosition) throws -> FeedID
    {
        var request = request
        request.start = .after(Anchor(identity: source.identity, position: position))
        return try source.subscriptions.open(request).number
    }

    /// All lines from a position to the present.
    func resume(
        _ request: SubscribeRequest, after position: StreamPosition
    ) throws -> [LongReplayTests.Line] {
        let reader = LongReplayTests.Reader(request, nil, try open(request, after: position))
        defer { source.subscriptions.close(reader.feed) }
        var isPresent = false
        while !isPresent {
            isPresent = source.subscriptions.catchUp(reader.feed, bytes: 1 << 16)
            source.subscriptions.consumeLines(of: reader.feed) { reader.take($0) }
        }
        return reader.lines
    }

    /// Gives turns at random until all are live, cuts some off, and flies on meanwhile.
    mutating func catchUp() throws {
        for _ in 0..<100_000 {
            let waiting = readers.filter { $0.channel == nil }
            guard !waiting.isEmpty else { return }
            let reader = dice.pick(waiting)
            if reader.cuts < 2, dice.happens(oneIn: 4) { try cut(reader) }
            turn(reader)
            guard dice.happens(oneIn: 6) else { continue }
            fly(FleetDuration(ticks: Int64(dice.number(1...500))))
            command()
            if dice.happens(oneIn: 4) { forget() }
        }
        Issue.record("a replay does not come to the present")
    }

    private mutating func turn(_ reader: LongReplayTests.Reader) {
        let isPresent = source.subscriptions.catchUp(reader.feed, bytes: dice.number(1...6000))
        source.subscriptions.consumeLines(of: reader.feed) { reader.take($0) }
        if isPresent { reader.channel = source.subscriptions.join(reader.feed) }
    }

    /// The link is lost, and some lines that had come are not kept.
    private mutating func cut(_ reader: LongReplayTests.Reader) throws {
        let lines = reader.lines.dropLast(dice.number(0...20))
        let position = lines.last?.position ?? beginning
        // Who comes back for what has been forgotten is refused.
        let oldest = source.fleet.commands.retention.latest
        guard oldest.map({ position >= StreamPosition(after: $0) }) ?? true else { return }
        reader.cuts += 1
        source.subscriptions.close(reader.feed)
        reader.lines = Array(lines)
        reader.feed = try open(reader.request, after: position)
    }

    func fly(_ span: FleetDuration) { advance(by: span) }

    /// All lines from the beginning to the present, made in one go.
    func export(_ shape: ChannelShape) -> [LongReplayTests.Line] {
        let fleet = whole
        var run = FleetRun(of: fleet, after: beginning.instant)
        let channel = run.add(Channel(shape: shape, of: fleet, after: beginning))
        for lane in fleet.flownLanes + fleet.commands.startedLanes {
            let place = run.add(
                LaneFlight(fleet.session(of: lane, at: beginning.instant), of: fleet))
            _ = run.bring(place, to: beginning.instant, atMost: .max)
        }
        run.advance(to: source.live.now)
        return run.withLines(of: channel) { LongReplayTests.Line.all(in: $0) }
    }
}
