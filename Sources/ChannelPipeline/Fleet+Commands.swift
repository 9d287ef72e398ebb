import Vocabulary
import WireProtocol

/// Which commands are possible, and when they take effect.
extension Fleet {
    /// The command that a request becomes: its session, and the first instant after `now` at which
    /// it can take effect.
    ///
    /// A lane stands for its session at `now`. An instant of a simulated lane is that of a sample,
    /// of a recording any tick.
    ///
    /// - Parameters:
    ///   - now: everything up to here may have been published.
    ///   - stride: a started lane's number divided by this leaves `remainder`.
    /// - Throws: `unknown_session`; `wrong_state` if the session's state at that instant forbids
    ///   the command, or if fleet time ends before it; of a start, `bad_field` and `no_room`.
    package func command(
        _ request: CommandRequest, after now: FleetInstant, stride: Int = 1, remainder: Int = 0
    ) throws(WireError) -> LiveCommand {
        try checkFleetTime(now + FleetDuration(ticks: 1))
        switch request {
        case .start(let order, let at):
            let instant = try begin(at, after: now)
            let lane = try freeLane(stride: stride, remainder: remainder, at: now)
            let order = StartOrder(plan: order.plan, athlete: try athlete(order.athlete))
            return LiveCommand(.start(order), SessionName(lane: lane, lap: 0), at: instant)
        case .pause(let selected): return try change(.pause, selected, after: now)
        case .resume(let selected): return try change(.resume, selected, after: now)
        case .stop(let selected): return try change(.stop, selected, after: now)
        }
    }

    /// Enters a command in the fleet's book.
    ///
    /// It may concern a lane that this fleet does not have, since the number of lanes may change
    /// between two runs of a daemon.
    ///
    /// - Throws: `wrong_state` or `unknown_session` for one that is not possible; nothing is
    ///   entered then.
    package mutating func enter(_ command: LiveCommand) throws(WireError) {
        try check(command)
        book.enter(command)
    }

    private func change(
        _ action: LiveCommand.Action, _ selected: SelectedSessions, after now: FleetInstant
    ) throws(WireError) -> LiveCommand {
        let present = session(of: selected.lane, at: now)
        let session = SessionName(lane: selected.lane, lap: selected.lap ?? present.lap)
        try checkShard(of: selected, field: "session")
        guard contains(session) else { throw unknown(selected, field: "session") }
        var instant = slot(of: session, after: now)
        if let last = book.commands(of: session).last {
            instant = max(instant, earliest(action, after: last))
        }
        let command = LiveCommand(action, session, at: instant)
        try check(command)
        return command
    }

    /// The first instant after `now` that a command on the session can have.
    private func slot(of session: SessionName, after now: FleetInstant) -> FleetInstant {
        let next = now + FleetDuration(ticks: 1)
        let ahead = (start(of: session) - next).ticks
        return next
            + FleetDuration(ticks: ahead.remainderRoundingDown(by: grid(session.lane).ticks))
    }

    /// From one instant for commands on a lane to the next.
    private func grid(_ lane: Int) -> FleetDuration {
        isRecorded(lane) ? FleetDuration(ticks: 1) : rate.period
    }

    /// The first instant for a command behind another one on the session.
    ///
    /// Only a stop may share the instant of a pause: the lines of any other two would not come out
    /// in the order of the commands.
    private func earliest(
        _ action: LiveCommand.Action, after last: LiveCommand
    ) -> FleetInstant {
        if last.action == .pause, action == .stop { return last.instant }
        return last.instant + grid(last.session.lane)
    }
}

extension Fleet {
    private func check(_ command: LiveCommand) throws(WireError) {
        try checkFleetTime(command.instant)
        let session = command.session
        guard (0..<SessionName.laneLimit).contains(session.lane),
            laps(of: session.lane).contains(session.lap)
        else { throw unknown(SelectedSessions(session), field: "session") }
        switch command.action {
        case .start: try checkStart(command)
        case .pause, .resume, .stop: try checkChange(command)
        }
    }

    private func checkFleetTime(_ instant: FleetInstant) throws(WireError) {
        guard FleetInstant.presents.contains(instant) else { throw .outsideFleetTime(instant) }
    }

    private func checkStart(_ command: LiveCommand) throws(WireError) {
        guard command.session.lane > book.lastStartedLane ?? SessionName.firstStartedLane - 1 else {
            throw WireError(
                .wrongState, reason: "\(command.session) cannot be started any more.",
                suggestion: "Start a lane above all that have been started.", field: "session")
        }
    }

    private func checkChange(_ command: LiveCommand) throws(WireError) {
        let session = command.session
        guard session.lane < SessionName.firstStartedLane || book.start(of: session.lane) != nil
        else { throw unknown(SelectedSessions(session), field: "session") }
        let last = book.commands(of: session).last
        let course = course(of: session, at: max(command.instant, last?.instant ?? command.instant))
        guard course.allows(command.action) else {
            throw .wrongState(session, course, nextBegin: lapEnd(of: session))
        }
        let isEarly = last.map { command.instant < earliest(command.action, after: $0) } ?? false
        guard !isEarly,
            slot(of: session, after: command.instant - FleetDuration(ticks: 1)) == command.instant
        else { throw .wrongInstant(command) }
    }
}
