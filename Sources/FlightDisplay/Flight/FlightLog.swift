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

/// When, and for how long, a session has stood still by its own account.
struct PauseTally: Equatable, Sendable {
    private struct Pause: Equatable, Sendable {
        var begin: FleetInstant
        /// Nil for one that has not ended.
        var end: FleetInstant?
        /// How long those before it have lasted together.
        let before: FleetDuration

        /// How much of it has passed at an instant.
        func length(at instant: FleetInstant) -> FleetDuration {
            max(.zero, min(instant, end ?? instant) - begin)
        }
    }

    /// Oldest first; only the last one may not have ended.
    private var pauses: [Pause] = []

    /// When the pause began that has not ended.
    var since: FleetInstant? { pauses.last.flatMap { $0.end == nil ? $0.begin : nil } }

    /// A pause begins; one that has not ended gives way to it, since its end has not been heard.
    mutating func begin(_ instant: FleetInstant) {
        if since != nil { pauses.removeLast() }
        let before = total(at: instant)
        guard pauses.last.map({ $0.begin <= instant }) ?? true else { return }
        pauses.append(Pause(begin: instant, end: nil, before: before))
    }

    mutating func end(_ instant: FleetInstant) {
        guard since != nil else { return }
        pauses[pauses.count - 1].end = instant
    }

    /// How long all pauses until an instant have lasted. O(log pauses).
    func total(at instant: FleetInstant) -> FleetDuration {
        var (low, high) = (0, pauses.count)
        while low < high {
            let middle = (low + high) / 2
            if pauses[middle].begin <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return .zero }
        return pauses[low - 1].before + pauses[low - 1].length(at: instant)
    }

    /// How much of a span was no pause. O(log pauses).
    func moving(from start: FleetInstant, to end: FleetInstant) -> FleetDuration {
        max(.zero, end - start - (total(at: end) - total(at: start)))
    }
}
