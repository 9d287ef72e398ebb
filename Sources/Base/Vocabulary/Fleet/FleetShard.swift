/// The part of a fleet that one daemon flies: the lanes whose remainder by ``count`` is ``index``.
///
/// Lanes share nothing, so the shards of a fleet need no coordination. A lane keeps its number in
/// every shard. Its *ordinal* counts the lanes of its shard below it.
public struct FleetShard: Hashable, Sendable {
    /// All of the fleet.
    public static let whole = FleetShard(uncheckedIndex: 0, count: 1)
    /// The most parts of a fleet.
    public static let countMax = 1024

    public let index: Int
    /// The number of parts into which the fleet is divided.
    public let count: Int

    /// Nil unless `0 <= index < count <= countMax`.
    public init?(index: Int, count: Int) {
        guard (1...Self.countMax).contains(count), (0..<count).contains(index) else { return nil }
        self.init(uncheckedIndex: index, count: count)
    }

    private init(uncheckedIndex index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Reads `0/4`: digits and a slash; nil for anything else and outside the limits.
    public init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 2, isDigits, let index = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(index: index, count: count)
    }

    /// The shard that flies `lane`, where the fleet is divided into as many shards as here.
    public func shard(of lane: LaneID) -> FleetShard {
        FleetShard(uncheckedIndex: lane.index % count, count: count)
    }

    public func contains(lane: LaneID) -> Bool { lane.index % count == index }

    /// How many of a fleet's lanes lie in the shard.
    public func laneCount(of fleetLanes: Int) -> Int { ordinal(from: LaneID(index: fleetLanes)) }

    public func lane(at ordinal: Int) -> LaneID { LaneID(index: index + ordinal * count) }

    /// The ordinal of the shard's first lane at or above `lane`.
    public func ordinal(from lane: LaneID) -> Int { max(0, lane.index - index + count - 1) / count }
}

extension FleetShard: CustomStringConvertible {
    /// The form that `init(parsing:)` reads back.
    public var description: String { "\(index)/\(count)" }
}
