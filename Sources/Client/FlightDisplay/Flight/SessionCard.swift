import Vocabulary
import WireProtocol

/// A session's runner, plan and state, from its snapshot.
package struct SessionCard: Equatable, Sendable {
    /// For example `s7.0`.
    package let session: String
    package let plan: String
    package let mission: Mission?
    package let reserve: HeartRateReserve?
    /// Sex and age of the runner, or the file name of the recording.
    package let runner: String
    package let state: SessionState?
    let phase: Phase?
    let phaseSince: FleetInstant?
    package let start: FleetInstant
    private let latest: [String: JSONValue]

    /// Nil if the line is not a snapshot of a session.
    package init?(snapshot: JSONValue) {
        // For a lane that rests, the answer to `sessions` gives the start of its next session.
        guard let session = snapshot["session"]?.text,
            let start = (snapshot["start"] ?? snapshot["next"])?.instant
        else { return nil }
        self.session = session
        self.start = start
        plan = snapshot["plan"]?.text ?? "?"
        state = snapshot["state"]?.text.flatMap(SessionState.init(named:))
        phase = snapshot["phase"]?.text.flatMap(Phase.init(rawValue:))
        phaseSince = snapshot["since"]?.instant
        mission = snapshot["mission"].flatMap(Self.mission)
        reserve = Self.reserve(snapshot)
        runner = Self.runner(snapshot) ?? "?"
        latest = snapshot["latest"]?.fields ?? [:]
    }

    /// The snapshot's value of a metric; nil if it was not measured.
    func reading(of metric: Metric, at instant: FleetInstant) -> Reading? {
        latest[metric.name]?.double.map { Reading(value: $0, at: instant) }
    }

    private static func mission(_ value: JSONValue) -> Mission? {
        guard let distance = value["target_distance_m"]?.double, distance > 0,
            let speed = value["target_speed_mps"]?.double, speed > 0
        else { return nil }
        return Mission(
            targetDistance: distance, targetSpeed: speed,
            paceDeviation: value["pace_deviation_s_per_km"]?.double ?? 0)
    }

    private static func reserve(_ value: JSONValue) -> HeartRateReserve? {
        guard let resting = value["resting_heart_rate_bpm"]?.double,
            let maximal = value["maximal_heart_rate_bpm"]?.double, resting > 0, resting < maximal
        else { return nil }
        return HeartRateReserve(resting: resting, maximal: maximal)
    }

    /// Name, sex and age of the runner, or the file name of the recording; nil without either.
    package static func runner(_ value: JSONValue) -> String? {
        guard let athlete = value["athlete"] else { return value["recording"]?.text }
        return runner(
            athlete["name"]?.text, athlete["sex"]?.text ?? "?", age: athlete["age"]?.integer)
    }

    /// `Ada, female, 34`, or without a name `female, 34`.
    package static func runner(_ name: String?, _ sex: String, age: Int?) -> String {
        [name, sex, age.map { "\($0)" } ?? "?"].compactMap(\.self).joined(separator: ", ")
    }
}

/// The state of a session, as the daemon names it.
package enum SessionState: String, Sendable {
    case scheduled, flying, paused, landed

    /// A lane that rests has its next session scheduled.
    init?(named name: String) {
        guard name != "resting" else {
            self = .scheduled
            return
        }
        self.init(rawValue: name)
    }
}

/// The choice of the session that the display opens with.
enum FlightChoice {
    /// The lane of the first session in mid-flight, preferably on a mission.
    ///
    /// - Parameter sessions: the daemon's list of sessions.
    static func lane(among sessions: [JSONValue]) -> LaneID? {
        let best = sessions.enumerated().max { left, right in
            (interest(left.element), right.offset) < (interest(right.element), left.offset)
        }
        return best?.element["session"]?.text.flatMap(LaneName.lane)
    }

    private static func interest(_ session: JSONValue) -> Int {
        let stage: Int
        if session["state"]?.text == "resting" { return -1 }
        switch session["phase"]?.text.flatMap(Phase.init(rawValue:)) {
        case .climb, .cruise, .descent: stage = 6
        case .takeoff: stage = 4
        case .approach: stage = 2
        case .preflight, .touchdown, nil: stage = 0
        }
        return session["mission"] == nil ? stage : stage + 1
    }
}

/// Parses the lane from the name of a session, `s7.0`, or of a lane, `s7`; nil for a lane that no
/// fleet can have.
package enum LaneName {
    package static func lane(of name: String) -> LaneID? {
        guard name.first == "s" else { return nil }
        let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let number = Int(parts[0]), let lane = LaneID(exactly: number)
        else { return nil }
        return parts.count == 2 && Int(parts[1]) == nil ? nil : lane
    }
}

extension JSONValue {
    /// The instant of an RFC 3339 text, rounded down to a tick of fleet time.
    package var instant: FleetInstant? {
        text.flatMap { CalendarTime(rfc3339: $0) }.map { FleetInstant(notAfter: $0.microseconds) }
    }
}
