import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// What becomes of a request to subscribe.
extension Subscriptions {
    func open(
        _ request: SubscribeRequest, for claimant: Claimant = .operating
    ) throws(WireError) -> OpenedFeed {
        try request.shape.validate(rate: fleet.rate)
        try check(request.queue)
        try checkLeastWork(of: request, for: claimant)
        try checkClock(for: request)
        let asked = try start(request)
        if asked == .sessionStarts { try checkRemembered(request.selection) }
        let choices = try choices(request.selection, from: asked)
        let start = fleet.beginning(
            asked, request.shape, of: request.selection, choices, at: live.now)
        let beginning = live.beginning(start, choices)
        // A book of a day long ago, or of a day of which too much has been forgotten.
        if asked != start, isOld(beginning, request) {
            try checkAge(of: beginning, oldestInstant(of: request, fromStart: true))
        }
        let followed = request.selection == .all ? allChoices : choices
        let passing = PassingCount(of: choices, followed: followed)
        let promised = promised(followed, to: request.selection)
        try checkRoom(request.shape, promised, passing, for: claimant)
        if request.selection == .all {
            try checkRoomOfStart(beside: request.shape, promised, passing, for: claimant)
        }
        try checkWork(ledger.workNeeded(request.shape, promised), for: claimant)
        ledger.open(request.shape, followed, passing: passing)
        let flow = flow(request.shape, promised.count)
        let opening = Opening(
            shared(request.shape), choices, start, isResume: request.start.isResume,
            opened: live.now, beginning: beginning,
            lanesMayArrive: request.start == .now && mayArrive(choices, flow))
        let number = feeds.open(
            opening, followsAll: request.selection == .all, passing: passing)
        let lanes = request.selection == .all ? nil : followed.count
        shares.open(number, of: claimant.user, opening.shape, lanes: lanes)
        return OpenedFeed(number: number, beginning: beginning, flow: flow)
    }

    private func isOld(_ beginning: StreamPosition, _ request: SubscribeRequest) -> Bool {
        let oldest = oldestInstant(of: request, fromStart: true)
        return live.now - beginning.instant > Self.aloftSinceYesterday
            || oldest.map { beginning < StreamPosition(after: $0) } ?? false
    }

    /// Today, and a session that was aloft at midnight.
    private static var aloftSinceYesterday: FleetDuration { .seconds(2 * 86_400) }

    /// The lanes that a subscription follows in the end: all lanes include those that are to come.
    private func promised(
        _ choices: [LaneChoice], to selection: SessionSelection
    ) -> [LaneChoice] {
        guard selection == .all, clockwork.isRaising else { return choices }
        var promised = choices
        let lanes = (fleet.laneCount..<clockwork.laneGoal).map(LaneID.init(index:))
        promised.insert(lanes.filter(fleet.shard.contains).map { LaneChoice(lane: $0) })
        return promised
    }

    func flow(_ shape: ChannelShape, _ lanes: Int) -> LineFlow {
        guard clockwork.isPaced else { return .unbounded }
        let factor = Double(lanes) * Double(clockwork.schedule.speed.thousandths) / 1000
        return LineFlow(
            lines: factor * shape.linesPerSecond(at: fleet.rate),
            bytes: factor * shape.bytesPerSecond(at: fleet.rate))
    }

    /// Whether lines of this flow stay in memory long enough for subscriptions that begin together.
    private func staysInMemory(_ flow: LineFlow) -> Bool {
        !clockwork.isPaced || flow.bytes <= together.bytesPerSecond
    }

    /// Whether there are too many lanes for all to wait for the last of them, and whole lanes are
    /// asked for.
    private func mayArrive(_ choices: [LaneChoice], _ flow: LineFlow) -> Bool {
        choices.count > together.lanes && !staysInMemory(flow)
            && choices.allSatisfy { $0.laps == nil }
    }

    private func check(_ policy: QueuePolicy) throws(WireError) {
        guard policy == .wait, clockwork.isPaced else { return }
        throw .badField(
            "queue.policy",
            reason:
                "A fleet at speed \(clockwork.schedule.speed) waits for nobody; only one at speed "
                + "\(PlaybackSpeed.fastest) can.")
    }

    /// An equal shape that other subscriptions hold already, to share its memory.
    private func shared(_ shape: ChannelShape) -> ChannelShape {
        if shapes.count >= Self.sharedShapes { shapes.removeAll() }
        return shapes.insert(shape).memberAfterInsert
    }

    private static var sharedShapes: Int { 1024 }

    private func choices(
        _ selection: SessionSelection, from start: Beginning
    ) throws(WireError) -> [LaneChoice] {
        guard selection == .all else { return try fleet.choices(selection) }
        guard fleet.commands.hasStartedLanes, case .after(let position) = start else {
            return allChoices
        }
        // Who ended at that very instant may have lines behind the position.
        let before = position.instant - FleetDuration(ticks: 1)
        return try fleet.choices(.all, since: min(before, live.now))
    }

    private func checkRoom(
        _ shape: ChannelShape, _ choices: [LaneChoice], _ passing: PassingCount,
        for claimant: Claimant
    ) throws(WireError) {
        let needed = ledger.bytesNeeded(shape, choices, passing: passing)
        let room = windowRoom(for: claimant, holding: holding(of: claimant.user).bytes)
        guard needed > room.free else { return }
        shares.noteRefused()
        throw room.refusal(
            "It needs up to \(needed) bytes, and \(room.free) of \(limits.windowBytes) are free",
            remedy: "Select fewer sessions, metrics or statistics, or shorter windows",
            couldFit: needed <= room.most)
    }

    /// Refuses a user a subscription to all lanes beside which a newcomer could not start a
    /// session, since every started session adds to the subscriptions to all lanes.
    /// O(subscriptions)
    private func checkRoomOfStart(
        beside shape: ChannelShape, _ choices: [LaneChoice], _ passing: PassingCount,
        for claimant: Claimant
    ) throws(WireError) {
        guard !claimant.isOperator else { return }
        var readers = feeds.followersOfAll { live.shape(of: $0) }
        readers[shape, default: FollowerCount()].all += 1
        readers[shape]?.catchingUp += 1
        let needed = addition(ofStarts: 1, readers).bytes
        let total = ledger.bytes + ledger.bytesNeeded(shape, choices, passing: passing)
        let newcomer = Claimant(user: Claimant.unknownUser, isOperator: false, among: 2)
        let room = ShareRule(limit: limits.windowBytes).room(
            for: newcomer, holding: 0, of: total,
            among: shares.holders(with: claimant.user) + 1)
        guard needed > room else { return }
        shares.noteRefused()
        throw WireError(
            .noRoom,
            reason: "Nobody else could start a session then: each would need up to \(needed) bytes "
                + "for those who follow all, and \(room) of \(limits.windowBytes) would be free.",
            suggestion: "Name the sessions to follow, or try again once others have caught up.")
    }

    private func start(_ request: SubscribeRequest) throws(WireError) -> Beginning {
        switch request.start {
        case .now: .after(live.present)
        case .sessionStart: .sessionStarts
        case .after(let anchor): .after(try position(of: anchor, request))
        case .time(let instant): .after(try position(at: instant, request))
        case .back(let span): .after(try position(at: live.now - span, request))
        }
    }

    /// The point after all that was due at or before an instant.
    private func position(
        at instant: FleetInstant, _ request: SubscribeRequest
    ) throws(WireError) -> StreamPosition {
        let instants = StreamPosition.instants
        let position = StreamPosition(
            after: min(max(instant, instants.lowerBound), instants.upperBound))
        try checkAge(of: position, oldestInstant(of: request))
        guard instant <= clockwork.clockTime(at: MonotonicClock.now) else { throw anchorAhead }
        return min(position, live.present)
    }

    private func position(
        of anchor: Anchor, _ request: SubscribeRequest
    ) throws(WireError) -> StreamPosition {
        guard anchor.identity == fleet.identity else {
            throw foreignAnchors.refusal(of: anchor)
        }
        try checkAge(of: anchor.position, oldestInstant(of: request))
        goOn(to: anchor.position.instant)
        guard anchor.position <= live.present else { throw anchorAhead }
        return anchor.position
    }

    private var anchorAhead: WireError {
        WireError(
            .anchorAhead, reason: "The fleet's present is \(live.now.calendarTime).",
            suggestion: "Wait until the fleet gets there, or use \"after\":\"start\".",
            field: "after")
    }

    /// - Parameter oldest: the first instant whose lines can be computed; nil if all lines can.
    private func checkAge(
        of position: StreamPosition, _ oldest: FleetInstant?
    ) throws(WireError) {
        let first = FleetInstant.presents.lowerBound
        let oldest = max(oldest ?? first, first)
        guard position < StreamPosition(after: oldest) else { return }
        throw expired(before: oldest)
    }

    /// A fleet that no clock paces begins again where its clock point stands, and only readers
    /// bring it to what an earlier start has sent: the first reader takes it there at once.
    private func goOn(to instant: FleetInstant) {
        guard !clockwork.isPaced, ledger.bytes == 0, !clockwork.awaitsCommands,
            instant <= farthestAnchor
        else { return }
        noteBeginnings()
        live.advance(to: instant, clock: nil)
    }
}
