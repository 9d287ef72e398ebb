import Vocabulary
import WireProtocol

/// The page of the fleet on the screen: which rows, in which order. The daemon decides which lanes
/// it has; the rows are sorted by the values that they show. The columns are in
/// ``FleetColumn``, and their places in ``FleetLayout``.
struct FleetTable: Equatable, Sendable {
    /// The rows by lane, also of lanes that are not listed at the moment.
    private(set) var rows: [LaneID: FleetRow] = [:]
    /// The listed lanes in the order of the screen.
    private(set) var order: [LaneID] = []
    /// The number of rows of the whole list before the page.
    private(set) var offset = 0
    private var arrangement = FleetArrangement(FleetQuery())

    /// Replaces the page; rows of lanes that stay keep their values.
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

    /// Handles a line of the table's subscription. Returns whether the page may have changed: a
    /// session began or ended, or a row left the page's phase.
    mutating func take(_ line: JSONValue, at instant: FleetInstant) -> Bool {
        var isNews = false
        let count = order.count
        update(line) { row in
            isNews = row.isOfAnotherSession(line) || line.type == .end
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

    /// Lines of lanes that have left the page may still arrive.
    private mutating func update(_ line: JSONValue, _ change: (inout FleetRow) -> Void) {
        guard let session = line["session"]?.text, let lane = LaneName.lane(of: session),
            let before = rows[lane]
        else { return }
        var row = before
        change(&row)
        rows[lane] = row
        guard
            arrangement.order.sortKey(of: row) != arrangement.order.sortKey(of: before)
                || arrangement.lists(row) != arrangement.lists(before)
        else { return }
        order = arrangement.lanes(of: rows.values)
    }
}

/// Sorts the rows of a page by the values on the screen.
///
/// The daemon chose and sorted the page by the values at the time of its answer; since then lines
/// have changed them.
private struct FleetArrangement: Equatable, Sendable {
    let order: FleetOrder
    private let isDescending: Bool
    private let phase: Phase?

    init(_ query: FleetQuery) {
        (order, isDescending, phase) = (query.order, query.isDescending, query.phase)
    }

    /// Whether a row is listed: one that has left the phase of the page is hidden until the next
    /// page.
    func lists(_ row: FleetRow) -> Bool { phase == nil || row.phase == phase }

    /// The listed lanes in order: missing values last in both directions, equal values by lane. O(n
    /// log n).
    func lanes(of rows: some Sequence<FleetRow>) -> [LaneID] {
        rows.filter(lists).map { (lane: $0.lane, key: order.sortKey(of: $0)) }.sorted {
            left, right in
            switch (left.key, right.key) {
            case (let one?, let other?) where one != other:
                isDescending ? one > other : one < other
            case (_?, nil): true
            case (nil, _?): false
            case (_, _): left.lane < right.lane
            }
        }.map(\.lane)
    }
}
