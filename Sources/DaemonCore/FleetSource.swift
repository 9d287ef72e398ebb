import ChannelPipeline
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

extension Replay: StreamReplay {}

/// What the hub streams: the live fleet on its schedule.
final class FleetSource: StreamSource {
    let schedule: ScheduleClock
    let limits: DaemonLimits
    let memoryBound: MemoryBound
    private(set) var live: LiveFleet
    private(set) var ledger: WindowLedger
    private(set) var tickLateness: TickLateness
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

    func open(_ request: SubscribeRequest) throws(WireError) -> Replay {
        try request.shape.validate(rate: fleet.rate)
        let choices = try fleet.choices(request.selection)
        let beginning = try start(request)
        try checkRoom(request.shape, choices)
        ledger.open(request.shape, choices)
        return live.replay(request.shape, choices, from: beginning, schedule: schedule)
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
                .anchorAhead,
                reason: "The fleet's present is \(calendarTime(live.now)).",
                suggestion: "Wait until the fleet gets there, or use \"after\":\"start\".",
                field: "after")
        }
        return anchor.position
    }

    private func calendarTime(_ instant: FleetInstant) -> CalendarTime {
        CalendarTime(microseconds: instant.microseconds)
    }

    func advance(_ replay: Replay, bytes: Int) -> Bool {
        replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

    func abandon(_ replay: Replay) {
        ledger.endReplay(replay.shape, replay.choices)
        ledger.close(replay.shape, replay.choices)
    }

    func join(_ replay: Replay) -> Int {
        ledger.endReplay(replay.shape, replay.choices)
        return live.join(replay)
    }

    func leave(_ channel: Int, _ replay: Replay) {
        live.leave(channel, replay.choices)
        ledger.close(replay.shape, replay.choices)
    }

    var channelsWithLines: [Int] { live.channelsWithLines }

    func withLines<Result>(of channel: Int, _ body: (borrowing LineBlock) -> Result) -> Result {
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
