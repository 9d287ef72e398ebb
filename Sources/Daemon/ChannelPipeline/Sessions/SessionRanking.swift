import Simulation
import Vocabulary
import WireProtocol

/// Sorts rows by a key, but only as far as one page of the order needs. Rows without a key come
/// last, rows of equal keys in the order of their entry.
struct SessionRanking {
    private struct RankedRow {
        let key: Double
        let row: Int32
    }

    private var ranked: [RankedRow] = []
    private var withoutKey: [Int32] = []

    /// How many rows there are.
    var count: Int { ranked.count + withoutKey.count }

    /// Enters a row, in ascending order.
    ///
    /// - Parameter key: no NaN; nil if it is missing.
    mutating func enter(_ row: Int32, key: Double?) {
        guard let key else { return withoutKey.append(row) }
        ranked.append(RankedRow(key: key, row: row))
    }

    /// The rows from index `first` of the order on. O(rows + k log k) on average for k rows
    /// returned.
    mutating func rows(from first: Int, atMost limit: Int, isDescending: Bool) -> [Int32] {
        let wanted = min(first, count)..<min(first + limit, count)
        let keyed = wanted.clamped(to: 0..<ranked.count)
        sort(keyed, in: 0..<ranked.count) { left, right in
            guard left.key == right.key else {
                return isDescending ? left.key > right.key : left.key < right.key
            }
            return left.row < right.row
        }
        let rest = wanted.count - keyed.count
        let skipped = max(0, wanted.lowerBound - ranked.count)
        return ranked[keyed].map(\.row) + withoutKey[skipped..<skipped + rest]
    }

    /// Sorts the wanted range only: a quicksort that skips partitions outside of it.
    private mutating func sort(
        _ wanted: Range<Int>, in range: Range<Int>, _ isBefore: (RankedRow, RankedRow) -> Bool
    ) {
        guard range.overlaps(wanted) else { return }
        guard range.count > 32 else { return ranked[range].sort(by: isBefore) }
        let pivot = ranked[range.lowerBound + range.count / 2]
        let middle = ranked[range].partition { !isBefore($0, pivot) }
        let after = ranked[middle..<range.upperBound].partition { isBefore(pivot, $0) }
        sort(wanted, in: range.lowerBound..<middle, isBefore)
        sort(wanted, in: after..<range.upperBound, isBefore)
    }
}

extension SortedSessionsRequest {
    /// Whether a session passes the request's filter.
    func includes(_ flight: LaneFlight, of fleet: Fleet) -> Bool {
        if let phase, flight.phase != phase || fleet.rests(flight) { return false }
        guard let match else { return true }
        return Self.names(of: flight, in: fleet).contains { name in
            Self.contains(name.utf8, match.utf8)
        }
    }

    /// The texts that the filter searches: session, plan, recording, name, sex and age.
    private static func names(of flight: LaneFlight, in fleet: Fleet) -> [String] {
        let profile = fleet.profile(of: flight.source)
        var names = [flight.session.description, profile.planName]
        if fleet.isRecorded(flight.lane) { names.append(fleet.recordings[flight.lane.index].name) }
        if let name = profile.athleteName { names.append(name) }
        if let athlete = profile.athlete { names.append("\(athlete.sex.rawValue), \(athlete.age)") }
        return names
    }

    /// Whether `part` occurs in `text`, from the beginning of a word on: `male` does not occur in
    /// `female`. ASCII letters match in either case.
    private static func contains(_ text: String.UTF8View, _ part: String.UTF8View) -> Bool {
        var rest = text[...]
        var isWithinWord = false
        while rest.count >= part.count, let first = rest.first {
            let mayBegin = !(isWithinWord && isLetter(first))
            if mayBegin, zip(rest, part).allSatisfy({ lowercased($0) == lowercased($1) }) {
                return true
            }
            isWithinWord = isLetter(first)
            rest = rest.dropFirst()
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The key that a session is sorted by; nil if it has no such value.
    func key(of flight: LaneFlight, in fleet: Fleet) -> Double? {
        switch column {
        case .lane: Double(flight.lane.index)
        case .plan: Double(Self.key(ofPlan: fleet.profile(of: flight.source).planName))
        case .phase: fleet.rests(flight) ? nil : Double(flight.phase.index)
        case .state: Self.key(of: fleet.rests(flight) ? nil : flight.state)
        case .start: Double(flight.start.ticks)
        case .metric(let metric): flight.lastSample[metric].map { Double($0) }
        }
    }

    /// - Parameter state: nil for a lane that rests, which comes last.
    private static func key(of state: FlightState?) -> Double {
        let states = FlightState.allCases
        return Double(state.flatMap { states.firstIndex(of: $0) } ?? states.count)
    }

    private static let plans = (PlanKind.allCases.map(\.rawValue) + ["recording"]).sorted()

    private static func key(ofPlan name: String) -> Int {
        plans.firstIndex(of: name) ?? plans.count
    }
}
