import Vocabulary
import WireProtocol

/// Checks what is entered by hand, and decides where it lies in the order.
extension Fleet {
    /// - Parameters:
    ///   - field: the field of the request that names the lane.
    ///   - now: lines up to this instant may have been published.
    func entry(
        _ action: SessionCommand.Action, of lane: LaneID, field: String, after now: FleetInstant
    ) throws(WireError) -> SessionCommand {
        try checkShard(of: SelectedSessions(lane: lane), field: field)
        guard has(lane: lane) else { throw unknown(SelectedSessions(lane: lane), field: field) }
        try checkOpen(lane, at: now)
        let instant = freeInstant(of: lane, after: now)
        try checkFleetTime(instant)
        let book = SessionName.book(of: lane, lap: dayCalendar.lap(at: instant))
        let command = SessionCommand(action, book, at: instant)
        try checkEntry(command)
        return command
    }

    /// The next instant at which nothing becomes known of the lane yet, so that the names of its
    /// entries differ.
    private func freeInstant(of lane: LaneID, after now: FleetInstant) -> FleetInstant {
        let tick = FleetDuration(ticks: 1)
        var instant = max(now, commands.entries.last(of: lane) ?? now) + tick
        while FleetInstant.presents.contains(instant), simulates(instant, of: lane) {
            instant = instant + tick
        }
        return instant
    }

    /// Whether an entry of the lane that is not by hand lies at an instant.
    private func simulates(_ instant: FleetInstant, of lane: LaneID) -> Bool {
        let summary = StreamPosition(instant, lane: lane, .summary)
        let before = instant - FleetDuration(ticks: 1)
        return nextEntry(of: lane, after: before) == instant
            || nextFrequentEntry(of: lane, after: before, .all)?.instant == instant
            || landings(of: lane, since: instant, through: summary) > 0
    }

    /// The entry of a name, of whatever kind; nil if there is none.
    package func entry(named name: EntryName) -> FoundEntry? {
        let (lane, instant) = (name.lane, name.instant)
        guard shard.contains(lane: lane), has(lane: lane) else { return nil }
        if let entry = commands.entries.entry(of: lane, at: instant) {
            return .manual(entry.metric)
        }
        guard StreamPosition.instants.contains(instant), simulates(instant, of: lane) else {
            return nil
        }
        let entries = entries(of: lane, on: dayCalendar.lap(at: instant), .all)
        let found = entries.first { $0.instant == instant }
        return found.map { .simulated($0.metric) } ?? .summary
    }

    /// The first instant from `instant` on at which a session may be stopped, or go on to its end:
    /// no entry of a started lane may lie behind its end, and the summary of a run needs a name of
    /// its own.
    func afterEntries(of session: SessionName, from instant: FleetInstant) -> FleetInstant {
        let lane = session.lane
        var instant = instant
        if lane >= .firstStarted, let last = commands.entries.last(of: lane),
            last > instant
        {
            instant = slot(of: session, after: last - FleetDuration(ticks: 1))
        }
        while commands.entries.entry(of: lane, at: instant) != nil {
            instant = slot(of: session, after: instant)
        }
        return instant
    }

    /// - Throws: `bad_field` for a sample of a time still to come.
    func checkPast(_ sample: ManualSample, at present: FleetInstant) throws(WireError) {
        guard sample.end > present else { return }
        throw .badField(
            sample.metric.isPoint ? "at" : "end", of: .add,
            reason: "It is still to come: the fleet's present is \(present.text).")
    }
}

extension Fleet {
    func checkEntry(_ command: SessionCommand) throws(WireError) {
        let (lane, instant) = (command.session.flownLane, command.instant)
        guard lane.index < LaneID.limit,
            lane < .firstStarted || commands.start(of: lane) != nil
                || commands.isForgotten(lane)
        else { throw unknown(SelectedSessions(lane: lane), field: "session") }
        try checkFleetTime(instant)
        guard command.session.lap == dayCalendar.lap(at: instant),
            commands.entries.last(of: lane) ?? instant - FleetDuration(ticks: 1) < instant
        else { throw .wrongInstant(command) }
        // Entries by hand outlive the commands on their session.
        if !commands.isForgotten(lane) { try checkOpen(lane, at: instant) }
        switch command.action {
        case .add(let sample): try checkSample(sample, of: lane, at: instant)
        case .remove(let removed): try checkRemoval(of: removed, of: lane)
        case .start, .pause, .resume, .stop: throw .wrongInstant(command)
        }
    }

    /// The book of a started lane is closed once its session has ended.
    private func checkOpen(_ lane: LaneID, at instant: FleetInstant) throws(WireError) {
        guard lane >= .firstStarted else { return }
        let course = course(of: SessionName(lane: lane, lap: 0), at: instant)
        guard course.state == .landed, course.since < instant else { return }
        throw WireError(
            .wrongState,
            reason: "s\(lane) was started, and has ended at \(course.since.text).",
            suggestion: "Choose a lane that goes on.", field: "session")
    }

    private func checkSample(
        _ sample: ManualSample, of lane: LaneID, at instant: FleetInstant
    ) throws(WireError) {
        guard sample.metric.limits.contains(sample.value) else { throw .outside(sample.metric) }
        try checkSpan(of: sample)
        try checkPast(sample, at: instant - FleetDuration(ticks: 1))
        let entries = commands.entries
        guard entries.count(of: lane) < ProtocolLimits.laneEntries else {
            throw .noRoom(ProtocolLimits.laneEntries, of: "s\(lane)", "lane_entries")
        }
        guard entries.count < ProtocolLimits.entries else {
            throw .noRoom(ProtocolLimits.entries, of: "this fleet", "entries")
        }
    }

    private func checkSpan(of sample: ManualSample) throws(WireError) {
        let (length, isPoint) = (sample.end - sample.start, sample.metric.isPoint)
        guard sample.start >= ManualSample.earliest else {
            throw .badField(
                isPoint ? "at" : "start", of: .add,
                reason: "The earliest is \(ManualSample.earliest.text).")
        }
        guard !isPoint else {
            guard length == .zero else {
                throw .badField("at", of: .add, reason: "\(sample.metric.name) has one instant.")
            }
            return
        }
        guard length > .zero else {
            throw .badField("end", of: .add, reason: "The end does not lie behind the start.")
        }
        guard length <= ManualSample.longest else {
            throw .badField(
                "end", of: .add, reason: "It lasts longer than \(ManualSample.longest).")
        }
    }

    private func checkRemoval(of instant: FleetInstant, of lane: LaneID) throws(WireError) {
        let name = EntryName(lane: lane, instant: instant)
        guard let entry = commands.entries.entry(of: lane, at: instant) else {
            guard StreamPosition.instants.contains(instant), simulates(instant, of: lane) else {
                throw .noEntry(name)
            }
            throw WireError(
                .wrongState, reason: "\(name) is not by hand: its source is not manual.",
                suggestion: "Remove only what was added.", field: "entry")
        }
        guard entry.removes == nil else {
            throw WireError(
                .wrongState, reason: "\(name) is a removal itself.",
                suggestion: "Add the sample again.", field: "entry")
        }
        guard !commands.entries.isRemoved(instant, of: lane) else {
            throw .entryIsRemoved(name)
        }
        guard commands.entries.removedCount < ProtocolLimits.removedEntries else {
            throw WireError(
                .noRoom,
                reason: "\(ProtocolLimits.removedEntries) samples have been removed and are not "
                    + "forgotten yet, as many as there may be (removed_entries).",
                suggestion: "Leave it, or try again once some are: 30 days after their removal.")
        }
    }
}

extension WireError {
    fileprivate static func noRoom(
        _ limit: Int, of owner: String, _ name: String
    ) -> WireError {
        WireError(
            .noRoom,
            reason: "\(limit) samples have been added by hand to \(owner), as many as there may be "
                + "(\(name)).",
            suggestion: "Remove some of them: others are never forgotten.")
    }
}
