import PlainText
import Vocabulary
import WireProtocol

/// One session as the display knows it, built of the daemon's lines alone.
///
/// Two subscriptions feed it: one of the present, with the window and smoothing that the user has
/// chosen, and one from the session's start, which brings the phases, the calls and the traces.
struct FlightModel: Equatable, Sendable {
    private(set) var card: SessionCard
    private(set) var log = FlightLog()
    /// Every phase since the session's start, oldest first.
    private(set) var phases: [PhaseSpan] = []
    private(set) var advisory: Advisory?
    private var pauses = PauseTally()
    private(set) var hasEnded = false
    private(set) var record: FlightRecord
    private var tendencies: [Metric: Tendency]
    private var readings: [Reading?]
    /// When the first line of the present came.
    private var heardSince: FleetInstant?
    /// How often the present is told, in fleet time.
    private let every: FleetDuration

    /// - Parameters:
    ///   - traceStep: how often the subscription from the start brings a value.
    ///   - instant: the moment that the card tells of.
    init(
        card: SessionCard, at instant: FleetInstant, every: FleetDuration, traceStep: FleetDuration
    ) {
        self.card = card
        self.every = every
        record = FlightRecord(start: card.start, step: traceStep)
        tendencies = Self.tendencies(every: every)
        readings = Array(repeating: nil, count: Metric.count)
        take(snapshot: card, at: instant)
    }

    /// Takes another snapshot of the same session, later or earlier.
    ///
    /// - Parameter instant: the moment that it tells of.
    mutating func take(snapshot: SessionCard, at instant: FleetInstant) {
        card = snapshot
        // Readings of another window or smoothing would look like a change of pace.
        tendencies = Self.tendencies(every: every)
        for metric in Metric.allCases where readings[metric.index] == nil {
            readings[metric.index] = snapshot.reading(of: metric, at: instant)
        }
        if let phase = snapshot.phase, let since = snapshot.phaseSince { enter(phase, since) }
    }

    /// Forgets what the subscription from the start has told: it begins once more.
    mutating func forgetPast() {
        log = FlightLog()
        pauses = PauseTally()
        phases = phases.suffix(1)
        advisory = nil
        hasEnded = false
        record = FlightRecord(start: card.start, step: record.step)
    }

    /// The phase that began last; lines of the past come after those of the present.
    private mutating func enter(_ phase: Phase, _ since: FleetInstant) {
        guard !phases.contains(where: { $0.since == since && $0.phase == phase }) else { return }
        phases.append(PhaseSpan(phase: phase, since: since))
        phases.sort { $0.since < $1.since }
    }

    /// Takes a line of the present: what the user looks at.
    mutating func take(present line: JSONValue, at instant: FleetInstant) {
        guard line["type"]?.text == "stat" else { return }
        heardSince = heardSince ?? instant
        for metric in Metric.allCases {
            guard let value = line[metric.name].flatMap(Self.value) else { continue }
            readings[metric.index] = Reading(value: value, at: instant)
            tendencies[metric]?.note(value, at: instant)
        }
    }

    private static func value(_ statistics: JSONValue) -> Double? {
        ["smoothed", "average", "latest"].lazy.compactMap { statistics[$0]?.double }.first
    }

    /// Takes a line of the subscription from the start.
    mutating func take(past line: JSONValue, at instant: FleetInstant) {
        switch line["type"]?.text {
        case "stat":
            record.take(
                at: instant, reserve: card.reserve, flown: flown(line, at: instant)
            ) { line[$0.name].flatMap(Self.value) }
        case "phase": takeTransition(line, at: instant)
        case "advisory": takeAdvisory(line, at: instant)
        case "event": takeEvent(line, at: instant)
        case "end":
            hasEnded = true
            log.note(.event, "end of the session", at: instant)
        case _: break
        }
    }

    /// Seconds in flight at a line; nil on the ground.
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

    /// Notes that lines did not arrive.
    mutating func noteGap(lines: Int, at instant: FleetInstant) {
        log.note(.gap, "\(lines.counted("line")) lost", at: instant)
    }
}

extension FlightModel {
    /// The slopes that trend vectors are drawn from. Both spans are longer than the noise of
    /// their sensors, and shorter than what runner and heart take to change.
    private static func tendencies(every: FleetDuration) -> [Metric: Tendency] {
        [
            .speed: Tendency(over: .seconds(10), every: every),
            .heartRate: Tendency(over: .seconds(20), every: every),
        ]
    }

    /// How fast a metric changes, in its unit a second; nil for one that is stale or not followed.
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

    /// How long the flight has been in a phase, without pauses. O(phases).
    func time(in phase: Phase, at now: FleetInstant) -> FleetDuration {
        var total = FleetDuration.zero
        for (index, span) in phases.enumerated() where span.phase == phase {
            let end = index + 1 < phases.count ? phases[index + 1].since : now
            total = total + time(since: span.since, at: min(end, now))
        }
        return total
    }

    /// How long the flight has gone on since an instant, without pauses.
    func time(since start: FleetInstant, at now: FleetInstant) -> FleetDuration {
        pauses.moving(from: start, to: now)
    }

    var isPaused: Bool { pauses.since != nil }

    /// When the runner took off; nil before.
    var takeoff: FleetInstant? { phases.first { $0.phase == .takeoff }?.since }

    /// When the runner touched down; nil before.
    var touchdown: FleetInstant? { phases.first { $0.phase == .touchdown }?.since }

    /// How a metric stands at `now`: stale after three strides without a value.
    func state(of metric: Metric, at now: FleetInstant) -> ReadingState {
        guard let reading = readings[metric.index] else {
            return isHeard(at: now) ? .absent : .unknown
        }
        let isFresh = now - reading.at <= every * 3
        return isFresh ? .fresh(reading.value) : .stale(reading.value)
    }

    /// Whether every sensor has had the time to be heard: who stands has no stride.
    private func isHeard(at now: FleetInstant) -> Bool {
        guard let heardSince, let takeoff, touchdown == nil, !isPaused else { return false }
        return now - max(heardSince, takeoff) > .seconds(30)
    }

    /// Time in flight, without pauses: from takeoff to `now` or touchdown; nil on the ground.
    func flightTime(at now: FleetInstant) -> FleetDuration? {
        guard let takeoff else { return nil }
        return time(since: takeoff, at: min(now, touchdown ?? now))
    }

    /// Metres a second since takeoff.
    func averageSpeed(at now: FleetInstant) -> Double? {
        guard let distance = readings[Metric.distance.index],
            let time = flightTime(at: distance.at), time > .zero
        else { return nil }
        return distance.value / time.seconds
    }
}

/// A phase and when it began.
struct PhaseSpan: Equatable, Sendable {
    let phase: Phase
    let since: FleetInstant
}
