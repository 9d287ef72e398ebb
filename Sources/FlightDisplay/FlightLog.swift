import Vocabulary

/// What has happened in a flight, oldest first.
struct FlightLog: Equatable, Sendable {
    /// How an entry is told apart, besides by its text.
    enum Kind: Equatable, Sendable {
        case phase(Phase)
        case call, caution, event, gap
    }

    struct Entry: Equatable, Sendable {
        let at: FleetInstant
        let kind: Kind
        let text: String
        /// Metres a second that a call was made from.
        let speed: Double?
    }

    /// A flight has a dozen phases and, on a mission, some tens of calls.
    static let limit = 1000

    private(set) var entries: [Entry] = []

    mutating func note(
        _ kind: Kind, _ text: String, at instant: FleetInstant, speed: Double? = nil
    ) {
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(at: instant, kind: kind, text: text, speed: speed))
    }
}
