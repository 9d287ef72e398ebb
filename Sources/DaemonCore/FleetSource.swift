import ChannelPipeline
import LinuxIO
import Statistics
import StreamServer
import Vocabulary
import WireProtocol

/// What the hub streams: the live fleet on its schedule.
final class FleetSource: StreamSource {
    let schedule: ScheduleClock
    let limits: DaemonLimits
    let memoryBound: MemoryBound
    private(set) var live: LiveFleet
    private(set) var ledger: WindowLedger
    private(set) var tickLateness: TickLateness
    /// From when a line was due until the kernel had it.
    private(set) var deliveryLateness = LatencyHistogram()
    private var feeds = FeedTable()
    /// Shared by all who select every session.
    private lazy var allChoices = try? fleet.choices(.all)
    /// When the source was made, microseconds of the monotonic clock.
    let began = MonotonicClock.nowMicroseconds

    /// About how many steps of lanes one slice of a replay takes: a few milliseconds.
    private static let sliceSteps = 2000

    /// - Parameter tickMicroseconds: from one tick of the daemon to the next.
    init(
        _ fleet: Fleet, schedule: ScheduleClock, limits: DaemonLimits = DaemonLimits(),
        tickMicroseconds: Int64 = FleetDuration.microsecondsPerTick
    ) {
        self.schedule = schedule
        self.limits = limits
        memoryBound = MemoryBound(fleet: fleet, limits: limits)
        live = LiveFleet(fleet, at: schedule.fleetOrigin)
        ledger = WindowLedger(fleet)
        tickLateness = TickLateness(
            origin: schedule.monotonicOrigin, period: tickMicroseconds)
    }

    var fleet: Fleet { live.fleet }
    var identity: IdentityHash { fleet.identity }
    var present: StreamPosition { StreamPosition(after: live.now) }

    /// The longest span that is computed before its lines are handed on, so that a tick that comes
    /// very late fills no memory: a tick at the highest speed.
    private static let longestAdvance = FleetDuration.seconds(72)
    /// Lines are handed on in portions of about this size, however many fall due in a tick.
    static let portionBytes = 1 << 20

    /// Notes that a tick of the daemon has begun.
    func recordTick(began: Int64) { tickLateness.record(began: began) }

    /// Advances to `due`, or a bounded span towards it.
    ///
    /// - Parameter began: when the tick began, microseconds of the monotonic clock.
    func advance(towards due: FleetInstant, tickBegan began: Int64) {
        live.advance(
            to: min(due, live.now + Self.longestAdvance),
            clock: LineClock(schedule: schedule, tickBegan: began), bytes: Self.portionBytes)
    }

    func open(_ request: SubscribeRequest) throws(WireError) -> Feed {
        try request.shape.validate(rate: fleet.rate)
        let choices = try choices(request.selection)
        let beginning = try start(request)
        try checkRoom(request.shape, choices)
        ledger.open(request.shape, choices)
        let replay = live.replay(request.shape, choices, from: beginning, schedule: schedule)
        let number = feeds.insert(FleetFeed(choices: choices, state: .replaying(replay)))
        return Feed(number: number, beginning: replay.beginning)
    }

    private func choices(_ selection: SessionSelection) throws(WireError) -> [LaneChoice] {
        if selection == .all, let allChoices { return allChoices }
        return try fleet.choices(selection)
    }

    private func checkRoom(
        _ shape: ChannelShape, _ choices: [LaneChoice]
    ) throws(WireError) {
        let needed = ledger.bytesNeeded(shape, choices)
        let free = limits.windowBytes - ledger.bytes
        guard needed > free else { return }
        let remedy = "Select fewer sessions, metrics or statistics, or shorter windows"
        throw WireError(
            .noRoom,
            reason:
                "It needs up to \(needed) bytes, and \(free) of \(limits.windowBytes) are free.",
            suggestion: needed <= limits.windowBytes
                ? "\(remedy), or try again later." : "\(remedy): it does not fit even alone.")
    }

    private func start(_ request: SubscribeRequest) throws(WireError) -> Beginning {
        switch request.start {
        case .now: .after(present)
        case .sessionStart: .sessionStarts
        case .after(let anchor): .after(try position(of: anchor))
        }
    }

    private func position(of anchor: Anchor) throws(WireError) -> StreamPosition {
        guard anchor.identity == identity else {
            throw WireError(
                .anchorForeign,
                reason: "It was made by fleet \(anchor.identity); this one is \(identity).",
                suggestion: "Start over with \"after\":\"start\", or run the daemon with the same "
                    + "seed, epoch, rate, device, faults and recordings.", field: "after")
        }
        guard anchor.position <= present else {
            throw WireError(
                .anchorInvalid,
                reason: "It lies ahead: the fleet's present is \(calendarTime(live.now)).",
                suggestion: "Use an anchor that this daemon has sent, or \"after\":\"start\".",
                field: "after")
        }
        return anchor.position
    }

    private func calendarTime(_ instant: FleetInstant) -> CalendarTime {
        CalendarTime(microseconds: instant.microseconds)
    }

    func advance(_ feed: Int, bytes: Int) -> Bool {
        guard case .replaying(let replay) = feeds[feed].state else { return true }
        return replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

    func takeLines(of feed: Int, _ body: (borrowing LineBlock) -> Void) {
        guard case .replaying(let replay) = feeds[feed].state else { return }
        replay.takeLines(body)
    }

    func join(_ feed: Int) -> Int {
        switch feeds[feed].state {
        case .live(let channel): return channel
        case .replaying(let replay):
            ledger.endReplay(replay.shape, replay.choices)
            let channel = live.join(replay)
            feeds[feed].state = .live(channel: channel)
            return channel
        }
    }

    func close(_ feed: Int) {
        let feed = feeds.remove(feed)
        switch feed.state {
        case .replaying(let replay):
            ledger.endReplay(replay.shape, replay.choices)
            ledger.close(replay.shape, replay.choices)
        case .live(let channel):
            let shape = live.shape(of: channel)
            live.leave(channel, feed.choices)
            ledger.close(shape, feed.choices)
        }
    }

    func noteDelivery(of lines: Int, dueAt instant: FleetInstant) {
        deliveryLateness.record(
            MonotonicClock.nowMicroseconds - schedule.due(instant), times: lines)
    }

    var channelsWithLines: [Int] { live.channelsWithLines }

    func withLines(of channel: Int, _ body: (borrowing LineBlock) -> Void) {
        live.withLines(of: channel, body)
    }

    func removeLines() { live.removeLines() }

    func sessions(from lane: Int, limit: Int) -> any StreamAnswer {
        PageAnswer(of: self, lanes: lane..<lane + limit, sliceSteps: Self.sliceSteps)
    }
}

/// A page of sessions as the hub wants it: it takes no memory before its turn comes.
private final class PageAnswer: StreamAnswer {
    private let source: FleetSource
    private let lanes: Range<Int>
    private let sliceSteps: Int
    private lazy var page = SessionsPage(of: source.fleet, lanes: lanes, at: source.live.now)

    init(of source: FleetSource, lanes: Range<Int>, sliceSteps: Int) {
        self.source = source
        self.lanes = lanes
        self.sliceSteps = sliceSteps
    }

    func advance() -> Bool { page.advance(steps: sliceSteps) }

    func append(id: RequestID?, to buffer: inout LineBuffer) { page.append(id: id, to: &buffer) }
}
