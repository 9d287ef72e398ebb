import Simulation
import Vocabulary

/// How a session stands at an instant, as the live commands have it; known without flying it.
package struct SessionCourse: Hashable, Sendable {
    package var state: FlightState
    /// When the state began; for a scheduled session, when it begins to fly.
    package var since: FleetInstant
    /// When a recording that pauses by itself goes on; else nil.
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

    /// The last pause that a recording brings with it and that had begun at `instant`.
    private func ownPause(
        of session: SessionName, _ clock: SessionClock, at instant: FleetInstant
    ) -> ClosedRange<FleetInstant>? {
        guard isRecorded(session.lane) else { return nil }
        let begin = clock.start + clock.shift
        let pause = recordings[session.lane.index]
            .lastPause(from: instant - begin, period: rate.period)
        return pause.map { begin + $0.lowerBound...begin + $0.upperBound }
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
