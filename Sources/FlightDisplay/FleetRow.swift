import Vocabulary
import WireProtocol

/// One session in the table of the fleet.
struct FleetRow: Equatable, Sendable {
    let lane: Int
    private(set) var session: String
    private(set) var plan = "-"
    /// Metres; nil for a free flight.
    private(set) var targetDistance: Double?
    private(set) var phase: Phase?
    private(set) var heartRate: Reading?
    private(set) var speed: Reading?
    private(set) var distance: Reading?
    /// Heart rate, oldest first; nil is a break.
    private(set) var trail: [Double?] = []

    static let trailLimit = 120

    init(lane: Int, session: String) {
        self.lane = lane
        self.session = session
    }

    mutating func take(snapshot card: SessionCard, at instant: FleetInstant) {
        if card.session != session { self = FleetRow(lane: lane, session: card.session) }
        plan = card.plan
        targetDistance = card.mission?.targetDistance
        phase = card.phase ?? phase
        heartRate = heartRate ?? card.reading(of: .heartRate, at: instant)
        speed = speed ?? card.reading(of: .speed, at: instant)
        distance = distance ?? card.reading(of: .distance, at: instant)
    }

    func isOfAnotherSession(_ line: JSONValue) -> Bool { line["session"]?.text != session }

    mutating func take(stat line: JSONValue, at instant: FleetInstant) {
        if let name = line["session"]?.text, name != session {
            self = FleetRow(lane: lane, session: name)
        }
        phase = line["phase"]?.text.flatMap(Phase.init(rawValue:)) ?? phase
        heartRate = reading(.heartRate, line, instant)
        speed = reading(.speed, line, instant)
        distance = reading(.distance, line, instant) ?? distance
    }

    private func reading(
        _ metric: Metric, _ line: JSONValue, _ instant: FleetInstant
    ) -> Reading? {
        let statistics = line[metric.name]
        let value = statistics?["average"]?.double ?? statistics?["latest"]?.double
        return value.map { Reading(value: $0, at: instant) }
    }

    /// Takes a value of the trail; one that is missing is a break.
    mutating func take(trail line: JSONValue) {
        if trail.count == Self.trailLimit { trail.removeFirst() }
        trail.append(line[Metric.heartRate.name]?["average"]?.double)
    }
}
