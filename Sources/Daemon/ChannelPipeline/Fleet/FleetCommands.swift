import Vocabulary
import WireProtocol

/// Checks commands and decides when they take effect.
extension Fleet {
    /// Turns a request into a command: names its session, and the first instant after `now` at
    /// which it can take effect.
    ///
    /// A lane stands for its session at `now`. Commands take effect at a sample on a simulated lane
    /// and at any tick on a recording.
    ///
    /// - Parameters:
    ///   - now: lines up to this instant may have been published.
    ///   - present: the latest instant that a sample by hand may speak of; `now` if left out.
    ///   - stride: a started lane's number divided by this leaves `remainder`.
    /// - Throws: `unknown_session`; `wrong_state` if the session's state at that instant forbids
    ///   the command, or if fleet time ends before it; of a start and a sample by hand,
    ///   `bad_field` and `no_room`; of a removal, `no_entry`.
    package func command(
        _ request: CommandRequest, after now: FleetInstant, present: FleetInstant? = nil,
        stride: Int = 1, remainder: Int = 0
    ) throws(WireError) -> SessionCommand {
        try checkFleetTime(now + FleetDuration(ticks: 1))
        switch request {
        case .start(let order, let at):
            let instant = try begin(at, after: now)
            let lane = try freeLane(stride: stride, remainder: remainder, at: now)
            let order = StartOrder(plan: order.plan, athlete: try athlete(order.athlete))
            return SessionCommand(.start(order), SessionName(lane: lane, lap: 0), at: instant)
        case .pause(let selected): return try change(.pause, selected, after: now)
        case .resume(let selected): return try change(.resume, selected, after: now)
        case .stop(let selected): return try change(.stop, selected, after: now)
        case .add(let sample, let lane):
            try checkPast(sample, at: present ?? now)
            // A sample becomes known right behind its own end, even if the last lines are older.
            let known = max(now, min(present ?? now, sample.end))
            return try entry(.add(sample), of: lane, field: "session", after: known)
        case .remove(let name):
            return try entry(.remove(name.instant), of: name.lane, field: "entry", after: now)
        }
    }

    /// Enters a command in the fleet's book.
    ///
    /// The command may concern a lane that this fleet does not have, since the number of lanes may
    /// change between two runs of a daemon.
    ///
    /// - Throws: `wrong_state` or `unknown_session` if the command is not possible; the book stays
    ///   as it is.
    package mutating func enter(_ command: SessionCommand) throws(WireError) {
        try check(command)
        commands.enter(command)
    }

    /// Enters a command that has been entered in a later state of this fleet, which has forgotten
    /// what this one may still fly by.
    mutating func enterUnchecked(_ command: SessionCommand) { commands.enter(command) }

    /// Has the book forget which started lanes flew before an instant; a later question about such
    /// an instant looks at every session. Call it now and then.
    package mutating func sweep(through instant: FleetInstant) { commands.sweep(through: instant) }

    private func change(
        _ action: SessionCommand.Action, _ selected: SelectedSessions, after now: FleetInstant
    ) throws(WireError) -> SessionCommand {
        try checkShard(of: selected, field: "session")
        guard has(lane: selected.lane) else { throw unknown(selected, field: "session") }
        let present = session(of: selected.lane, at: now)
        let session = SessionName(lane: selected.lane, lap: selected.lap ?? present.lap)
        guard contains(session) else { throw missing(selected, at: now, field: "session") }
        if selected.lap == nil { try checkAloft(session, at: now) }
        var instant = slot(of: session, after: now)
        let changes = commands.changes(of: session)
        try checkRoom(for: action, on: session, changes.count)
        if let last = changes.last {
            instant = max(instant, earliest(action, of: session.lane, after: last))
        }
        if action == .stop || action == .resume {
            instant = afterEntries(of: session, from: instant)
        }
        let command = SessionCommand(action, session, at: instant)
        try check(command)
        return command
    }

    /// Refuses a command on a lane that rests: it would concern a session to come.
    private func checkAloft(_ session: SessionName, at now: FleetInstant) throws(WireError) {
        guard calendar(of: session.lane) != nil else { return }
        let start = start(of: session)
        let isOver = start <= now && course(of: session, at: now).state == .landed
        guard isOver || start > now else { return }
        throw WireError(
            .wrongState, reason: "s\(session.lane) rests at \(now.text).",
            suggestion: isOver
                ? "It has no other session; start one."
                : "Its next session, \(session), begins at \(start.text).", field: "session")
    }

    /// The first instant after `now` at which a command on the session can take effect.
    func slot(of session: SessionName, after now: FleetInstant) -> FleetInstant {
        let next = now + FleetDuration(ticks: 1)
        let ahead = (start(of: session) - next).ticks
        return next
            + FleetDuration(ticks: ahead.remainderRoundingDown(by: grid(session.lane).ticks))
    }

    /// The time between two instants at which commands on a lane can take effect.
    private func grid(_ lane: LaneID) -> FleetDuration {
        isRecorded(lane) ? FleetDuration(ticks: 1) : rate.period
    }

    /// The first instant at which a command can follow another one on the same session.
    ///
    /// Only a stop may share the instant of a pause: the lines of any other two commands would not
    /// come in the order of the commands.
    private func earliest(
        _ action: SessionCommand.Action, of lane: LaneID, after last: SessionChange
    ) -> FleetInstant {
        if last.kind == .pause, action == .stop { return last.instant }
        return last.instant + grid(lane)
    }

    /// Refuses a command that would be one too many for its session; a stop is always taken.
    private func checkRoom(
        for action: SessionCommand.Action, on session: SessionName, _ count: Int
    ) throws(WireError) {
        guard action != .stop, count >= ProtocolLimits.sessionCommands - 1 else { return }
        throw WireError(
            .noRoom,
            reason: "\(session) has had \(count) commands, and the last that it takes is a stop.",
            suggestion: "Stop it, or leave it as it is.", field: "session")
    }
}

extension Fleet {
    private func check(_ command: SessionCommand) throws(WireError) {
        try checkFleetTime(command.instant)
        let session = command.session
        guard !session.isBook else { return try checkEntry(command) }
        if case .start = command.action { return try checkStart(command) }
        guard hasLap(session) else {
            throw unknown(SelectedSessions(session), field: "session")
        }
        switch command.action {
        case .pause, .resume, .stop: try checkChange(command)
        case .start, .add, .remove:
            throw unknown(SelectedSessions(session), field: "session")
        }
    }

    func checkFleetTime(_ instant: FleetInstant) throws(WireError) {
        guard FleetInstant.presents.contains(instant) else { throw .outsideFleetTime(instant) }
    }

    private func nextBegin(after session: SessionName) -> FleetInstant? {
        next(after: session).map { start(of: $0) }
    }

    private func checkChange(_ command: SessionCommand) throws(WireError) {
        let session = command.session
        guard session.lane < .firstStarted || commands.start(of: session.lane) != nil
        else { throw unknown(SelectedSessions(session), field: "session") }
        let last = commands.change(of: session, at: FleetInstant(ticks: .max))
        let course = course(of: session, at: max(command.instant, last?.instant ?? command.instant))
        guard course.allows(command.action) else {
            throw .wrongState(session, course, nextBegin: nextBegin(after: session))
        }
        let isEarly =
            last.map {
                command.instant < earliest(command.action, of: session.lane, after: $0)
            } ?? false
            || (command.action == .stop || command.action == .resume)
                && command.instant < afterEntries(of: session, from: command.instant)
        guard !isEarly,
            slot(of: session, after: command.instant - FleetDuration(ticks: 1)) == command.instant
        else { throw .wrongInstant(command) }
    }
}
