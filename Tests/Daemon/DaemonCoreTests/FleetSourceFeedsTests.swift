import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What a subscription is told, and in which order, whoever else is there and whatever ticks come
/// between its turns.
@Suite struct FleetSourceFeedsTests {
    private var source = Self.source()

    private static func source(recalledBytesPerSecond: Double = 32_768) -> FleetSource {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: 6),
            schedule: ScheduleClock(
                fleetOrigin: epoch + .seconds(300), monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0,
            together: LanesTogether(bytesPerSecond: recalledBytesPerSecond, lanes: 0))
    }

    private final class Reader {
        let feed: OpenedFeed
        let request: SubscribeRequest
        let opened: FleetInstant
        var channel: ChannelID?
        var snapshots: [Substring] = []
        var caughtUp: [Substring] = []
        var live: [Substring] = []
        /// When each lane came, if they come one by one.
        var came: [LaneID: FleetInstant]?

        init(_ feed: OpenedFeed, _ request: SubscribeRequest, opened: FleetInstant) {
            (self.feed, self.request, self.opened) = (feed, request, opened)
        }

        var lines: [Substring] { caughtUp + live }

        func selects(_ line: Substring) -> Bool {
            guard case .some(let selected) = request.selection else { return true }
            return selected.contains { $0.lane == Self.lane(of: line) }
        }

        static func lane(of line: Substring) -> LaneID? {
            (0..<6).map(LaneID.init(index:)).first { line.contains("\"session\":\"s\($0).") }
        }
    }

    private func open(_ lanes: [LaneID]? = nil, from start: StreamStart = .now) throws -> Reader {
        var request = SubscribeRequest()
        request.start = start
        request.shape.kinds = [.stat, .phase, .event]
        if let lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        return Reader(try source.subscriptions.open(request), request, opened: source.live.now)
    }

    private func lines(_ block: borrowing LineBlock) -> [Substring] {
        block.bytes.text.split(separator: "\n")
    }

    private func work(_ reader: Reader, bytes: Int) {
        guard reader.channel == nil else { return }
        let isPresent = source.subscriptions.catchUp(reader.feed.number, bytes: bytes)
        let isArriving = source.subscriptions.unseenLanes(of: reader.feed.number) != nil
        if isArriving { reader.came = reader.came ?? [:] }
        source.subscriptions.consumeLines(of: reader.feed.number) { block in
            for line in lines(block).filter(reader.selects) {
                if line.contains(#""type":"snapshot""#) {
                    #expect(reader.caughtUp.isEmpty, "a snapshot after lines")
                    reader.snapshots.append(line)
                    if isArriving, let lane = Reader.lane(of: line) {
                        #expect(reader.came?[lane] == nil, "a lane has come twice")
                        reader.came?[lane] = source.live.now
                    }
                } else {
                    reader.caughtUp.append(line)
                }
            }
        }
        if isPresent { reader.channel = source.subscriptions.join(reader.feed.number) }
    }

    /// Gives all their turns: one may wait for another.
    private func catchUp(_ readers: Reader...) { catchUp(readers) }

    private func catchUp(_ readers: [Reader]) {
        for _ in 0..<10_000 where readers.contains(where: { $0.channel == nil }) {
            for reader in readers { work(reader, bytes: 4000) }
        }
        #expect(readers.allSatisfy { $0.channel != nil })
    }

    private func fly(_ ticks: Int, _ readers: [Reader]) {
        for _ in 0..<ticks {
            source.advance(towards: source.live.now + FleetDuration(ticks: 1), tickBegan: 0)
            for channel in source.channelsWithLines {
                source.withLines(of: channel) { block in
                    for reader in readers { take(lines(block), of: channel, for: reader) }
                }
            }
            source.removeLines()
        }
    }

    private func take(_ lines: [Substring], of channel: ChannelID, for reader: Reader) {
        let unseen =
            reader.channel == nil
            ? source.subscriptions.unseenLanes(of: reader.feed.number) : nil
        guard (reader.channel ?? unseen?.channel) == channel else { return }
        reader.live += lines.filter { line in
            let isUnseen = Reader.lane(of: line).map { unseen?.lanes.contains($0) ?? false }
            return reader.selects(line) && isUnseen == false
        }
    }

    /// The same computed by itself, of each lane from where it came on.
    private func computed(_ reader: Reader) -> (snapshots: [Substring], lines: [Substring]) {
        let all = source.subscriptions.choicesOfAll()
        let choices = all.filter { reader.selects("\"session\":\"s\($0.lane).\"") }
        let replay = Replay(
            of: source.fleet, shape: reader.request.shape, choices: choices,
            start: .after(reader.feed.beginning), opened: reader.opened,
            schedule: source.schedule)
        var found: [Substring] = []
        while !replay.advance(to: source.live.now, steps: 10_000, bytes: 1 << 16) {
            replay.consumeLines { found += lines($0) }
        }
        replay.consumeLines { found += lines($0) }
        return (
            found.filter { $0.contains(#""type":"snapshot""#) },
            found.filter { !$0.contains(#""type":"snapshot""#) && isOwed($0, to: reader) }
        )
    }

    /// Whether a line lies behind where its lane came.
    private func isOwed(_ line: Substring, to reader: Reader) -> Bool {
        guard let came = reader.came else { return true }
        guard let instant = Reader.lane(of: line).flatMap({ came[$0] }) else { return false }
        let time = CalendarTime(microseconds: instant.microseconds)
        // Times of one length are ordered as their texts are.
        let text = line.split(separator: "\"t\":\"").last?.prefix { $0 != "\"" }
        return (text ?? "") > "\(time)"
    }

    /// Without the values that the lines before a snapshot have told.
    private func withoutValues(_ snapshot: Substring) -> Substring {
        var text = snapshot
        if let done = text.firstRange(of: ",\"done_m\":") {
            let rest = text[done.upperBound...].drop { $0 != "}" }
            text = text[..<done.lowerBound] + rest
        }
        guard let latest = text.firstRange(of: ",\"latest\":") else { return text }
        return text[..<latest.lowerBound] + "}"
    }

    private func check(_ reader: Reader, _ place: String) {
        let (snapshots, lines) = computed(reader)
        let isSame = reader.lines.map(\.withoutLateness) == lines
        #expect(isSame, "\(place)")
        #expect(reader.caughtUp.allSatisfy { !$0.contains("late_us") }, "\(place)")
        #expect(reader.live.allSatisfy { $0.contains("late_us") }, "\(place)")
        if let came = reader.came {
            #expect(reader.snapshots.count == snapshots.count, "\(place)")
            #expect(came.count == snapshots.count, "\(place)")
        } else if reader.request.start.isResume {
            let told = reader.snapshots.map(withoutValues)
            #expect(told == snapshots.map(withoutValues), "\(place)")
        } else {
            #expect(reader.snapshots == snapshots, "\(place)")
        }
    }

    /// - Parameter recalled: bytes a second; the lanes of what brings more come one by one.
    @Test(arguments: zip(Seeds.of(1...6, few: 3), [32_768, 0, 2_000, 0, 32_768, 32_768]))
    mutating func
        `whoever joins is told snapshots, replayed lines and live ones, in any interleaving`(
            seed: UInt64, recalled: Double
        ) throws
    {
        source = Self.source(recalledBytesPerSecond: recalled)
        var dice = SeededGenerator(seed: seed)
        var readers = [try open()]
        if seed != 4 { catchUp(readers[0]) }
        var anchors = [Anchor(identity: source.identity, position: source.present)]
        for step in 0..<150 {
            if dice.happens(oneIn: 8) {
                let lanes = dice.happens(oneIn: 4) ? nil : [dice.lane(0...5), dice.lane(0...5)]
                let start: StreamStart =
                    dice.happens(oneIn: 3) ? .after(dice.pick(anchors)) : .now
                readers.append(try open(lanes, from: start))
            }
            if dice.happens(oneIn: 25) {
                let lane = SelectedSessions(lane: dice.lane(0...5))
                source.desk.perform(dice.happens(oneIn: 2) ? .pause(lane) : .resume(lane)) { _ in }
            }
            if dice.happens(oneIn: 2) { fly(dice.number(1...40), readers) }
            if step % 10 == 0 {
                anchors.append(Anchor(identity: source.identity, position: source.present))
            }
            for reader in readers where dice.happens(oneIn: 3) {
                work(reader, bytes: dice.number(1...3000))
            }
        }
        catchUp(readers)
        fly(100, readers)
        #expect(source.subscriptions.feedsComputed < readers.count, "seed \(seed)")
        for (index, reader) in readers.enumerated() {
            check(reader, "seed \(seed), reader \(index)")
            source.subscriptions.close(reader.feed.number)
        }
        #expect(source.subscriptions.ledger.bytes == 0, "seed \(seed)")
    }

    @Test mutating func `many lanes come one by one, to each who waits for them`() throws {
        source = Self.source(recalledBytesPerSecond: 0)
        var readers = [try open(), try open()]
        for _ in 0..<3 { work(readers[0], bytes: 1) }
        fly(60, readers)
        #expect(readers[0].live.count > 0 && readers[0].channel == nil, "no line comes before all")
        for _ in 0..<4 {
            fly(3, readers)
            readers += [try open(), try open([1, 4, 5])]
            work(readers[readers.count - 1], bytes: 1)
        }
        catchUp(readers)
        readers.append(try open([2, 3]))
        fly(40, readers)
        catchUp(readers)
        fly(60, readers)
        #expect(source.subscriptions.feedsComputed == 0)
        for (index, reader) in readers.enumerated() {
            check(reader, "reader \(index)")
            source.subscriptions.close(reader.feed.number)
        }
        #expect(source.subscriptions.ledger.bytes == 0 && source.live.laneCount == 0)
    }

    @Test mutating func `who has waited and left leaves nothing behind`() throws {
        source = Self.source(recalledBytesPerSecond: 2_000)
        let first = try open([3])
        work(first, bytes: 1 << 16)
        let second = try open([3])
        work(second, bytes: 1 << 16)
        #expect(source.subscriptions.isWaiting(second.feed.number))
        catchUp(first, second)
        #expect(source.subscriptions.feedsComputed == 1)
        source.subscriptions.close(second.feed.number)
        source.subscriptions.close(first.feed.number)
        let all = [try open(), try open()]
        catchUp(all)
        fly(60, all)
        for reader in all { check(reader, "afterwards") }
    }

    @Test func `who joins a followed lane and waits for a tick is told how it stood before`() throws
    {
        let first = try open([3])
        catchUp(first)
        let second = try open([3])
        fly(120, [first])
        catchUp(second)
        fly(60, [first, second])
        #expect(second.caughtUp.count >= 2)
        #expect(second.live.count >= 1)
        #expect(source.subscriptions.feedsComputed == 1)
        check(second, "after two seconds")
    }
}
