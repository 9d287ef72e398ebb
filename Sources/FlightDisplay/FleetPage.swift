import Vocabulary
import WireProtocol

/// A page of the fleet as the daemon has answered it: which lanes, in which order, of how many.
struct FleetPage: Equatable, Sendable {
    let query: FleetQuery
    /// In the order that was asked for.
    let lanes: [Int]
    /// Sessions of the whole fleet.
    let total: Int
    /// Of these, those whose values are known so far; the others are in no page yet.
    let brought: Int
    /// Sessions on all pages.
    let matching: Int
    /// Sessions before this page.
    let offset: Int

    /// Reads the answer to a query; what it lacks is taken to be nothing more than it has.
    init(_ answer: JSONValue, to query: FleetQuery) {
        self.query = query
        lanes = Self.entries(answer).map(\.lane)
        offset = max(0, answer["offset"]?.integer ?? query.offset)
        let least = lanes.isEmpty ? 0 : offset + lanes.count
        matching = max(least, answer["matching"]?.integer ?? least)
        total = max(matching, answer["total"]?.integer ?? matching)
        brought = min(total, max(0, answer["brought"]?.integer ?? total))
    }

    /// The sessions of an answer that have a lane, no lane twice.
    static func entries(_ answer: JSONValue) -> [(lane: Int, session: JSONValue)] {
        var seen: Set<Int> = []
        return (answer["sessions"]?.items ?? []).compactMap { session in
            guard let lane = session["session"]?.text.flatMap(LaneName.lane),
                seen.insert(lane).inserted
            else { return nil }
            return (lane, session)
        }
    }

    var isComplete: Bool { brought >= total }
}
