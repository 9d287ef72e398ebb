import Vocabulary

/// The athletes that are ordered for a fleet: one for each of its first lanes.
public struct Roster: Sendable {
    /// Nobody is ordered: every athlete is drawn.
    public static let drawn = Roster()

    private let orders: [AthleteOrder]
    private let names: [String?]
    /// Tells lists of orders apart; nil for an empty list.
    public let contentHash: String?

    private init() { self.init(orders: [], names: [], contentHash: nil) }

    /// - Parameters:
    ///   - orders: of the lanes from 0 on, without problems.
    ///   - names: of the athletes, as many as orders.
    public init(orders: [AthleteOrder], names: [String?], contentHash: String?) {
        precondition(
            names.count == orders.count, "\(names.count) names of \(orders.count) athletes")
        self.orders = orders
        self.names = names
        self.contentHash = orders.isEmpty ? nil : contentHash
    }

    public var isEmpty: Bool { orders.isEmpty }

    public var count: Int { orders.count }

    /// What is ordered of the lane's athlete; nil where nothing is.
    public subscript(lane: LaneID) -> AthleteOrder? {
        guard orders.indices.contains(lane.index), !orders[lane.index].isEmpty else { return nil }
        return orders[lane.index]
    }

    /// The name of the lane's athlete; nil where none is given.
    public func name(of lane: LaneID) -> String? {
        names.indices.contains(lane.index) ? names[lane.index] : nil
    }

    /// The athlete of a lane, as ordered or drawn.
    public func athlete(seed: UInt64, lane: LaneID) -> Athlete {
        Athlete.drawn(seed: seed, lane: lane, as: self[lane])
    }
}
