import PlainText
import Vocabulary
import WireProtocol

/// One session as the display knows it, from the daemon's lines alone.
///
/// Two subscriptions feed it: `present` brings values with the user's window and smoothing, `past`
/// replays the session from its start with its phases, calls and traces. A third, `ground`, brings
/// places from the start on while they are shown.
package struct FlightModel: Equatable, Sendable {
    package private(set) var card: SessionCard
    package private(set) var log = FlightLog()
    /// All phases since the session's start, oldest first.
    package private(set) var phases: [PhaseSpan] = []
    private(set) var advisory: Advisory?
    private var pauses = PauseTally()
    package private(set) var hasEnded = false
    package private(set) var record: FlightRecord
    package private(set) var ground = GroundRecord()
    private var tendencies: [Metric: Tendency]
    private var readings: [Reading?]
    /// When the first line of `present` came.
    private var heardSince: FleetInstant?
    /// The interval of `present`, fleet time.
    private let every: FleetDuration

    /// - Parameters:
    ///   - instant: the instant that the card describes.
    ///   - every: the interval of `present`.
    ///   - traceStep: the interval of `past`.
    package init(
        card: SessionCard, at instant: FleetInstant, every: FleetDuration, traceStep: FleetDuration
    ) {
        self.card = card
        self.every = every
        record = FlightRecord(start: card.start, step: traceStep)
        tendencies = Self.tendencies(every: every)
        readings = Array(repeating: nil, count: Metric.count)
        take(snapshot: card, at: instant)
    }

    /// Updates the card from a snapshot of the same session, from either subscription.
    ///
    /// - Parameter instant: the instant that the snapshot describes.
    package mutating func take(snapshot: SessionCard, at instant: FleetInstant) {
        card = snapshot
        // Readings of another window or smoothing would look like a change of pace.
        tendencies = Self.tendencies(every: every)
        for metric in Metric.vitals where readings[metric.index] == nil {
            readings[metric.index] = snapshot.reading(of: metric, at: instant)
        }
        if let phase = snapshot.phase, let since = snapshot.phaseSince { enter(phase, since) }
    }

    /// Drops the lines of `past`, before they are replayed again.
    mutating func forgetPast() {
        log = FlightLog()
        pauses = PauseTally()
        phases = phases.suffix(1)
        advisory = nil
        hasEnded = false
        record = FlightRecord(start: card.start, step: record.step)
    }

    /// Drops the lines of `ground`, before they are replayed again.
    mutating func forgetGround() { ground = GroundRecord() }

    /// Handles a line that may tell a place.
    package mutating func take(ground line: JSONValue, at instant: FleetInstant) {
        guard line.type == .stat else { return }
        ground.note(at: instant) { line[$0.name].flatMap(Self.value) }
    }

    /// Adds a phase in the order of time: lines of `past` may come after those of `present`.
    private mutating func enter(_ phase: Phase, _ since: FleetInstant) {
        guard !phases.contains(where: { $0.since == since && $0.phase == phase }) else { return }
        phases.append(PhaseSpan(phase: phase, since: since))
        phases.sort { $0.since < $1.since }
    }

    /// Handles a line of `present`.
    mutating func take(present line: JSONValue, at instant: FleetInstant) {
        guard line.type == .stat else { return }
        heardSince = heardSince ?? instant
        for metric in Metric.vitals {
            guard let value = line[metric.name].flatMap(Self.value) else { continue }
            readings[metric.index] = Reading(value: value, at: instant)
            tendencies[metric]?.note(value, at: instant)
        }
    }

    private static func value(_ statistics: JSONValue) -> Double? {
        ["smoothed", "average", "latest"].lazy.compactMap { statistics[$0]?.double }.first
    }

    /// Handles a line of `past`.
    package mutating func take(past line: JSONValue, at instant: FleetInstant) {
        switch line.type {
        case .stat:
            record.take(
                at: instant, reserve: card.reserve, flown: flown(line, at: instant)
            ) { line[$0.name].flatMap(Self.value) }
        case .phase: takeTransition(line, at: instant)
        case .advisory: takeAdvisory(line, at: instant)
        case .event: takeEvent(line, at: instant)
        case .end:
            hasEnded = true
            log.note(.event, "end of the session", at: instant)
        case _: break
        }
    }

    /// Seconds in flight at the instant of a line; nil on the ground.
    private func flown(_ line: JSONValue, at instant: FleetInstant) -> Double? {
        switch line["phase"]?.text.flatMap(Phase.init(rawValue:)) {
        case .preflight, .touchdown, nil: nil
        case .takeoff, .climb, .cruise, .descent, .approach:
            flightTime(at: instant)?.seconds
        }
    }

    private mutating func takeTransition(_ line: JSONValue, at instant: FleetInstant) {
        guard let phase = line["to"]?.text.flatMap(Phase.init(rawValue:)) else { return }
        enter(phase, instant)
        let cause = (line["cause"]?.text ?? "").replacing("_", with: " ")
        log.note(.phase(phase), "\(phase): \(cause)", at: instant)
    }

    private mutating func takeAdvisory(_ line: JSONValue, at instant: FleetInstant) {
        advisory = line["to"]?.text.flatMap(Advisory.init(rawValue:))
        guard let advisory else { return log.note(.call, "calls end", at: instant) }
        log.note(
            advisory == .glidePath ? .call : .caution, advisory.callOut, at: instant,
            speed: line[Metric.speed.name]?.double)
    }

    private mutating func takeEvent(_ line: JSONValue, at instant: FleetInstant) {
        let event = line["event"]?.text ?? "?"
        if event == "pause" { pauses.begin(instant) }
        if event == "resume" { pauses.end(instant) }
        log.note(.event, event, at: instant)
    }

    /// Logs that lines were lost.
    mutating func noteGap(lines: Int, at instant: FleetInstant) {
        log.note(.gap, "\(lines.counted("line")) lost", at: instant)
    }
}

extension FlightModel {
    /// The slopes for the trend vectors. Each span is longer than the noise of its sensor, and
    /// shorter than the time in which a runner's pace or heart rate changes.
    private static func tendencies(every: FleetDuration) -> [Metric: Tendency] {
        [
            .speed: Tendency(over: .seconds(10), every: every),
            .heartRate: Tendency(over: .seconds(20), every: every),
        ]
    }

    /// The change of a metric a second, in its unit; nil if the metric is stale or has no trend.
    func slope(of metric: Metric, at now: FleetInstant) -> Double? {
        switch state(of: metric, at: now) {
        case .fresh: tendencies[metric]?.slope(at: now)
        case .stale, .absent, .unknown: nil
        }
    }

    var phase: PhaseSpan? { phases.last }

    /// The phase at an instant; nil before the first. O(phases).
    func phase(at instant: FleetInstant) -> Phase? {
        phases.last { $0.since <= instant }?.phase
    }

    /// The time spent in a phase, without pauses. O(phases).
    package func time(in phase: Phase, at now: FleetInstant) -> FleetDuration {
        var total = FleetDuration.zero
        for (index, span) in phases.enumerated() where span.phase == phase {
            let end = index + 1 < phases.count ? phases[index + 1].since : now
            total = total + time(since: span.since, at: min(end, now))
        }
        return total
    }

    /// The time since an instant, without pauses.
    func time(since start: FleetInstant, at now: FleetInstant) -> FleetDuration {
        pauses.moving(from: start, to: now)
    }

    package var isPaused: Bool { pauses.since != nil }

    /// When the runner took off; nil before.
    package var takeoff: FleetInstant? { phases.first { $0.phase == .takeoff }?.since }

    /// When the runner touched down; nil before.
    package var touchdown: FleetInstant? { phases.first { $0.phase == .touchdown }?.since }

    /// Whether the run is over, even if the session goes on.
    var isOver: Bool { touchdown != nil || hasEnded }

    /// The state of a metric at `now`: stale once it is older than three intervals of `present`.
    func state(of metric: Metric, at now: FleetInstant) -> ReadingState {
        guard let reading = readings[metric.index] else {
            return isHeard(at: now) ? .absent : .unknown
        }
        let isFresh = now - reading.at <= every * 3
        return isFresh ? .fresh(reading.value) : .stale(reading.value)
    }

    /// Whether each sensor has had time to send a value: there is no stride while standing.
    private func isHeard(at now: FleetInstant) -> Bool {
        guard let heardSince, let takeoff, touchdown == nil, !isPaused else { return false }
        return now - max(heardSince, takeoff) > .seconds(30)
    }

    /// The time from takeoff to `now` or touchdown, without pauses; nil before takeoff.
    package func flightTime(at now: FleetInstant) -> FleetDuration? {
        guard let takeoff else { return nil }
        return time(since: takeoff, at: min(now, touchdown ?? now))
    }

    /// The average speed since takeoff, metres a second.
    func averageSpeed(at now: FleetInstant) -> Double? {
        guard let distance = readings[Metric.distance.index],
            let time = flightTime(at: distance.at), time > .zero
        else { return nil }
        return distance.value / time.seconds
    }
}

/// A phase and the instant at which it began.
package struct PhaseSpan: Equatable, Sendable {
    package let phase: Phase
    package let since: FleetInstant
}
