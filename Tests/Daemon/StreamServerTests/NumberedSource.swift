import StreamServer
import TestSupport
import Vocabulary
import WireProtocol

/// A source whose lines are numbered: every `every` seconds each lane has one.
///
/// A channel is named by its `every`. A lane's line at tick *t* of a channel of *k* has the number
/// *t* / *k*, whether or not somebody follows, so that what was missed can be made again.
final class NumberedSource: StreamSource, SubscriptionSource, CommandSource {
    static let identity = IdentityHash(bits: 99)

    let lanes: Int
    let padding: [UInt8]
    /// How often a catch-up has to be asked before it makes its first line.
    var catchUpSlices = 0
    var answerSlices = 0
    var flow = LineFlow.unbounded
    private(set) var now: Int64 = 0
    var channels = Channels()
    /// How often a catch-up did a slice of its work.
    private(set) var slices = 0
    private(set) var answersInWork = 0
    private(set) var mostAnswersInWork = 0
    /// Feeds of which nothing comes before ``release()``.
    var waiting: Set<FeedID> = []
    private var released = 0
    /// By number; those that have joined stay, with their channel.
    private(set) var catchUps: [NumberedCatchUp] = []
    var joined: Set<FeedID> = []
    /// Feeds that follow their channels before all lanes have come.
    var arriving: [FeedID: UnseenLanes] = [:]
    var progress: CatchUpProgress?
    /// For each call of the hub: how late the lines were that the kernel has taken, in ticks.
    private(set) var delivered: [[Int64: Int]] = []
    /// How many replays ended before they joined.
    private(set) var abandoned = 0

    init(lanes: Int = 2, padding: Int = 0) {
        self.lanes = lanes
        self.padding = Array(repeating: UInt8(ascii: "p"), count: padding)
    }

    /// How many subscriptions follow, by channel.
    var followers: [ChannelID: Int] { channels.followers }

    /// Makes the lines of the next tick, of those channels that somebody follows.
    func tick() {
        now += 1
        for channel in channels.followers.keys { channels.fill(channel, at: now, for: self) }
    }

    var feeds: any SubscriptionSource { self }
    var commands: any CommandSource { self }
    var identity: IdentityHash { Self.identity }
    var present: StreamPosition { StreamPosition(after: FleetInstant(ticks: now)) }

    func appendHello(for rights: Rights, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"hello\"}\n")
    }

    func appendBeat(anchor: Anchor?, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"beat\"")
        buffer.appendField("anchor", anchor?.description)
        buffer.append("}\n")
    }

    func appendDescription(for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"describe\"")
        buffer.appendField(id: id)
        buffer.appendField("text", String(repeating: "d", count: 3000))
        buffer.append("}\n")
    }

    func appendStatus(
        _ counters: HubCounters, for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer
    ) {
        buffer.append("{\"type\":\"status\"")
        buffer.appendField(id: id)
        buffer.appendField("lines", counters.connections)
        buffer.append("}\n")
    }

    func sessions(from lane: LaneID, limit: Int, sight: Sight) -> any StreamAnswer {
        NumberedAnswer(from: lane.index, slices: answerSlices, of: self)
    }

    func sessions(_ request: SortedSessionsRequest, sight: Sight) -> any StreamAnswer {
        NumberedAnswer(from: request.offset, slices: answerSlices, of: self)
    }

    /// How often answers in portions did a slice of their work.
    var portionSlices = 0

    /// Refuses a page of one.
    func query(_ request: QueryRequest, id: AnswerID?) throws(WireError) -> any StreamAnswer {
        guard request.limit > 1 else { throw .badField("limit", reason: "One is too few.") }
        return PortionedAnswer(portions: request.limit, slices: answerSlices, of: self)
    }

    func reading(of feed: FeedID) -> ReadingNeed { ReadingNeed(ChannelShape()) }

    func open(_ request: SubscribeRequest, for claimant: Claimant) throws(WireError) -> OpenedFeed {
        if case .some(let selected) = request.selection,
            selected.contains(where: { $0.lane.index >= lanes })
        {
            throw WireError(
                .unknownSession, reason: "There is no such lane.", suggestion: "Use another.",
                field: "select.session")
        }
        let beginning = try beginning(request.start)
        catchUps.append(
            NumberedCatchUp(
                after: beginning, selection: request.selection,
                period: request.shape.every.ticks / FleetDuration.seconds(1).ticks,
                slices: catchUpSlices, of: self))
        return OpenedFeed(number: FeedID(row: catchUps.count - 1), beginning: beginning, flow: flow)
    }

    /// What live commands are answered with, in their order; later ones wait for an answer.
    var outcomes: [CommandOutcome] = []
    private(set) var unanswered: [CommandAnswer] = []

    func perform(
        _ request: CommandRequest, by rights: Rights, among users: Int,
        then answer: @escaping CommandAnswer
    ) {
        guard !outcomes.isEmpty else { return unanswered.append(answer) }
        answer(outcomes.removeFirst())
    }

    private func beginning(_ start: StreamStart) throws(WireError) -> StreamPosition {
        switch start {
        case .now: return present
        case .sessionStart: return StreamPosition(after: FleetInstant(ticks: 0))
        case .time(let instant): return StreamPosition(after: instant)
        case .back(let span): return StreamPosition(after: present.instant - span)
        case .after(let anchor):
            guard anchor.identity == identity else {
                throw WireError(
                    .anchorForeign, reason: "It is another's.", suggestion: "Start over.",
                    field: "after")
            }
            return anchor.position
        }
    }

    func catchUp(_ feed: FeedID, bytes: Int) -> Bool {
        slices += 1
        if let unseen = arriving[feed] { return unseen.lanes.isEmpty }
        guard !waiting.contains(feed) else { return false }
        return catchUps[feed.row].advance(to: now, bytes: bytes)
    }

    /// Feeds whose reader must read before every slice.
    var farAhead: Set<FeedID> = []
    private(set) var reads = 0

    func isFarAhead(_ feed: FeedID) -> Bool { farAhead.contains(feed) }
    func noteRead(_ feed: FeedID) { reads += 1 }

    func isWaiting(_ feed: FeedID) -> Bool {
        waiting.contains(feed) || arriving[feed].map { !$0.lanes.isEmpty } ?? false
    }

    func consumeReleases() -> Int {
        defer { released = 0 }
        return released
    }

    /// Lets the feeds go on that wait.
    func release() {
        released = waiting.count + arriving.count
        waiting.removeAll()
    }

    func consumeLines(of feed: FeedID, _ body: (borrowing LineBlock) -> Void) {
        catchUps[feed.row].consumeLines(body)
    }

    func join(_ feed: FeedID) -> ChannelID {
        if let unseen = arriving.removeValue(forKey: feed) { return unseen.channel }
        let replay = catchUps[feed.row]
        precondition(replay.tick == now, "a replay at \(replay.tick) joins at \(now)")
        let channel = ChannelID(index: Int(replay.period))
        channels.follow(channel)
        joined.insert(feed)
        return channel
    }

    func close(_ feed: FeedID) {
        guard joined.remove(feed) != nil else { return abandoned += 1 }
        channels.leave(ChannelID(index: Int(catchUps[feed.row].period)))
    }

    /// A tick of the source takes a second.
    func due(_ instant: FleetInstant) -> MonotonicInstant {
        MonotonicInstant(microseconds: instant.ticks * 1_000_000)
    }

    func note(_ delivered: Delivered) {
        var late: [Int64: Int] = [:]
        for run in delivered.runs {
            late[now - run.due.microseconds / 1_000_000, default: 0] += run.lines
        }
        self.delivered.append(late)
    }

    var channelsWithLines: [ChannelID] { channels.withLines }

    func withLines(of channel: ChannelID, _ body: (borrowing LineBlock) -> Void) {
        channels.withLines(of: channel, body)
    }

    func removeLines() { channels.removeLines() }
}

extension NumberedSource {
    func beginAnswer() {
        answersInWork += 1
        mostAnswersInWork = max(mostAnswersInWork, answersInWork)
    }

    func endAnswer() { answersInWork -= 1 }

    /// Adds the line of one lane.
    func append(lane: LaneID, at tick: Int64, period: Int64, to block: inout LineBlock) {
        let position = StreamPosition(FleetInstant(ticks: tick), lane: lane, .stat)
        block.bytes.append("{\"type\":\"stat\",\"session\":\"s")
        block.bytes.appendInteger(Int64(lane.index))
        block.bytes.append(".0\",\"n\":")
        block.bytes.appendInteger(tick / period)
        block.bytes.append(",\"anchor\":\"")
        AnchorEncoder(identity: identity).append(position, to: &block.bytes)
        block.bytes.append("\",\"pad\":\"")
        block.bytes.append(bytes: padding)
        block.bytes.append("\"}\n")
        block.endLine(at: position, lap: 0)
    }

    func appendSnapshot(lane: LaneID, at position: StreamPosition, to block: inout LineBlock) {
        block.bytes.append("{\"type\":\"snapshot\",\"session\":\"s")
        block.bytes.appendInteger(Int64(lane.index))
        block.bytes.append(".0\"}\n")
        block.endLine(
            at: StreamPosition(position.instant, lane: lane, .last), lap: 0, isData: false)
    }
}

/// The lines that wait in the channels.
///
/// Not copyable, as the live fleet is: to end a subscription while lines are being read traps.
struct Channels: ~Copyable {
    private final class Lines {
        var block = LineBlock()
    }

    private(set) var followers: [ChannelID: Int] = [:]
    private var lines: [ChannelID: Lines] = [:]

    mutating func follow(_ channel: ChannelID) {
        followers[channel, default: 0] += 1
        lines[channel] = lines[channel] ?? Lines()
    }

    mutating func leave(_ channel: ChannelID) {
        guard let count = followers[channel] else {
            preconditionFailure("channel \(channel), which nobody follows, is left")
        }
        followers[channel] = count > 1 ? count - 1 : nil
        if count == 1 { lines[channel] = nil }
    }

    func fill(_ channel: ChannelID, at tick: Int64, for source: NumberedSource) {
        guard let waiting = lines[channel], tick % Int64(channel.index) == 0 else { return }
        for lane in 0..<LaneID(index: source.lanes) {
            source.append(lane: lane, at: tick, period: Int64(channel.index), to: &waiting.block)
        }
    }

    var withLines: [ChannelID] { lines.filter { !$0.value.block.isEmpty }.keys.sorted() }

    func withLines(of channel: ChannelID, _ body: (borrowing LineBlock) -> Void) {
        guard let waiting = lines[channel] else {
            preconditionFailure("the lines of channel \(channel), which nobody follows, are read")
        }
        body(waiting.block)
    }

    func removeLines() {
        for waiting in lines.values { waiting.block.removeAll() }
    }
}
