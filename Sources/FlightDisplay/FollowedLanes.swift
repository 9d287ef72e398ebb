/// Lanes that subscriptions name, and how requests name them: written once, since what is wanted is
/// looked at with every line.
struct FollowedLanes: Equatable, Sendable {
    /// Ascending.
    let lanes: [Int]
    /// The field of a request, with a comma before it.
    let selection: String
    /// What their page was asked for with.
    let query: FleetQuery?
    /// From when on they are followed, microseconds of the monotonic clock.
    let since: Int64

    init(_ lanes: [Int], of query: FleetQuery? = nil, since: Int64 = 0) {
        (self.query, self.since) = (query, since)
        self.lanes = lanes.sorted()
        let names = self.lanes.map { "\"s\($0)\"" }.joined(separator: ",")
        selection = #","select":{"session":[\#(names)]}"#
    }

    /// Whether they are the lanes of a page, in whichever order. O(n log n).
    func isOf(_ order: [Int]) -> Bool { order.count == lanes.count && order.sorted() == lanes }

    static func == (left: FollowedLanes, right: FollowedLanes) -> Bool { left.lanes == right.lanes }
}
