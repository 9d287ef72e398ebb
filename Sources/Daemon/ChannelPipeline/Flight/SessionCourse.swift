import Simulation
import Vocabulary

/// How a session stands at an instant, as the live commands have it; known without flying it.
package struct SessionCourse: Hashable, Sendable {
    package var state: FlightState
    /// When the state began; for a scheduled session, when it begins to fly.
    package var since: FleetInstant
    /// When a session goes on that pauses by itself; else nil.
    package var goesOnBySelf: FleetInstant?
    /// When the session ends unless there is another command; nil while it pauses in a lane that
    /// flies once.
    package var end: FleetInstant?
}

extension Fleet {
    /// How a session stands at `instant`, just before a command of that instant.
    ///
    /// Commands that lie later do not count. A session is scheduled up to and including the instant
    /// at which it begins, and has landed from the one at which it ends.
    /// O(1) from the last command on, else O(log commands of the session); of a recording O(rows).
    /// A flying athlete's own pauses are drawn: who asks for the end alone takes ``end(of:at:)``.
    package func course(of session: SessionName, at instant: FleetInstant) -> SessionCourse {
        guard !commands.isForgotten(session.lane) else { return forgottenCourse }
        let start = start(of: session)
        let clock = SessionClock(start: start, commands.change(of: session, at: instant))
        let end = end(of: session, clock)
        func course(
            _ state: FlightState, since: FleetInstant, goesOnBySelf: FleetInstant? = nil
        ) -> SessionCourse {
            SessionCourse(state: state, since: since, goesOnBySelf: goesOnBySelf, end: end)
        }
        if instant <= start { return course(.scheduled, since: start) }
        if let end, end <= instant { return course(.landed, since: end) }
        if let held = clock.heldSince { return course(.paused, since: held) }
        guard let pause = ownPause(of: session, clock, at: instant) else {
            return course(.flying, since: clock.flyingSince)
        }
        guard instant > pause.upperBound else {
            return course(.paused, since: pause.lowerBound, goesOnBySelf: pause.upperBound)
        }
        return course(.flying, since: max(clock.flyingSince, pause.upperBound))
    }

    /// When a session ends, as ``course(of:at:)`` has it at `instant`.
    package func end(of session: SessionName, at instant: FleetInstant) -> FleetInstant? {
        guard !commands.isForgotten(session.lane) else { return forgottenStart }
        let change = commands.change(of: session, at: instant)
        return end(of: session, SessionClock(start: start(of: session), change))
    }

    /// Whether a session that has begun before `instant` has ended by then.
    func hasLanded(_ session: SessionName, at instant: FleetInstant) -> Bool {
        end(of: session, at: instant).map { $0 <= instant } ?? false
    }

    /// The course of a forgotten started session.
    private var forgottenCourse: SessionCourse {
        SessionCourse(state: .landed, since: forgottenStart, end: forgottenStart)
    }

    private func end(of session: SessionName, _ clock: SessionClock) -> FleetInstant? {
        if let stopped = clock.stopped { return stopped }
        let latest = latestEnd(of: session)
        if calendar(of: session.lane) == nil, let latest { return latest }
        guard clock.heldSince == nil else { return latest }
        let duration =
            isRecorded(session.lane)
            ? recordings[session.lane.index].duration(period: rate.period) : duration(of: session)
        let end = clock.start + duration + clock.shift
        return latest.map { min($0, end) } ?? end
    }

    /// The last pause that a recording brings with it, or that the athlete's button makes, and that
    /// had begun at `instant`.
    private func ownPause(
        of session: SessionName, _ clock: SessionClock, at instant: FleetInstant
    ) -> ClosedRange<FleetInstant>? {
        let begin = clock.start + clock.shift
        let offset = instant - begin
        let pause =
            isRecorded(session.lane)
            ? recordings[session.lane.index].lastPause(from: offset, period: rate.period)
            : lastPause(of: session, from: offset)
        return pause.map { begin + $0.lowerBound...begin + $0.upperBound }
    }

    /// The last pause that the athlete's button makes of a simulated session, of those that begin
    /// at or before `offset` since its start.
    private func lastPause(
        of session: SessionName, from offset: FleetDuration
    ) -> ClosedRange<FleetDuration>? {
        guard canPause(session, by: offset) else { return nil }
        return simulation(of: session).pauseSpans.last { $0.lowerBound <= offset }
            .map { $0.lowerBound...$0.upperBound }
    }

    /// Whether a simulated session can have begun a pause by `offset`; true without need at times.
    private func canPause(_ session: SessionName, by offset: FleetDuration) -> Bool {
        // Only the calendar knows by which lap of the simulation a day's run is drawn.
        guard calendar(of: session.lane) == nil else { return equipment.canPause }
        return equipment.pauses(
            seed: seed, lane: session.lane, lap: session.lap,
            athlete: commands.order(of: session.lane).athlete ?? session.lane, by: offset)
    }
}

/// What commands make of a session's time.
private struct SessionClock {
    let start: FleetInstant
    var shift = FleetDuration.zero
    var flyingSince: FleetInstant
    var heldSince: FleetInstant?
    var stopped: FleetInstant?

    /// - Parameter change: the session's last change; nil if there is none.
    init(start: FleetInstant, _ change: SessionChange?) {
        self.start = start
        flyingSince = start
        guard let change else { return }
        shift = change.shift
        switch change.kind {
        case .pause: heldSince = change.instant
        case .resume: flyingSince = change.instant
        case .stop: stopped = change.instant
        }
    }
}
