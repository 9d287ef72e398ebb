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
        }
    }

    /// Enters a command in the fleet's book.
    ///
    /// It may concern a lane that this fleet does not have, since the number of lanes may change
    /// between two runs of a daemon.
    ///
    /// - Throws: `wrong_state` or `unknown_session` for one that is not possible; nothing is
    ///   entered then.
    package mutating func enter(_ command: SessionCommand) throws(WireError) {
        try check(command)
        book.enter(command)
    }

    private func change(
        _ action: SessionCommand.Action, _ selected: SelectedSessions, after now: FleetInstant
    ) throws(WireError) -> SessionCommand {
        let present = session(of: selected.lane, at: now)
        let session = SessionName(lane: selected.lane, lap: selected.lap ?? present.lap)
        try checkShard(of: selected, field: "session")
        guard contains(session) else { throw unknown(selected, field: "session") }
        var instant = slot(of: session, after: now)
        if let last = book.commands(of: session).last {
            instant = max(instant, earliest(action, after: last))
        }
        let command = SessionCommand(action, session, at: instant)
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
        _ action: SessionCommand.Action, after last: SessionCommand
    ) -> FleetInstant {
        if last.action == .pause, action == .stop { return last.instant }
        return last.instant + grid(last.session.lane)
    }
}

extension Fleet {
    private func check(_ command: SessionCommand) throws(WireError) {
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

    private func checkStart(_ command: SessionCommand) throws(WireError) {
        guard command.session.lane > book.lastStartedLane ?? SessionName.firstStartedLane - 1 else {
            throw WireError(
                .wrongState, reason: "\(command.session) cannot be started any more.",
                suggestion: "Start a lane above all that have been started.", field: "session")
        }
    }

    private func checkChange(_ command: SessionCommand) throws(WireError) {
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

/// The lanes that somebody has started stand behind the fleet's own.
extension Fleet {
    /// The started lanes whose session has not ended at `instant`, ascending; those whose start
    /// lies ahead are among them. O(started lanes and commands on them).
    package func startedLanes(at instant: FleetInstant) -> [Int] {
        book.startedLanes.filter {
            course(of: SessionName(lane: $0, lap: 0), at: instant).state != .landed
        }
    }

    /// Whether the lane is a started one whose session has ended at `instant`.
    func isOver(_ lane: Int, at instant: FleetInstant) -> Bool {
        guard book.start(of: lane) != nil else { return false }
        return course(of: SessionName(lane: lane, lap: 0), at: instant).state == .landed
    }
}

/// What a start becomes.
extension Fleet {
    /// When a session begins that was asked for at that instant, or at once: with the next slot.
    func begin(
        _ asked: FleetInstant?, after now: FleetInstant
    ) throws(WireError) -> FleetInstant {
        guard let asked else {
            return (now + FleetDuration(ticks: 1)).roundedUp(to: Self.slotDuration)
        }
        guard asked > now else {
            throw .badField("at", reason: "It is past: the fleet's present is \(now.text).")
        }
        let week = now + .seconds(Int64(ProtocolLimits.startAheadSeconds))
        let last = min(week, FleetInstant.presents.upperBound)
        guard asked <= last else {
            throw .badField("at", reason: "It lies too far ahead: the latest is \(last.text).")
        }
        return asked
    }

    /// The number of the next lane to be started. O(started lanes).
    func freeLane(
        stride: Int, remainder: Int, at now: FleetInstant
    ) throws(WireError) -> Int {
        precondition((0..<stride).contains(remainder), "remainder \(remainder) of \(stride)")
        let lowest = max(SessionName.firstStartedLane, (book.lastStartedLane ?? 0) + 1)
        let lane = lowest + (remainder - lowest % stride + stride) % stride
        guard lane < SessionName.laneLimit else {
            throw WireError(
                .noRoom, reason: "Every lane that can be started has been.",
                suggestion: "Give the fleet another epoch or seed: its lanes are free.")
        }
        guard startedLanes(at: now).count < ProtocolLimits.startedSessions else {
            throw WireError(
                .noRoom,
                reason: "\(ProtocolLimits.startedSessions) started sessions have not ended.",
                suggestion: "Stop one of them, or wait until one has ended.")
        }
        return lane
    }

    /// The lane whose athlete is meant: that of a started lane may be another one's.
    func athlete(_ lane: Int?) throws(WireError) -> Int? {
        guard let lane else { return nil }
        guard contains(session(of: lane, at: epoch)) else {
            throw unknown(SelectedSessions(lane: lane), field: "athlete")
        }
        guard !isRecorded(lane) else {
            throw WireError(
                .unknownSession,
                reason: "s\(lane) is a recording, of whose athlete little is known.",
                suggestion: "Choose a lane that is simulated.", field: "athlete")
        }
        return book.order(of: lane).athlete ?? lane
    }
}
