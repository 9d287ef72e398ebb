import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import StateFiles
import StreamServer
import Vocabulary
import WireProtocol

/// How live commands are checked, written to the journal and carried out.
extension FleetSource {
    func perform(
        _ request: CommandRequest, by rights: Rights = .unrestricted, among users: Int = 1,
        then answer: @escaping CommandAnswer
    ) {
        do throws(WireError) {
            if isEnding { throw Self.ending }
            // While the fleet is not followed, no other call comes.
            if case .start = request { forgetEndedLanes() }
            var planned = pending.planned ?? fleet
            planned.sweep(through: live.now)
            try rights.check(
                request, owner: owners.user(of: request, in: planned),
                removing: planned.entry(of: request))
            var command = try planned.command(
                request, after: firstFreeInstant, present: clockTime(at: MonotonicClock.now),
                stride: fleet.shard.count, remainder: fleet.shard.index)
            try sign(&command, request, by: rights, in: planned)
            try checkRoom(for: request, in: planned, as: Claimant(rights, among: users))
            try checkClock(for: request, command)
            try planned.enter(command)
            owners.note(command, by: rights)
            let number = pending.insert(command, planned: planned, answer)
            guard let keep else { return finishCommand(number, nil) }
            keep(command, number)
        } catch {
            answer(.refused(error))
        }
    }

    /// Notes the user in whose shares a command counts, if there is one, and refuses a command for
    /// which the shares have no room.
    private func sign(
        _ command: inout SessionCommand, _ request: CommandRequest, by rights: Rights,
        in planned: Fleet
    ) throws(WireError) {
        guard let user = owners.sharingUser(rights) else { return }
        var times = CommandTimes(now: live.now, day: machineDay())
        if case .start(_, at: .some) = request { times.isPlanned = true }
        command.user = try planned.checkShares(
            of: command, by: (user, rights.user), times, startsOfDay: limits.userStarts,
            stride: fleet.shard.count)
        if case .start = command.action { command.day = times.day }
    }

    /// The instant after which a command may take effect: lines up to it may have been published by
    /// the time the command is on the disk.
    private var firstFreeInstant: FleetInstant {
        guard keep != nil else { return live.now }
        let scheduled = schedule.instant(at: MonotonicClock.now)
        let free = max(live.now, scheduled) + StateLimits.margin(at: schedule.speed)
        return max(free, frontier ?? free)
    }

    /// After a restart with the clock set back, the frontier may lie far ahead: a command given now
    /// is not meant for then. Only a start may be for a time to come.
    private func checkClock(
        for request: CommandRequest, _ command: SessionCommand
    ) throws(WireError) {
        if case .start(_, at: .some) = request { return }
        guard let commandsFrom, schedule.speed.isPaced else { return }
        let now = MonotonicClock.now
        let wait = schedule.due(command.instant) - now
        guard wait > StateLimits.commandWait else { return }
        throw WireError(
            .clockBehind,
            reason: "Lines up to \(calendarTime(commandsFrom)) may have been sent before the "
                + "machine's clock was set back; the fleet's present is "
                + "\(calendarTime(schedule.instant(at: now))), and the command would take effect "
                + "in \(wait.components.seconds) s.",
            suggestion: "Set the machine's clock and start the daemon again; if the clock is right "
                + "now, who runs the daemon ends it and runs runwayd \(ClockMend.flag) "
                + "\(ClockMend.now).")
    }

    /// The instant from which on commands take effect, because an earlier process may have
    /// published up to it; nil if it lies no further ahead than after every kill.
    var commandsFrom: FleetInstant? {
        guard keep != nil, let frontier, schedule.speed.isPaced else { return nil }
        let scheduled = schedule.instant(at: MonotonicClock.now)
        let usual = max(live.now, scheduled) + StateLimits.frontierReach(at: schedule.speed)
        return frontier > usual ? frontier : nil
    }

    func note(on command: SessionCommand) -> String? {
        guard case .add = command.action, fleet.fliesLaps(command.session.flownLane) else {
            return nil
        }
        return LapsNote.text
    }

    private func checkRoom(
        for request: CommandRequest, in planned: Fleet, as claimant: Claimant
    ) throws(WireError) {
        switch request {
        case .start, .pause, .resume, .stop: break
        // The fleet has limits of its own for entries.
        case .add, .remove: return
        }
        // A session that is stopped makes room in the end.
        if case .stop = request { return }
        guard planned.book.count < commandLimits.all else {
            throw WireError(
                .noRoom,
                reason: "\(commandLimits.all) commands are kept, most of them on sessions that "
                    + "have not ended.",
                suggestion: "Stop sessions, or try again once some have ended.")
        }
        guard case .start = request else { return }
        try checkShareOfStart(for: claimant, in: planned)
    }

    /// Carries out a command that is on the disk, or refuses it.
    ///
    /// - Parameter failure: why it could not be kept.
    func finishCommand(_ number: Int, _ failure: JournalFailure?) {
        let (command, answer) = pending.remove(number)
        if let failure { return refuse(command, Self.error(for: failure), answer) }
        do throws(WireError) {
            try live.apply(command)
        } catch {
            return refuse(command, error, answer)
        }
        Replay.apply(command, of: live.fleet, to: feeds.replays)
        if case .start = command.action { add(command.session.lane) }
        answer(.done(command, isDurable: keep != nil))
        forgetIfDue()
    }

    private func refuse(_ command: SessionCommand, _ error: WireError, _ answer: CommandAnswer) {
        if case .start = command.action { owners.forget([command.session.lane]) }
        answer(.refused(error))
    }

    private static func error(for failure: JournalFailure) -> WireError {
        WireError(
            failure.isDiskFull ? .diskFull : .internal,
            reason: "It could not be kept: \(failure).",
            suggestion: failure.isDiskFull
                ? "Nothing has changed; make room on the disk, and try again."
                : "Nothing has changed; see the daemon's log, and try again.")
    }
}

extension Fleet {
    /// The entry that a request removes; nil if there is none.
    fileprivate func entry(of request: CommandRequest) -> FoundEntry? {
        guard case .remove(let name) = request else { return nil }
        return entry(named: name)
    }
}

/// How started lanes join and leave the subscriptions to all sessions.
extension FleetSource {
    func choicesOfAll() -> [LaneChoice] {
        let lanes = fleet.flownLanes + fleet.startedLanes(at: live.now)
        return lanes.map { LaneChoice(lane: $0) }
    }

    private func add(_ lane: Int) {
        allChoices.append(LaneChoice(lane: lane))
        for start in feeds.startedLane(lane) {
            let shape: ChannelShape
            switch start.action {
            case .await(let awaited): shape = awaited
            case .followAhead(let recall):
                live.add(lane: lane, channel: recall.channel)
                shape = recall.opening.shape
            case .add(let replay):
                replay.add(lane: lane)
                shape = replay.shape
            case .follow(let channel):
                live.add(lane: lane, channel: channel)
                shape = live.shape(of: channel)
            }
            ledger.add(lane, shape, isCatchingUp: start.takesRoom)
        }
    }

    /// Removes the started lanes whose last line has been published, so that they take no memory in
    /// a subscription that stays. Looks once in a second of fleet time.
    func forgetEndedLanes() {
        let second = live.now.ticks / FleetDuration.ticksPerSecond
        guard second != lastLookAtLanes, allChoices.count > fleet.flownLaneCount else { return }
        lastLookAtLanes = second
        live.sweep()
        let flying = Set(fleet.startedLanes(at: live.now))
        let over = allChoices[fleet.flownLaneCount...].map(\.lane).filter { !flying.contains($0) }
        // Each lane leaves every subscription to all: many at once would hold up a tick.
        let ended = over.prefix(max(1, Self.leavesAtOnce / max(1, feeds.followerCount)))
        guard !ended.isEmpty else { return }
        for lane in ended { remove(lane) }
        owners.forget(Array(ended))
        let gone = Set(ended)
        allChoices.removeAll { gone.contains($0.lane) }
    }

    private static var leavesAtOnce: Int { 20_000 }

    private func remove(_ lane: Int) {
        for end in feeds.endedLane(lane) {
            switch end {
            case .channel(let channel):
                let shape = live.shape(of: channel)
                live.remove(lane: lane, channel: channel)
                ledger.remove(lane, shape, isCatchingUp: false)
            case .account(let shape): ledger.remove(lane, shape, isCatchingUp: false)
            }
        }
    }
}
