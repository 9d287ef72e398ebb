import Vocabulary
import WireProtocol

/// All sessions of the daemon, one row a lane.
struct FleetTable: Equatable, Sendable {
    private(set) var rows: [Int: FleetRow] = [:]
    /// The lanes in the order of the screen.
    private(set) var order: [Int] = []

    /// Takes a line of statistics; returns whether it is the first of a lane's next session.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) -> Bool {
        var isNext = false
        update(line) { row in
            isNext = row.isOfAnotherSession(line)
            row.take(stat: line, at: instant)
        }
        return isNext
    }

    mutating func take(snapshot card: SessionCard, _ line: JSONValue, at instant: FleetInstant) {
        update(line) { $0.take(snapshot: card, at: instant) }
    }

    mutating func take(trail line: JSONValue) { update(line) { $0.take(trail: line) } }

    private mutating func update(_ line: JSONValue, _ change: (inout FleetRow) -> Void) {
        guard let session = line["session"]?.text, let lane = LaneName.lane(of: session) else {
            return
        }
        if rows[lane] == nil { order.append(lane) }
        change(&rows[lane, default: FleetRow(lane: lane, session: session)])
    }

    /// Puts the rows in order: the most telling first, absent values last.
    mutating func sort(by criterion: FleetOrder, isReversed: Bool) {
        let keys = rows.mapValues { Self.key(of: $0, by: criterion) }
        order.sort { left, right in
            switch (keys[left] ?? nil, keys[right] ?? nil) {
            case (let one?, let other?) where one != other:
                isReversed ? one > other : one < other
            case (_?, nil): true
            case (nil, _?): false
            case (_, _): left < right
            }
        }
    }

    private static func key(of row: FleetRow, by criterion: FleetOrder) -> Double? {
        switch criterion {
        case .lane: Double(row.lane)
        case .phase: row.phase.flatMap(Phase.allCases.firstIndex).map(Double.init)
        case .heartRate: row.heartRate.map { -$0.value }
        case .pace: row.speed.map { -$0.value }
        case .distance: row.distance.map { -$0.value }
        }
    }

    /// The lane `steps` rows further down, as far as there are rows.
    func lane(after lane: Int?, by steps: Int) -> Int? {
        guard !order.isEmpty else { return nil }
        let place = lane.flatMap(order.firstIndex).map { $0 + steps } ?? 0
        return order[min(max(place, 0), order.count - 1)]
    }
}
