import Vocabulary
import WireProtocol

/// One session in the table of the fleet.
struct FleetRow: Equatable, Sendable {
    let lane: LaneID
    private(set) var session: String
    private(set) var plan = "-"
    private(set) var runner = ""
    /// Metres; nil for a free flight.
    private(set) var targetDistance: Double?
    private(set) var state: SessionState?
    private(set) var phase: Phase?
    /// The latest instant at which the session was known to be in the phase.
    private var phaseAt: FleetInstant?
    private(set) var start: FleetInstant?
    private var readings: [Reading?] = Array(repeating: nil, count: Metric.count)
    /// Heart rate, oldest first; nil for a gap.
    private(set) var trail: [Double?] = []
    private var trailEnd: FleetInstant?

    static let trailLimit = 160

    init(lane: LaneID, session: String) {
        self.lane = lane
        self.session = session
    }

    /// The value that the table shows. A landed session has no pace.
    func reading(_ metric: Metric) -> Reading? {
        metric == .speed && state == .landed ? nil : readings[metric.index]
    }

    /// Updates the row from a snapshot or an entry of a page.
    ///
    /// - Parameter instant: the instant that the card describes; newer values are kept.
    mutating func take(card: SessionCard, at instant: FleetInstant) {
        begin(card.session)
        plan = card.plan
        runner = card.runner
        targetDistance = card.mission?.targetDistance
        start = card.start
        state = card.state ?? state
        note(card.phase, at: card.phaseSince ?? instant)
        for metric in Metric.vitals {
            guard let reading = card.reading(of: metric, at: instant) else { continue }
            note(reading, metric)
        }
    }

    /// Starts the row again for another session of the lane; the runner stays the same.
    private mutating func begin(_ name: String) {
        guard name != session else { return }
        let known = runner
        self = FleetRow(lane: lane, session: name)
        runner = known
    }

    func isOfAnotherSession(_ line: JSONValue) -> Bool {
        line["session"]?.text.map { $0 != session } ?? false
    }

    /// Handles a line of the table's subscription.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) {
        if let name = line["session"]?.text { begin(name) }
        switch line.type {
        case .stat: takeStatistics(line, at: instant)
        case .phase: note(line["to"]?.text.flatMap(Phase.init(rawValue:)), at: instant)
        case .event: takeEvent(line["event"]?.text)
        case .end: state = .landed
        case _: break
        }
    }

    private mutating func takeStatistics(_ line: JSONValue, at instant: FleetInstant) {
        note(line["phase"]?.text.flatMap(Phase.init(rawValue:)), at: instant)
        if state == .scheduled { state = .flying }
        for metric in Metric.vitals {
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

    /// A line that was sent before the page was answered may name an earlier phase.
    private mutating func note(_ phase: Phase?, at instant: FleetInstant) {
        guard let phase, phaseAt.map({ $0 <= instant }) ?? true else { return }
        (self.phase, phaseAt) = (phase, instant)
    }

    private mutating func note(_ reading: Reading, _ metric: Metric) {
        if let known = readings[metric.index], known.at > reading.at { return }
        readings[metric.index] = reading
    }

    /// Adds a value to the trail. A missing value is a gap; a value that is not newer is ignored.
    mutating func take(trail line: JSONValue, at instant: FleetInstant) {
        guard !isOfAnotherSession(line), trailEnd.map({ $0 < instant }) ?? true else { return }
        trailEnd = instant
        if trail.count == Self.trailLimit { trail.removeFirst() }
        trail.append(line[Metric.heartRate.name]?["average"]?.double)
    }
}
