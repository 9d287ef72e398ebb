import Vocabulary
import WireProtocol

/// One session in the table of the fleet.
struct FleetRow: Equatable, Sendable {
    let lane: Int
    private(set) var session: String
    private(set) var plan = "-"
    private(set) var runner = ""
    /// Metres; nil for a free flight.
    private(set) var targetDistance: Double?
    private(set) var state: SessionState?
    private(set) var phase: Phase?
    /// A moment from which on it is known to be in the phase.
    private var phaseAt: FleetInstant?
    private(set) var start: FleetInstant?
    private var readings: [Reading?] = Array(repeating: nil, count: Metric.count)
    /// Heart rate, oldest first; nil is a break.
    private(set) var trail: [Double?] = []
    private var trailEnd: FleetInstant?

    static let trailLimit = 160

    init(lane: Int, session: String) {
        self.lane = lane
        self.session = session
    }

    /// The value that the table shows: who has landed has no pace.
    func reading(_ metric: Metric) -> Reading? {
        metric == .speed && state == .landed ? nil : readings[metric.index]
    }

    /// Takes what is known of the session as a whole, from a snapshot or a page of the fleet.
    ///
    /// - Parameter instant: the moment that it tells of; values that are newer stay.
    mutating func take(card: SessionCard, at instant: FleetInstant) {
        begin(card.session)
        plan = card.plan
        runner = card.runner
        targetDistance = card.mission?.targetDistance
        start = card.start
        state = card.state ?? state
        note(card.phase, at: card.phaseSince ?? instant)
        for metric in Metric.allCases {
            guard let reading = card.reading(of: metric, at: instant) else { continue }
            note(reading, metric)
        }
    }

    /// Begins anew if the lane flies another session now; its athlete stays the same.
    private mutating func begin(_ name: String) {
        guard name != session else { return }
        let known = runner
        self = FleetRow(lane: lane, session: name)
        runner = known
    }

    func isOfAnotherSession(_ line: JSONValue) -> Bool {
        line["session"]?.text.map { $0 != session } ?? false
    }

    /// Takes a line of the present.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) {
        if let name = line["session"]?.text { begin(name) }
        switch line["type"]?.text {
        case "stat": takeStatistics(line, at: instant)
        case "phase": note(line["to"]?.text.flatMap(Phase.init(rawValue:)), at: instant)
        case "event": takeEvent(line["event"]?.text)
        case "end": state = .landed
        case _: break
        }
    }

    private mutating func takeStatistics(_ line: JSONValue, at instant: FleetInstant) {
        note(line["phase"]?.text.flatMap(Phase.init(rawValue:)), at: instant)
        if state == .scheduled { state = .flying }
        for metric in Metric.allCases {
            let statistics = line[metric.name]
            let value = statistics?["latest"]?.double ?? statistics?["average"]?.double
            if let value { note(Reading(value: value, at: instant), metric) }
        }
    }

    private mutating func takeEvent(_ event: String?) {
        switch event {
        case "pause": state = .paused
        case "resume": state = .flying
        case "start": (state, phase) = (.flying, phase ?? .preflight)
        case _: break
        }
    }

    /// A line that was under way when a page came tells of an earlier phase.
    private mutating func note(_ phase: Phase?, at instant: FleetInstant) {
        guard let phase, phaseAt.map({ $0 <= instant }) ?? true else { return }
        (self.phase, phaseAt) = (phase, instant)
    }

    private mutating func note(_ reading: Reading, _ metric: Metric) {
        if let known = readings[metric.index], known.at > reading.at { return }
        readings[metric.index] = reading
    }

    /// Takes a value of the trail; one that is missing is a break, one that is known already is
    /// passed over.
    mutating func take(trail line: JSONValue, at instant: FleetInstant) {
        guard !isOfAnotherSession(line), trailEnd.map({ $0 < instant }) ?? true else { return }
        trailEnd = instant
        if trail.count == Self.trailLimit { trail.removeFirst() }
        trail.append(line[Metric.heartRate.name]?["average"]?.double)
    }
}
