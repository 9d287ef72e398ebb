import Vocabulary

/// What has happened in a flight, oldest first.
struct FlightLog: Equatable, Sendable {
    /// How an entry is told apart, besides by its text.
    enum Kind: Equatable, Sendable {
        case phase, call, caution, event, gap
    }

    struct Entry: Equatable, Sendable {
        let at: FleetInstant
        let kind: Kind
        let text: String
    }

    /// A flight has a dozen phases and, on a mission, some tens of calls.
    static let limit = 1000

    private(set) var entries: [Entry] = []

    mutating func note(_ kind: Kind, _ text: String, at instant: FleetInstant) {
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(at: instant, kind: kind, text: text))
    }
}
