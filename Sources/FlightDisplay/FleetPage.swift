import Vocabulary
import WireProtocol

/// A page of the fleet as the daemon has answered it: which sessions, in which order, of how many.
struct FleetPage: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let lane: Int
        /// What the answer says of the session.
        let session: JSONValue
    }

    let query: FleetQuery
    /// In the order that was asked for, no lane twice.
    private(set) var entries: [Entry] = []
    /// Sessions of the whole fleet.
    let total: Int
    /// Of these, those whose values are known so far; the others are in no page yet.
    let brought: Int
    /// Sessions on all pages.
    let matching: Int
    /// Sessions before this page.
    let offset: Int
    /// Where the part begins that has yet to be asked for; nil if the page has all that it can.
    private(set) var next: Int?

    /// Reads the first answer to a query; what it lacks is taken to be nothing more than it has.
    init(_ answer: JSONValue, to query: FleetQuery) {
        self.query = query
        offset = Self.count(answer["offset"]) ?? query.offset
        let entries = Self.entries(answer)
        let least = entries.isEmpty ? 0 : offset + entries.count
        matching = max(least, Self.count(answer["matching"]) ?? least)
        total = max(matching, Self.count(answer["total"]) ?? matching)
        brought = min(total, Self.count(answer["brought"]) ?? total)
        append(answer)
    }

    /// A number of sessions: no fleet has more than there are lanes, whatever an answer says.
    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.map { min(max($0, 0), SessionName.laneLimit) }
    }

    /// Adds another part, as far as the page has room.
    mutating func append(_ answer: JSONValue) {
        let known = Set(entries.map(\.lane))
        let new = Self.entries(answer).filter { !known.contains($0.lane) }
        entries += new.prefix(query.limit - entries.count)
        let isFull = entries.count >= query.limit
        next = isFull || new.isEmpty ? nil : Self.count(answer["next"])
    }

    /// The sessions of an answer that have a lane, no lane twice.
    private static func entries(_ answer: JSONValue) -> [Entry] {
        var seen: Set<Int> = []
        return (answer["sessions"]?.items ?? []).compactMap { session in
            guard let lane = session["session"]?.text.flatMap(LaneName.lane),
                seen.insert(lane).inserted
            else { return nil }
            return Entry(lane: lane, session: session)
        }
    }

    var isComplete: Bool { brought >= total }
}
