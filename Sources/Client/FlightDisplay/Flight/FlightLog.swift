import Readout
import Vocabulary

/// The events of a flight, oldest first.
package struct FlightLog: Equatable, Sendable {
    /// The kind of an entry, which decides its style.
    package enum Kind: Equatable, Sendable {
        case phase(Phase)
        case call, caution, event, gap
    }

    package struct Entry: Equatable, Sendable {
        package let at: FleetInstant
        package let kind: Kind
        package let text: String
        /// The speed, metres a second, at which a call was made.
        package let speed: Double?

        /// `OVERSPEED at 4:12 /km`.
        package func text(_ units: Units) -> String {
            speed.map { "\(text) at \(units.paceText(units.pace(metresPerSecond: $0)))" } ?? text
        }
    }

    /// A flight has a dozen phases and, on a mission, some tens of calls.
    static let limit = 1000

    package private(set) var entries: [Entry] = []

    mutating func note(
        _ kind: Kind, _ text: String, at instant: FleetInstant, speed: Double? = nil
    ) {
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(at: instant, kind: kind, text: text, speed: speed))
    }
}

/// The pauses of a session, from its `pause` and `resume` events.
struct PauseTally: Equatable, Sendable {
    private struct Pause: Equatable, Sendable {
        var begin: FleetInstant
        /// The end of the pause; nil while it lasts.
        var end: FleetInstant?
        /// The length of all earlier pauses together.
        let before: FleetDuration

        /// How much of the pause has passed at an instant.
        func length(at instant: FleetInstant) -> FleetDuration {
            max(.zero, min(instant, end ?? instant) - begin)
        }
    }

    /// Oldest first; only the last one may be open.
    private var pauses: [Pause] = []

    /// When the open pause began; nil without one.
    var since: FleetInstant? { pauses.last.flatMap { $0.end == nil ? $0.begin : nil } }

    /// Opens a pause. It replaces a pause that is still open: its end was lost in a gap.
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

    /// The length of all pauses up to an instant. O(log pauses).
    func total(at instant: FleetInstant) -> FleetDuration {
        var (low, high) = (0, pauses.count)
        while low < high {
            let middle = (low + high) / 2
            if pauses[middle].begin <= instant { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return .zero }
        return pauses[low - 1].before + pauses[low - 1].length(at: instant)
    }

    /// The length of a span without the pauses in it. O(log pauses).
    func moving(from start: FleetInstant, to end: FleetInstant) -> FleetDuration {
        max(.zero, end - start - (total(at: end) - total(at: start)))
    }
}
