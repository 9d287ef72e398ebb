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
            arrangement.sortKey(of: row) != arrangement.sortKey(of: before)
                || arrangement.lists(row) != arrangement.lists(before)
        else { return }
        order = arrangement.lanes(of: rows.values)
    }
}

/// The order of the rows of a page by the values that the screen shows.
///
/// The daemon decides who is on a page, by the values of its answer; the rows are renewed between
/// two answers, and are drawn in the order of what they show.
private struct FleetArrangement: Equatable, Sendable {
    private let order: FleetOrder
    private let isDescending: Bool
    private let phase: Phase?

    init(_ query: FleetQuery) {
        (order, isDescending, phase) = (query.order, query.isDescending, query.phase)
    }

    /// What a row is sorted by: a number, or a word.
    enum SortKey: Comparable, Sendable {
        case number(Double), word(String)
    }

    /// What a row is sorted by; nil if it is missing.
    func sortKey(of row: FleetRow) -> SortKey? {
        if let metric = order.metric { return row.reading(metric).map { .number($0.value) } }
        return switch order {
        case .plan: .word(row.plan)
        case .phase: row.phase.map { .number(Double($0.index)) }
        case .time: row.start.map { .number(Double($0.ticks)) }
        case .lane, .heartRate, .pace, .distance, .cadence, .stride, .contact, .energy:
            .number(Double(row.lane))
        }
    }

    /// Whether the page lists a row as it is now: one that has left the phase of the page waits for
    /// the next page.
    func lists(_ row: FleetRow) -> Bool { phase == nil || row.phase == phase }

    /// The lanes of those that are listed: missing values last in both directions, equal ones by
    /// lane. O(n log n).
    func lanes(of rows: some Sequence<FleetRow>) -> [Int] {
        rows.filter(lists).map { (lane: $0.lane, key: sortKey(of: $0)) }.sorted { left, right in
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
