import Vocabulary

/// The order of the rows of a page by the values that the screen shows.
///
/// The daemon decides who is on a page, by the values of its answer; the rows are renewed between
/// two answers, and are drawn in the order of what they show.
struct FleetArrangement: Equatable, Sendable {
    private let order: FleetOrder
    private let isDescending: Bool
    private let phase: Phase?

    init(_ query: FleetQuery) {
        (order, isDescending, phase) = (query.order, query.isDescending, query.phase)
    }

    /// What a row is sorted by: a number, or a word.
    enum Key: Comparable, Sendable {
        case number(Double), word(String)
    }

    /// What a row is sorted by; nil if it is missing.
    func key(of row: FleetRow) -> Key? {
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
        rows.filter(lists).map { (lane: $0.lane, key: key(of: $0)) }.sorted { left, right in
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
