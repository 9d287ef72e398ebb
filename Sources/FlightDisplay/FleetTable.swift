import Vocabulary
import WireProtocol

/// The page of the fleet that is on the screen: its lanes in the daemon's order, and their rows.
struct FleetTable: Equatable, Sendable {
    private(set) var rows: [Int: FleetRow] = [:]
    /// The lanes in the order of the screen.
    private(set) var order: [Int] = []
    /// How many rows of the whole list come before.
    private(set) var offset = 0

    /// Takes a page with its order and values; rows that were there keep what they know.
    mutating func take(_ page: FleetPage, at instant: FleetInstant) {
        (order, offset) = ([], page.offset)
        let known = rows
        rows = [:]
        for entry in page.entries {
            guard let card = SessionCard(snapshot: entry.session) else { continue }
            var row = known[entry.lane] ?? FleetRow(lane: entry.lane, session: card.session)
            row.take(card: card, at: instant)
            rows[entry.lane] = row
            order.append(entry.lane)
        }
    }

    /// Takes a line of the present; returns whether it says that the order may be another now: the
    /// first of a lane's next session, or the end of one.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) -> Bool {
        var isNews = false
        update(line) { row in
            isNews = row.isOfAnotherSession(line) || line["type"]?.text == "end"
            row.take(line, at: instant)
        }
        return isNews
    }

    mutating func take(snapshot card: SessionCard, _ line: JSONValue, at instant: FleetInstant) {
        update(line) { $0.take(card: card, at: instant) }
    }

    mutating func take(trail line: JSONValue, at instant: FleetInstant) {
        update(line) { $0.take(trail: line, at: instant) }
    }

    /// Lines of lanes that are not on the page still come for a moment.
    private mutating func update(_ line: JSONValue, _ change: (inout FleetRow) -> Void) {
        guard let session = line["session"]?.text, let lane = LaneName.lane(of: session),
            rows[lane] != nil
        else { return }
        change(&rows[lane, default: FleetRow(lane: lane, session: session)])
    }
}
