import Vocabulary

/// How much a fleet remembers of sessions that have ended, and of samples that were removed.
package struct RetentionLimits: Sendable {
    /// After this time a session that has ended may be forgotten, and a removed sample by hand
    /// this long after the day of its removal.
    let longest: FleetDuration
    /// How long after its end a session is remembered at least.
    let settling: FleetDuration
    /// The most commands of root and the daemon's user on sessions that have ended: on those of the
    /// fleet's own lanes, and as many on started ones. Beyond it the sessions that ended first are
    /// forgotten.
    let commands: Int
    /// While fewer removed samples by hand are older than ``longest``, none of them is forgotten.
    let removedEntriesKept: Int

    package init(
        longest: FleetDuration, settling: FleetDuration, commands: Int, removedEntriesKept: Int
    ) {
        self.longest = longest
        self.settling = settling
        self.commands = commands
        self.removedEntriesKept = removedEntriesKept
    }
}

/// Which commands can be forgotten.
///
/// Commands of root and of the daemon's user on sessions that have ended have a limit, beyond which
/// sessions are forgotten sooner. Commands of other users never cause that: each user has a share,
/// beyond which its own commands are refused; see `FleetShares.swift`.
///
/// The rule: the lines of a session depend on the commands on that session, and so does the number
/// of each line in the book of the day on which it lands, from its landing to the next midnight. No
/// other line depends on them. A session of the fleet's own lanes would fly without them too, and
/// land at another instant; so its commands can be forgotten as of an instant behind which it has
/// landed in any case, and as of which the lines of its landing's day are numbered the same. A
/// started session is forgotten with its start, and a started lane's book ends with its session: as
/// of its end.
extension Fleet {
    /// The commands of sessions that ended too long ago for `limits`; nil if there are none.
    /// O(sessions with commands), and more to sort the sessions if they have too many.
    ///
    /// - Parameter now: the present.
    package func forgettable(
        at now: FleetInstant, _ limits: RetentionLimits
    ) -> ForgottenSessions? {
        var (own, started) = (EndedSessions(), EndedSessions())
        commands.forEachSession { session, commanded in
            guard let settled = settled(session) else { return }
            let ended = EndedSessions.Session(
                name: session, settled: settled, commands: commanded.unsharedCount,
                start: commanded.start)
            if session.lane < .firstStarted {
                own.sessions.append(ended)
            } else {
                started.sessions.append(ended)
            }
        }
        var retention = commands.retention
        let ownForgotten = own.forgotten(at: now, limits, since: &retention.own)
        let startedForgotten = started.forgotten(at: now, limits, since: &retention.started)
        let entries = forgettableEntries(at: now, limits, since: &retention.entries)
        let forgotten = (ownForgotten + startedForgotten).map(\.name)
        guard !forgotten.isEmpty || !entries.isEmpty else { return nil }
        if let last = startedForgotten.map(\.name.lane).max() {
            retention.lastForgottenLane = max(last, retention.lastForgottenLane ?? last)
        }
        for start in startedForgotten.compactMap(\.start) {
            guard let user = start.user, let day = start.day else { continue }
            retention.starts[user, default: StartCount()].add(
                StartCount(ever: 1, day: day, ofDay: 1))
        }
        retention.starts = retention.starts.filter { commands.users.hasPlace($0.key) }
        return ForgottenSessions(Set(forgotten), retention, entries: entries)
    }

    /// Samples by hand that were removed long ago, and their removals; none while they are few, as
    /// a reader that asks for entries from before could not be given them.
    ///
    /// The numbers of later lines in the books of the two days count them: they are forgotten as of
    /// the end of the day of the removal. A started lane's book ends with its session.
    ///
    /// - Parameter oldest: the instant from which on entries are known; moves on.
    private func forgettableEntries(
        at now: FleetInstant, _ limits: RetentionLimits, since oldest: inout FleetInstant?
    ) -> Set<EntryName> {
        guard commands.entries.removedCount >= limits.removedEntriesKept else { return [] }
        let border = now - limits.longest
        var (names, last) = (Set<EntryName>(), oldest)
        commands.entries.forEachRemoved(before: border) { added, removal in
            guard let day = dayCalendar.day(dayCalendar.lap(at: removal.instant)),
                day.upperBound <= border
            else { return }
            names.insert(added)
            names.insert(EntryName(lane: added.lane, instant: removal.instant))
            last = max(last ?? day.upperBound, day.upperBound)
        }
        guard names.count >= 2 * limits.removedEntriesKept else { return [] }
        oldest = last
        return names
    }

    /// The instant behind which no line depends on the commands on a session; nil while it is not
    /// known, and for a recording, which stays for ever.
    package func settled(_ session: SessionName) -> FleetInstant? {
        guard !isRecorded(session.lane) else { return nil }
        guard session.lane < .firstStarted else {
            return commands.end(of: session.lane)
        }
        let first: FleetInstant
        let last: FleetInstant
        if let calendar = calendar(of: session.lane) {
            // Looking the run up would take long.
            guard calendar.laps.contains(session.lap), let day = calendar.day(session.lap) else {
                return nil
            }
            (first, last) = (day.lowerBound, day.upperBound + CalendarRun.longest)
        } else {
            first = start(of: session)
            last = first + .lap
        }
        guard FleetInstant.presents.contains(first), FleetInstant.presents.contains(last) else {
            return nil
        }
        let day = dayCalendar.lap(at: last)
        guard dayCalendar.lap(at: first) != day else { return last }
        return dayCalendar.day(day).map { $0.upperBound - FleetDuration(ticks: 1) } ?? last
    }

    /// Forgets the commands on some sessions. Lines of instants before the retention cannot be
    /// computed any more.
    package mutating func forget(_ forgotten: ForgottenSessions) { commands.forget(forgotten) }

    /// Notes what the fleet has forgotten, before the commands that are left are entered.
    package mutating func remember(since retention: CommandRetention) {
        commands.remember(since: retention)
    }
}

/// Sessions that have ended or will.
private struct EndedSessions {
    struct Session {
        let name: SessionName
        let settled: FleetInstant
        /// How many of its commands count in no user's share.
        let commands: Int
        let start: CommandedSession.Start?
    }

    var sessions: [Session] = []

    /// The sessions to be forgotten.
    ///
    /// - Parameter oldest: the instant from which on sessions are known; moves on.
    mutating func forgotten(
        at now: FleetInstant, _ limits: RetentionLimits, since oldest: inout FleetInstant?
    ) -> [Session] {
        sessions.removeAll { $0.settled > now - limits.settling }
        let first = FleetInstant.presents.lowerBound
        var border = max(now - limits.longest, oldest ?? first, first)
        let kept = sessions.filter { $0.settled >= border }
        if kept.reduce(0, { $0 + $1.commands }) > limits.commands {
            border = max(border, Self.border(of: kept, keeping: limits.commands))
        }
        let forgotten = sessions.filter { $0.settled < border }
        if !forgotten.isEmpty { oldest = border }
        return forgotten
    }

    /// The instant since which the sessions settled that have at most `commands` commands in all.
    private static func border(of sessions: [Session], keeping commands: Int) -> FleetInstant {
        let latestFirst = sessions.sorted { $0.settled > $1.settled }
        var sum = 0
        for session in latestFirst {
            sum += session.commands
            if sum > commands { return session.settled + FleetDuration(ticks: 1) }
        }
        return FleetInstant.presents.lowerBound
    }
}
