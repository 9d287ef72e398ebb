import CatchUp
import ChannelPipeline
import TestSupport
import Vocabulary
import WireProtocol

/// A fleet, the feeds that follow it and their readers: what drives a ``FeedTable`` as the daemon
/// does, on a clock that stands in the test.
final class CatchUpStand {
    static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    var live: LiveFleet
    var feeds: FeedTable
    /// Whether the lines of any number of lanes stay in memory long enough.
    let staysInMemory: Bool
    /// When the daemon ticked last, microseconds.
    private(set) var time = MonotonicInstant.zero
    private(set) var readers: [FeedID: Reader] = [:]
    /// How many feeds have been brought from the starts of their sessions.
    private(set) var computed = 0
    private(set) var recalls = 0
    private(set) var arrivals = 0
    /// Lanes that have been flown and have not come into their channel.
    private(set) var flown: [(shape: ChannelShape, lanes: [LaneID], brought: BroughtLanes)] = []

    final class Reader {
        let number: FeedID
        let opening: Opening
        let lanes: [LaneID]
        var channel: ChannelID?
        var snapshots: [Substring] = []
        var lines: [Substring] = []
        /// When each lane came to it, if they came one by one.
        var came: [LaneID: FleetInstant] = [:]

        init(_ number: FeedID, _ opening: Opening) {
            (self.number, self.opening) = (number, opening)
            lanes = opening.choices.map(\.lane)
        }

        func selects(_ line: Substring) -> Bool { lane(of: line) != nil }

        func lane(of line: Substring) -> LaneID? {
            lanes.first { line.contains("\"session\":\"s\($0).") }
        }
    }

    init(lanes: Int = 5, staysInMemory: Bool = true) {
        self.staysInMemory = staysInMemory
        feeds = FeedTable()
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: lanes)
        live = LiveFleet(fleet, at: Self.epoch + .seconds(300))
    }

    /// - Parameters:
    ///   - lanes: all if left out.
    ///   - position: now if left out.
    ///   - alignment: to what the statistics keep.
    @discardableResult
    func open(
        _ lanes: [LaneID]? = nil, every seconds: Int64 = 1, after position: StreamPosition? = nil,
        alignment: Alignment = .session
    ) -> Reader {
        var shape = ChannelShape()
        shape.kinds = [.stat, .phase, .event]
        shape.every = .seconds(seconds)
        shape.alignment = alignment
        let chosen = lanes ?? live.fleet.flownLanes
        let beginning = position ?? live.present
        let opening = Opening(
            shape, chosen.map { LaneChoice(lane: $0) }, .after(beginning),
            isResume: position != nil, opened: live.now, beginning: beginning,
            lanesMayArrive: position == nil && !staysInMemory)
        let reader = Reader(feeds.open(opening, followsAll: lanes == nil), opening)
        readers[reader.number] = reader
        return reader
    }

    /// One turn of a feed; what it makes is read. Returns whether it waits for another.
    @discardableResult
    func turn(_ reader: Reader, bytes: Int = 1 << 16) -> Bool {
        guard reader.channel == nil else { return false }
        if work(reader.number, reader, bytes) { join(reader) }
        return feeds.isWaiting(reader.number)
    }

    /// What the live fleet has for an opening.
    func offer(_ opening: Opening) -> LiveOffer { LiveOffer(to: opening, by: live) }

    private func work(_ number: FeedID, _ reader: Reader, _ bytes: Int) -> Bool {
        switch feeds.takeTurn(number, at: time, offer) {
        case .wait: return false
        case .beginRecall(let recall):
            recalls += 1
            live.follow(recall.channel, recall.opening.choices)
            return tell(recall, to: reader, bytes)
        case .recall(let recall): return tell(recall, to: reader, bytes)
        case .beginArrival(let opening):
            arrivals += 1
            let arrival = begin(arrivalOf: number, opening)
            return show(arrival, to: reader, bytes)
        case .arrive(let arrival): return show(arrival, to: reader, bytes)
        case .beginReplay(let opening):
            let replay = begin(number, opening)
            return advance(replay, for: reader, bytes)
        case .replay(let replay): return advance(replay, for: reader, bytes)
        case .stay: return true
        }
    }

    /// Hands in the replay that a turn has asked for.
    func begin(_ number: FeedID, _ opening: Opening) -> Replay {
        computed += 1
        let replay = live.replay(
            opening.shape, opening.choices, from: opening.start, opened: opening.opened,
            includesSnapshots: opening.includesSnapshots, schedule: nil)
        feeds.begin(number, with: replay)
        return replay
    }

    /// Hands in the lanes that are to come to a feed.
    func begin(arrivalOf number: FeedID, _ opening: Opening) -> Arrival {
        let channel = live.follow(opening.shape, opening.choices)
        let arrival = Arrival(opening, channel, in: live)
        feeds.begin(number, with: arrival)
        return arrival
    }

    private func show(_ arrival: Arrival, to reader: Reader, _ bytes: Int) -> Bool {
        var block = LineBlock()
        let before = reader.lanes.filter(arrival.unseen.lanes.contains)
        let isPresent = arrival.appendSnapshots(from: live, bytes: bytes, into: &block)
        for lane in before where !arrival.unseen.lanes.contains(lane) {
            reader.came[lane] = live.now
        }
        take(block, for: reader)
        return isPresent
    }

    /// Flies the next lanes of a feed to which lanes are to come, in a piece of work of its own.
    func flyLanes(of reader: Reader, steps: Int) {
        guard let arrival = feeds.arrival(of: reader.number) else { return }
        let away = Set(flown.filter { $0.shape == arrival.shape }.flatMap(\.lanes))
        let lanes = arrival.popWaiting(steps: steps) { away.contains($0) }
        guard !lanes.isEmpty else { return }
        let brought = live.detachment(of: lanes, arrival.shape).bring()
        flown.append((arrival.shape, lanes, brought))
    }

    /// Lets the lanes of a piece of work into their channel.
    func land(_ index: Int) {
        let (shape, lanes, brought) = flown.remove(at: index)
        live.land(brought.all, shape)
        feeds.land(lanes, shape)
    }

    private func advance(_ replay: Replay, for reader: Reader, _ bytes: Int) -> Bool {
        let isPresent = replay.advance(to: live.now, steps: 400, bytes: bytes)
        replay.consumeLines { take($0, for: reader) }
        return isPresent
    }

    private func tell(_ recall: Recall, to reader: Reader, _ bytes: Int) -> Bool {
        var block = LineBlock()
        let progress = recall.appendLines(from: live, bytes: bytes, isPaced: false, into: &block)
        take(block, for: reader)
        guard case .forgotten = progress else {
            if case .present = progress { return true }
            return false
        }
        let leaving = feeds.forget(reader.number)
        live.leave(leaving.channel, reader.opening.choices)
        return false
    }

    private func join(_ reader: Reader) {
        switch feeds.join(reader.number) {
        case .follow(let channel, _): reader.channel = channel
        case .takeOver(let replay):
            let channel = live.join(replay, following: reader.opening.choices)
            feeds.join(reader.number, channel: channel)
            reader.channel = channel
        case .stay(let channel): reader.channel = channel
        }
    }

    private func take(
        _ block: borrowing LineBlock, for reader: Reader, but unseen: LaneSet = LaneSet()
    ) {
        for line in block.bytes.text.split(separator: "\n") {
            guard let lane = reader.lane(of: line), !unseen.contains(lane) else { continue }
            if line.contains(#""type":"snapshot""#) {
                reader.snapshots.append(line)
            } else {
                reader.lines.append(line)
            }
        }
    }

    /// So many ticks of 20 ms, each in as many parts as there are, whose lines those who are live
    /// read.
    func fly(_ ticks: Int) {
        for _ in 0..<ticks {
            time += .milliseconds(20)
            let next = live.now + FleetDuration(ticks: 1)
            while live.now < next {
                feeds.noteBeginnings(in: live)
                live.advancePart(to: next, clock: nil, bytes: .max, windows: 1)
                deliver()
            }
        }
    }

    private func deliver() {
        for channel in live.channelsWithLines {
            live.withLines(of: channel) { block in
                for reader in readers.values {
                    let arrival = feeds.arrival(of: reader.number)
                    guard (reader.channel ?? arrival?.channel) == channel else { continue }
                    take(block, for: reader, but: arrival?.unseen.lanes ?? LaneSet())
                }
            }
        }
        live.removeLines()
    }

    /// The readers by their numbers: a seed means the same in every process.
    var ordered: [Reader] { readers.values.sorted { $0.number < $1.number } }

    /// One of the readers; nil if there is none.
    func anyone(_ dice: inout SeededGenerator) -> Reader? {
        readers.isEmpty ? nil : dice.pick(ordered)
    }

    func close(_ reader: Reader) {
        readers[reader.number] = nil
        let remains = feeds.close(reader.number)
        if let channel = remains.channel { live.leave(channel, reader.opening.choices) }
    }

    /// The lines of a reader from its beginning to now, of each lane from where it came on,
    /// computed by a replay of its own.
    func alone(_ reader: Reader) -> (snapshots: Int, lines: [Substring]) {
        let opening = reader.opening
        let replay = Replay(
            of: live.fleet, shape: opening.shape, choices: opening.choices, start: opening.start,
            opened: opening.opened, schedule: nil)
        let other = Reader(0, opening)
        while !advance(replay, for: other, 1 << 16) {}
        let lines = other.lines.filter { line in
            guard let came = reader.lane(of: line).flatMap({ reader.came[$0] }) else { return true }
            let time = CalendarTime(microseconds: came.microseconds)
            // Times of one length are ordered as their texts are.
            let text = line.split(separator: "\"t\":\"").last?.prefix { $0 != "\"" }
            return (text ?? "") > "\(time)"
        }
        return (other.snapshots.count, lines)
    }
}
