import Vocabulary
import WireProtocol

/// The page of the fleet that is on the screen: the daemon says which lanes, and they stand in the
/// order of the values that their rows show.
struct FleetTable: Equatable, Sendable {
    /// Those of the page, also of lanes that are not listed at the moment.
    private(set) var rows: [Int: FleetRow] = [:]
    /// The lanes in the order of the screen.
    private(set) var order: [Int] = []
    /// How many rows of the whole list come before.
    private(set) var offset = 0
    private var arrangement = FleetArrangement(FleetQuery())

    /// Takes a page with its values; rows that were there keep what they know.
    mutating func take(_ page: FleetPage, at instant: FleetInstant) {
        (arrangement, offset) = (FleetArrangement(page.query), page.offset)
        let known = rows
        rows = [:]
        for entry in page.entries {
            guard let card = SessionCard(snapshot: entry.session) else { continue }
            var row = known[entry.lane] ?? FleetRow(lane: entry.lane, session: card.session)
            row.take(card: card, at: instant)
            rows[entry.lane] = row
        }
        order = arrangement.lanes(of: rows.values)
    }

    /// Takes a line of the present; returns whether it says that the page may be another now: the
    /// first of a lane's next session, the end of one, or a row that has left the page.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) -> Bool {
        var isNews = false
        let count = order.count
        update(line) { row in
            isNews = row.isOfAnotherSession(line) || line["type"]?.text == "end"
            row.take(line, at: instant)
        }
        return isNews || order.count < count
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
            let before = rows[lane]
        else { return }
        var row = before
        change(&row)
        rows[lane] = row
        guard
            arrangement.key(of: row) != arrangement.key(of: before)
                || arrangement.lists(row) != arrangement.lists(before)
        else { return }
        order = arrangement.lanes(of: rows.values)
    }
}
