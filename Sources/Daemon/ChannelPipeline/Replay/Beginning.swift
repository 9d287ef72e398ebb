import Vocabulary
import WireProtocol

/// Where a subscription's lines begin.
package enum Beginning: Hashable, Sendable {
    /// At the start of each chosen session that is flying now.
    case sessionStarts
    /// Strictly after a point in the total order.
    case after(StreamPosition)
}

extension Fleet {
    /// Where the lines of a subscription begin. With the kind `entry`, from the start is from the
    /// last midnight or that of the earliest book selected by name, and from the start of a session
    /// that was aloft then: a book cannot be counted without the runs that end in it. O(lanes); at
    /// most ``lookUpsAtOnce`` lanes are looked up in the calendar.
    package func beginning(
        _ start: Beginning, _ shape: ChannelShape, of selection: SessionSelection = .all,
        _ choices: [LaneChoice], at now: FleetInstant
    ) -> Beginning {
        let today = dayCalendar.lap(at: now)
        let day = min(today, selection.firstBook ?? today)
        guard start == .sessionStarts, shape.kinds.contains(.entry),
            let midnight = dayCalendar.day(day)?.lowerBound
        else { return start }
        let starts = lookedUp(choices).compactMap { startOfAloft($0.lane, at: midnight) }
        let first = min(starts.min() ?? midnight, earliestStart(choices, aloftAt: midnight))
        return .after(StreamPosition(after: first - FleetDuration(ticks: 1)))
    }

    /// How many lanes are looked up in the calendar for one request: up to a hundred microseconds
    /// each, in which no other request is heard.
    private static let lookUpsAtOnce = 1024

    private func isMany(_ choices: [LaneChoice]) -> Bool {
        restsBetweenRuns && choices.count > Self.lookUpsAtOnce
    }

    /// The lanes whose session starts are looked up: lanes that fly by the calendar only if there
    /// are not too many of them.
    fileprivate func lookedUp(_ choices: [LaneChoice]) -> [LaneChoice] {
        isMany(choices) ? choices.filter { calendar(of: $0.lane) == nil } : choices
    }

    /// The earliest start of a session that is aloft at an instant, of the lanes that are not
    /// ``lookedUp(_:)``; the instant itself if all are.
    fileprivate func earliestStart(
        _ choices: [LaneChoice], aloftAt instant: FleetInstant
    ) -> FleetInstant {
        isMany(choices) ? instant - CalendarRun.longest : instant
    }

    /// The start of the session that a lane flies at an instant; nil if it has landed, as a
    /// recording has that was flown long ago.
    private func startOfAloft(_ lane: LaneID, at instant: FleetInstant) -> FleetInstant? {
        let session = session(of: lane, at: instant)
        let start = start(of: session)
        guard start <= instant, start == instant || !hasLanded(session, at: instant) else {
            return nil
        }
        return start
    }
}

extension SessionSelection {
    /// The earliest day whose book is selected by name.
    fileprivate var firstBook: Int? {
        guard case .some(let selected) = self else { return nil }
        return selected.compactMap { $0.isBook ? $0.lap : nil }.min()
    }
}

/// With which session of each lane a replay begins, and at which instant.
extension Replay {
    /// The last instant that lies wholly before the beginning, for a lane.
    func through(_ lane: LaneID) -> FleetInstant {
        let isBehind =
            lane < beginning.lane || beginning >= StreamPosition(after: beginning.instant)
        return isBehind ? beginning.instant : beginning.instant - FleetDuration(ticks: 1)
    }

    /// The session to begin with; nil if what was chosen ended before the beginning.
    func session(for choice: LaneChoice) -> SessionName? {
        guard case .after = start else {
            return Self.firstSession(of: choice, in: fleet, at: opened)
        }
        let instant = through(choice.lane)
        let session = fleet.firstSession(of: choice.lane, from: instant)
        if let laps = choice.laps, laps.upperBound < session.lap { return nil }
        return fleet.isOver(choice.lane, at: instant) ? nil : session
    }

    /// The session at whose start "from the start" begins: the one that is flying unless an
    /// earlier one was named. A started session that has ended is flown again if it was named
    /// itself, else there is none.
    private static func firstSession(
        of choice: LaneChoice, in fleet: Fleet, at present: FleetInstant
    ) -> SessionName? {
        if choice.laps == nil, fleet.isOver(choice.lane, at: present) { return nil }
        let live = fleet.session(of: choice.lane, at: present)
        let lap = min(choice.laps?.lowerBound ?? live.lap, live.lap)
        return SessionName(lane: choice.lane, lap: lap)
    }

    static func beginning(
        _ start: Beginning, _ fleet: Fleet, _ choices: [LaneChoice], _ present: FleetInstant
    ) -> StreamPosition {
        switch start {
        case .after(let position): return position
        case .sessionStarts:
            let starts = fleet.lookedUp(choices).compactMap { choice in
                firstSession(of: choice, in: fleet, at: present).map { fleet.start(of: $0) }
            }
            let earliest = fleet.earliestStart(choices, aloftAt: present)
            let first = min(starts.min() ?? present, earliest)
            return StreamPosition(after: first - FleetDuration(ticks: 1))
        }
    }
}
