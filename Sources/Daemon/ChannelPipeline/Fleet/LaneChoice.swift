import Vocabulary
import WireProtocol

/// A lane that a subscription asks for, and which laps of it.
package struct LaneChoice: Hashable, Sendable {
    // Small, since a subscription to all keeps a choice for each lane.
    package let lane: LaneID
    private let firstLap: Int32
    private let lastLap: Int32

    package init(lane: LaneID, laps: ClosedRange<Int>? = nil) {
        self.lane = lane
        firstLap = laps.map { Int32($0.lowerBound) } ?? .max
        lastLap = laps.map { Int32($0.upperBound) } ?? .min
    }

    /// From the first to the last lap asked for; nil is every lap.
    package var laps: ClosedRange<Int>? {
        firstLap <= lastLap ? Int(firstLap)...Int(lastLap) : nil
    }
}

extension Fleet {
    /// The lanes of a selection, ascending, each once.
    ///
    /// - Parameter instant: `all` leaves out started lanes whose session has ended by then; nil
    ///   leaves out none.
    /// - Throws: `unknown_session` for what is not flown here; `no_data` for a skipped date.
    package func choices(
        _ selection: SessionSelection, since instant: FleetInstant? = nil
    ) throws(WireError) -> [LaneChoice] {
        guard case .some(let selected) = selection else {
            let started = instant.map { startedLanes(at: $0) } ?? commands.startedLanes
            return (flownLanes + started).map { LaneChoice(lane: $0) }
        }
        var choices: [LaneChoice] = []
        for sessions in selected.sorted(by: { $0.flownLane < $1.flownLane }) {
            try check(sessions)
            // Books go on beside the sessions of their lane.
            let laps = sessions.isBook ? nil : sessions.lap.map { $0...$0 }
            if let last = choices.last, last.lane == sessions.flownLane {
                choices[choices.count - 1] = LaneChoice(
                    lane: last.lane, laps: last.laps?.union(laps))
            } else {
                choices.append(LaneChoice(lane: sessions.flownLane, laps: laps))
            }
        }
        return choices
    }

    private func check(_ sessions: SelectedSessions) throws(WireError) {
        guard !sessions.isBook else { return try checkBook(sessions) }
        try checkShard(of: sessions, field: "select.session")
        guard has(lane: sessions.lane) else { throw unknown(sessions, field: "select.session") }
        guard let lap = sessions.lap else { return }
        let session = SessionName(lane: sessions.lane, lap: lap)
        guard !contains(session) else { return }
        throw missing(sessions, at: nil, field: "select.session")
    }

    private func checkBook(_ book: SelectedSessions) throws(WireError) {
        try check(SelectedSessions(lane: book.flownLane))
        guard let lap = book.lap else { return }
        guard let day = dayCalendar.day(lap) else {
            throw WireError(
                .noData, reason: "The time zone has no \(dayCalendar.date(of: lap)).",
                suggestion: "Choose another day.", field: "select.session")
        }
        guard day.overlaps(FleetInstant.presents) else {
            throw WireError(
                .unknownSession, reason: "\(book) lies beyond fleet time.",
                suggestion: "Choose a day within fleet time.", field: "select.session")
        }
    }

    /// Why a lane of the fleet has no such session.
    ///
    /// - Parameters:
    ///   - now: the present; nil if it is not known.
    ///   - field: the field of the request that names the session.
    func missing(
        _ sessions: SelectedSessions, at now: FleetInstant?, field: String
    ) -> WireError {
        guard let calendar = calendar(of: sessions.lane), let lap = sessions.lap,
            calendar.laps.contains(lap)
        else { return unknown(sessions, field: field) }
        let next = (lap...lap + Self.daysAhead)
            .lazy.compactMap { calendar.run(of: sessions.lane, on: $0) }.first
        return WireError(
            .noData, reason: "s\(sessions.lane) does not run on \(calendar.date(of: lap)).",
            suggestion: next.map {
                "Its next session, s\(sessions.lane).\($0.lap), begins at \($0.start.text)."
            } ?? "Choose another day.", field: field)
    }

    /// Within this number of days an athlete who is ill or away runs again.
    private static var daysAhead: Int { 60 }

    /// - Parameter field: the field of the request that names the sessions.
    func unknown(_ sessions: SelectedSessions, field: String) -> WireError {
        WireError(
            .unknownSession, reason: "This fleet has no \(sessions).",
            suggestion: suggestion(insteadOf: sessions, takesAll: field == "select.session"),
            field: field)
    }

    private func suggestion(insteadOf sessions: SelectedSessions, takesAll: Bool) -> String {
        if isRecorded(sessions.lane) { return "A recording flies once, as s\(sessions.lane).0." }
        if commands.start(of: sessions.lane) != nil {
            return "A started session flies once, as s\(sessions.lane).0."
        }
        if let started = commands.retention.started, commands.isForgotten(sessions.lane) {
            return "It was started and has ended: started sessions are known that ended at "
                + "\(started.text) or later."
        }
        return "Choose a lane from s0 to s\(max(0, laneCount - 1))\(takesAll ? ", or *" : "")."
    }

    /// - Parameter field: the field of the request that names the sessions.
    /// - Throws: `unknown_session` for a lane that another shard flies.
    func checkShard(of sessions: SelectedSessions, field: String) throws(WireError) {
        let lane = sessions.lane
        guard lane.index < laneCount || lane >= .firstStarted,
            !shard.contains(lane: lane)
        else { return }
        let other = shard.shard(of: lane)
        throw WireError(
            .unknownSession,
            reason: "\(sessions) lies in shard \(other), and this is shard \(shard).",
            suggestion: "Ask the daemon that flies shard \(other), or choose a lane whose "
                + "remainder by \(shard.count) is \(shard.index), or *.",
            field: field)
    }
}

extension ClosedRange<Int> {
    /// The smallest range that holds both; nil, every lap, holds all.
    fileprivate func union(_ other: ClosedRange<Int>?) -> ClosedRange<Int>? {
        other.map { Swift.min(lowerBound, $0.lowerBound)...Swift.max(upperBound, $0.upperBound) }
    }
}
