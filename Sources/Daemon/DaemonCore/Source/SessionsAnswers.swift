import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

/// The answers to `sessions`.
extension FleetSource {
    func sessions(
        from lane: LaneID, limit: Int, sight: Sight = .everything
    ) -> any StreamAnswer {
        PageAnswer(of: self, from: lane, limit: limit, sight: sight)
    }

    func sessions(
        _ request: SortedSessionsRequest, sight: Sight = .everything
    ) -> any StreamAnswer {
        SortedAnswer(to: request, of: self, sight: sight)
    }

    /// A lane that nobody follows counts as present for ten seconds of the machine's clock: a table
    /// whose rows can be read is sorted no more often.
    var presentTolerance: FleetDuration {
        guard clockwork.isPaced else { return .seconds(600) }
        return FleetDuration(
            ticks: 10 * FleetDuration.ticksPerSecond * schedule.speed.thousandths / 1000)
    }

    /// Frees the roster a minute after the last request that needed all sessions.
    func forgetRosterIfUnused(at now: MonotonicInstant) {
        guard live.keepsRoster, now - lastLookAtAll >= Self.rosterPatience else { return }
        live.forgetRoster()
    }

    static var rosterPatience: Duration { .seconds(60) }
}

/// A page of sessions by lane, which takes no memory before its turn comes.
private final class PageAnswer: StreamAnswer {
    private let source: FleetSource
    private let lane: LaneID
    private let limit: Int
    private let sight: Sight
    private lazy var page = SessionsPage(
        of: source.fleet, from: lane, limit: limit, at: source.live.now, sight: sight)

    init(of source: FleetSource, from lane: LaneID, limit: Int, sight: Sight) {
        self.sight = sight
        self.source = source
        self.lane = lane
        self.limit = limit
    }

    func advance() -> Bool { page.advance(steps: Subscriptions.sliceSteps) }

    func append(id: AnswerID?, to buffer: inout LineBuffer) { page.append(id: id, to: &buffer) }
}

/// A page of sessions in an order, which takes no memory before its turn comes.
private final class SortedAnswer: StreamAnswer {
    private let source: FleetSource
    private let request: SortedSessionsRequest
    private let sight: Sight
    private lazy var page = source.live.sorted(
        request, tolerance: source.presentTolerance, sight: sight)

    init(to request: SortedSessionsRequest, of source: FleetSource, sight: Sight) {
        self.sight = sight
        self.source = source
        self.request = request
    }

    func advance() -> Bool {
        source.lastLookAtAll = source.clockwork.lastTick
        return source.live.advance(page, steps: Subscriptions.sliceSteps)
    }

    func append(id: AnswerID?, to buffer: inout LineBuffer) { page.append(id: id, to: &buffer) }
}
