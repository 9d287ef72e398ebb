import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

extension Replay: StreamReplay {}

/// What the hub streams: the live fleet on its schedule.
final class FleetSource: StreamSource {
    let schedule: ScheduleClock
    private(set) var live: LiveFleet

    /// About how many steps of lanes one slice of a replay takes: a few milliseconds.
    private static let sliceSteps = 2000

    init(_ fleet: Fleet, schedule: ScheduleClock) {
        self.schedule = schedule
        live = LiveFleet(fleet, at: schedule.fleetOrigin)
    }

    var fleet: Fleet { live.fleet }
    var identity: IdentityHash { fleet.identity }
    var present: StreamPosition { StreamPosition(after: live.now) }

    /// The longest span that is computed before its lines are handed on, so that a tick that comes
    /// very late fills no memory: a tick at the highest speed.
    private static let longestAdvance = FleetDuration.seconds(72)

    /// Advances to `due`, or a bounded span towards it.
    ///
    /// - Parameter began: when the tick began, microseconds of the monotonic clock.
    func advance(towards due: FleetInstant, tickBegan began: Int64) {
        live.advance(
            to: min(due, live.now + Self.longestAdvance),
            clock: LineClock(schedule: schedule, tickBegan: began))
    }

    func open(_ request: SubscribeRequest) throws(WireError) -> Replay {
        try request.shape.validate(rate: fleet.rate)
        return live.replay(
            request.shape, try fleet.choices(request.selection), from: try start(request),
            schedule: schedule)
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
                    + "seed, epoch, rate and recordings.", field: "after")
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

    func advance(_ replay: Replay, bytes: Int) -> Bool {
        replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

    func abandon(_ replay: Replay) {}

    func join(_ replay: Replay) -> Int { live.join(replay) }

    func leave(_ channel: Int, _ replay: Replay) { live.leave(channel, replay.choices) }

    var channelsWithLines: [Int] { live.channelsWithLines }

    func withLines<Result>(of channel: Int, _ body: (borrowing LineBlock) -> Result) -> Result {
        live.withLines(of: channel, body)
    }

    func removeLines() { live.removeLines() }

    func sessions(from lane: Int, limit: Int) -> any StreamAnswer {
        PageAnswer(
            SessionsPage(of: fleet, lanes: lane..<lane + limit, at: live.now),
            sliceSteps: Self.sliceSteps)
    }
}

/// A page of sessions as the hub wants it.
private final class PageAnswer: StreamAnswer {
    private let page: SessionsPage
    private let sliceSteps: Int

    init(_ page: SessionsPage, sliceSteps: Int) {
        self.page = page
        self.sliceSteps = sliceSteps
    }

    func advance() -> Bool { page.advance(steps: sliceSteps) }

    func append(id: RequestID?, to buffer: inout LineBuffer) { page.append(id: id, to: &buffer) }
}
