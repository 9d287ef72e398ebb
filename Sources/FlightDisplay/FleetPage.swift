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
        offset = max(0, answer["offset"]?.integer ?? query.offset)
        let entries = Self.entries(answer)
        let least = entries.isEmpty ? 0 : offset + entries.count
        matching = max(least, answer["matching"]?.integer ?? least)
        total = max(matching, answer["total"]?.integer ?? matching)
        brought = min(total, max(0, answer["brought"]?.integer ?? total))
        append(answer)
    }

    /// Adds another part, as far as the page has room.
    mutating func append(_ answer: JSONValue) {
        let known = Set(entries.map(\.lane))
        let new = Self.entries(answer).filter { !known.contains($0.lane) }
        entries += new.prefix(query.limit - entries.count)
        let isFull = entries.count >= query.limit
        next = isFull || new.isEmpty ? nil : answer["next"]?.integer.map { max(0, $0) }
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
