import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

/// A fleet of one session that everybody follows from now on, as a hub sees it.
final class DeliverySource: StreamSource, SubscriptionSource, CommandSource {
    private static let epoch = FleetInstant(ticks: 0) + .seconds(1_767_225_600)
    private static let rate = SampleRate(hertz: 50) ?? .oneHertz

    private var live: LiveFleet
    private let schedule: ScheduleClock
    private let lanes = [LaneChoice(lane: LaneID(index: 0))]
    private var replays: [Replay] = []
    /// Lines that the hub has handed to the kernel.
    private(set) var delivered = 0

    init() {
        let fleet = Fleet(seed: 7, epoch: Self.epoch, rate: Self.rate, simulatedLanes: 1)
        live = LiveFleet(fleet, at: Self.epoch + .seconds(600))
        schedule = ScheduleClock(
            fleetOrigin: Self.epoch, monotonicOrigin: .zero + .seconds(1), speed: .realTime)
    }

    /// A line falls due at every tick.
    func tick() {
        live.advance(
            to: live.now + FleetDuration(ticks: 1),
            clock: LineClock(schedule: schedule, tickBegan: schedule.due(live.now)))
    }

    /// The bytes of the lines that are due.
    var dueBytes: [UInt8] {
        live.channelsWithLines.flatMap { live.withLines(of: $0) { $0.bytes.bytes } }
    }

    var feeds: any SubscriptionSource { self }
    var commands: any CommandSource { self }
    var identity: IdentityHash { live.fleet.identity }
    var present: StreamPosition { StreamPosition(after: live.now) }

    func appendHello(for rights: Rights, to buffer: inout LineBuffer) {
        buffer.append("{\"type\":\"hello\"}\n")
    }
    func appendBeat(anchor: Anchor?, to buffer: inout LineBuffer) {}
    func appendDescription(for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer) {}
    func appendStatus(
        _ counters: HubCounters, for rights: Rights, id: AnswerID?, to buffer: inout LineBuffer
    ) {}

    func sessions(from lane: LaneID, limit: Int, sight: Sight) -> any StreamAnswer {
        preconditionFailure("nobody asks for sessions in this benchmark")
    }

    func query(_ request: QueryRequest, id: AnswerID?) throws(WireError) -> any StreamAnswer {
        preconditionFailure("nobody asks for sums in this benchmark")
    }

    func sessions(_ request: SortedSessionsRequest, sight: Sight) -> any StreamAnswer {
        preconditionFailure("nobody asks for sessions in this benchmark")
    }

    func perform(
        _ request: CommandRequest, by rights: Rights, among users: Int,
        then answer: @escaping CommandAnswer
    ) {}

    func reading(of feed: FeedID) -> ReadingNeed {
        preconditionFailure("nobody loses a right in this benchmark")
    }

    func open(_ request: SubscribeRequest, for claimant: Claimant) -> OpenedFeed {
        let replay = live.replay(request.shape, lanes, from: .after(present), schedule: nil)
        replays.append(replay)
        return OpenedFeed(number: FeedID(row: replays.count - 1), beginning: replay.beginning)
    }

    func catchUp(_ feed: FeedID, bytes: Int) -> Bool {
        replays[feed.row].advance(to: live.now, steps: 100_000, bytes: bytes)
    }

    func isWaiting(_ feed: FeedID) -> Bool { false }

    func consumeReleases() -> Int { 0 }

    func consumeLines(of feed: FeedID, _ body: (borrowing LineBlock) -> Void) {
        replays[feed.row].consumeLines(body)
    }

    func join(_ feed: FeedID) -> ChannelID { live.join(replays[feed.row], following: lanes) }

    func close(_ feed: FeedID) {}

    func due(_ instant: FleetInstant) -> MonotonicInstant {
        MonotonicInstant(microseconds: instant.microseconds)
    }

    func note(_ delivered: Delivered) {
        for run in delivered.runs { self.delivered += run.lines }
    }

    var channelsWithLines: [ChannelID] { live.channelsWithLines }

    func withLines(of channel: ChannelID, _ body: (borrowing LineBlock) -> Void) {
        live.withLines(of: channel, body)
    }

    func removeLines() { live.removeLines() }
}
