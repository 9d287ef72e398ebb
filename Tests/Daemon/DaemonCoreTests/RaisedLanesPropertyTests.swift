import ChannelPipeline
import Configuration
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A fleet that gets more lanes while subscriptions open, recall, replay, stall, are cut off and
/// resumed: whatever they do when a lane comes, they are told once how it stands, and then every
/// line of it, each as a fleet makes it that has had the lane from the outset.
@Suite struct RaisedLanesPropertyTests {
    fileprivate static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    fileprivate static let lanesMax = 8
    /// When the first subscription may be opened.
    fileprivate static let present = epoch + .seconds(900)

    fileprivate static func shape(_ isLarge: Bool) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = isLarge ? [.stat, .sample, .phase, .event, .entry] : [.stat, .event]
        shape.dayMetrics = .all
        shape.every = .seconds(isLarge ? 1 : 10)
        return shape
    }

    /// A line with its place in the order, without what depends on the clock.
    fileprivate struct Line: Equatable {
        let position: StreamPosition
        let text: String

        static func all(in block: borrowing LineBlock) -> [Line] {
            var bare = LineBlock()
            for index in block.entries.indices where block.entries[index].isData {
                bare.append(replayed: index, of: block, isPaced: false)
            }
            let texts = bare.bytes.text.split(separator: "\n")
            return zip(bare.entries, texts).map {
                Line(position: $0.position, text: withoutDue($1))
            }
        }

        /// Lines from memory say when they were due, and not where they say it.
        private static func withoutDue(_ text: Substring) -> String {
            // It is the fifth field.
            guard let name = text.utf8.prefix(128).firstRange(of: #","due_us":"#.utf8),
                let end = text[name.upperBound...].utf8.firstIndex(of: UInt8(ascii: ","))
            else { return String(text) }
            return String(text[..<name.lowerBound] + text[end...])
        }
    }

    fileprivate final class Reader {
        let isLarge: Bool
        /// Nil for all.
        let lanes: [LaneID]?
        var feed: FeedID = 0
        var channel: ChannelID?
        /// The lines come after this point, and after each lane's own, if that is later.
        var beginning = StreamPosition(bits: 0)
        var raised: [LaneID: StreamPosition] = [:]
        var lines: [Line] = []
        /// How often each lane has said how it stands since the subscription was opened.
        var snapshots: [LaneID: Int] = [:]
        var faults: [String] = []

        init(_ isLarge: Bool, _ lanes: [LaneID]?) { (self.isLarge, self.lanes) = (isLarge, lanes) }

        func take(_ block: borrowing LineBlock) {
            for entry in block.entries {
                let lane = entry.session.lane
                guard lanes?.contains(entry.session.flownLane) ?? true else { continue }
                if !entry.isData {
                    snapshots[lane, default: 0] += 1
                } else if !entry.session.isBook, snapshots[lane] == nil {
                    faults.append("a line of s\(lane) before its snapshot")
                }
            }
            lines += Line.all(in: block).filter { line in
                lanes.map { $0.contains(line.position.lane) } ?? true
            }
        }
    }

    /// All lines of the large shape, or of the other, in a quarter of an hour before ``present``
    /// and as long after it.
    private static let expected = [export(isLarge: false), export(isLarge: true)]

    private static func export(isLarge: Bool) -> [Line] {
        let fleet = Fleet(seed: 42, epoch: epoch, simulatedLanes: lanesMax)
        var run = FleetRun(of: fleet, after: epoch)
        let shape = shape(isLarge)
        let channel = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(after: epoch)))
        for lane in fleet.flownLanes {
            let place = run.add(LaneFlight(fleet.session(of: lane, at: epoch), of: fleet))
            _ = run.bring(place, to: epoch, atMost: .max)
        }
        run.advance(to: present + .seconds(900))
        return run.withLines(of: channel) { Line.all(in: $0) }
    }

    @Test(arguments: Seeds.of(1...30, few: 2))
    func `whatever readers do when lanes come, each lane says how it stands and misses nothing`(
        seed: UInt64
    ) throws {
        var world = World(seed: seed)
        for _ in 0..<60 { try world.act() }
        try world.settle()
        world.fly(.seconds(20))
        #expect(world.readers.count > 3 && world.source.fleet.laneCount > 3, "seed \(seed)")
        for (index, reader) in world.readers.enumerated() {
            try judge(reader, world, "seed \(seed), reader \(index)")
        }
        for reader in world.readers { world.source.subscriptions.close(reader.feed) }
        #expect(
            world.source.subscriptions.ledger.bytes == 0
                && world.source.subscriptions.ledger.work == LiveWork())
        #expect(world.source.live.laneCount == 0 && world.source.live.channelCount == 0)
    }

    private func judge(_ reader: Reader, _ world: World, _ name: String) throws {
        #expect(reader.faults.isEmpty, "\(name)")
        let isOrdered = zip(reader.lines, reader.lines.dropFirst()).allSatisfy {
            $0.position < $1.position
        }
        #expect(isOrdered, "\(name)")
        let owed = Self.expected[reader.isLarge ? 1 : 0].filter {
            $0.position > reader.beginning && $0.position <= world.source.present
        }
        for lane in reader.lanes ?? world.source.fleet.flownLanes {
            let known = owed.filter { $0.position.lane == lane }
            let own = reader.lines.filter { $0.position.lane == lane }
            let isSame = own.elementsEqual(known.suffix(own.count))
            let first = zip(own, known.suffix(own.count)).first { $0 != $1 }
            #expect(
                isSame,
                """
                \(name): \(own.count) of \(known.count) lines of s\(lane); \
                \(first.map { "\($0.0.text)\n\($0.1.text)" } ?? "")
                """)
            let raised = reader.raised[lane] ?? reader.beginning
            let least = known.count { $0.position > raised }
            #expect(own.count >= least, "\(name): s\(lane)")
            #expect(reader.snapshots[lane] == 1, "\(name): s\(lane)")
        }
        let lanes = Set(reader.lines.map(\.position.lane))
        #expect(lanes.isSubset(of: reader.lanes ?? world.source.fleet.flownLanes), "\(name)")
        #expect(reader.snapshots.values.allSatisfy { $0 == 1 }, "\(name)")
    }
}

/// A daemon's source without a hub, and its readers.
private struct World {
    typealias Reader = RaisedLanesPropertyTests.Reader

    let source: FleetSource
    var readers: [Reader] = []
    private var dice: SeededGenerator

    init(seed: UInt64) {
        dice = SeededGenerator(seed: seed)
        let lanes = dice.number(1...2)
        source = FleetSource(
            Fleet(seed: 42, epoch: RaisedLanesPropertyTests.epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(
                fleetOrigin: RaisedLanesPropertyTests.present, monotonicOrigin: 0,
                speed: .realTime),
            catchUpThreads: 0,
            together: LanesTogether(bytesPerSecond: dice.happens(oneIn: 3) ? 0 : 32_768, lanes: 0))
    }

    /// Does something at random.
    mutating func act() throws {
        switch dice.below(20) {
        case 0...3 where readers.count < 8: try open()
        case 4...5: try raise()
        case 6...7: fly(FleetDuration(ticks: Int64(dice.number(1...100))))
        case 8: fly(.seconds(Int64(dice.number(2...20))))
        case 9...10 where !readers.isEmpty: try cut(dice.pick(readers))
        default:
            let waiting = readers.filter { $0.channel == nil }
            if !waiting.isEmpty { turn(dice.pick(waiting)) }
        }
    }

    private mutating func open() throws {
        let reader = Reader(dice.happens(oneIn: 2), dice.happens(oneIn: 4) ? [0] : nil)
        let spans = [0, 30, 300].map { FleetDuration.seconds($0) }
        try open(reader, after: StreamPosition(after: source.live.now - dice.pick(spans)))
        readers.append(reader)
    }

    private func open(_ reader: Reader, after position: StreamPosition) throws {
        var request = SubscribeRequest()
        request.shape = RaisedLanesPropertyTests.shape(reader.isLarge)
        if let lanes = reader.lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        if position < source.present {
            request.start = .after(Anchor(identity: source.identity, position: position))
        }
        let feed = try source.subscriptions.open(request)
        if reader.lines.isEmpty { reader.beginning = feed.beginning }
        (reader.feed, reader.channel, reader.snapshots) = (feed.number, nil, [:])
    }

    /// The link is lost, and some lines that had come are not kept.
    private mutating func cut(_ reader: Reader) throws {
        source.subscriptions.close(reader.feed)
        reader.lines.removeLast(min(reader.lines.count, dice.number(0...20)))
        try open(reader, after: reader.lines.last?.position ?? reader.beginning)
    }

    private mutating func raise() throws {
        let most = RaisedLanesPropertyTests.lanesMax
        try source.raise(to: min(most, source.clockwork.laneGoal + dice.number(1...2)))
        let before = source.fleet.laneCount
        while source.raiseLanes() { publish() }
        for reader in readers {
            for lane in source.fleet.flownLanes[before...] { reader.raised[lane] = source.present }
        }
    }

    private mutating func turn(_ reader: Reader) {
        let isPresent = source.subscriptions.catchUp(reader.feed, bytes: dice.number(1...8000))
        source.subscriptions.consumeLines(of: reader.feed) { reader.take($0) }
        if isPresent { reader.channel = source.subscriptions.join(reader.feed) }
    }

    func fly(_ span: FleetDuration) {
        let due = source.live.now + span
        while source.live.now < due {
            source.advance(towards: due, tickBegan: 0)
            publish()
        }
    }

    private func publish() {
        for channel in source.channelsWithLines {
            source.withLines(of: channel) { block in
                for reader in readers where reader.channel == channel { reader.take(block) }
            }
        }
        source.removeLines()
    }

    /// Gives turns until all are live. Who waits for another is woken by a tick.
    mutating func settle() throws {
        for _ in 0..<20_000 {
            let waiting = readers.filter { $0.channel == nil }
            guard !waiting.isEmpty else { return }
            turn(dice.pick(waiting))
            if dice.happens(oneIn: 20) {
                source.recordTick(began: source.clockwork.lastTick + .milliseconds(300))
                fly(FleetDuration(ticks: 1))
            }
        }
        Issue.record("a subscription does not come to the present")
    }
}
