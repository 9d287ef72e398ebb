/// A set of lanes as bits: one for each lane up to the highest that was ever in it.
public struct LaneSet: Sendable {
    private var words: [UInt64] = []
    /// How many lanes are in the set.
    public private(set) var count = 0

    public init() {}

    public init(_ lanes: some Sequence<LaneID>) {
        for lane in lanes { insert(lane) }
    }

    public var isEmpty: Bool { count == 0 }

    public func contains(_ lane: LaneID) -> Bool {
        let (word, bit) = Self.place(of: lane)
        return word < words.count && words[word] & bit != 0
    }

    /// - Returns: whether the lane was not in the set.
    @discardableResult
    public mutating func insert(_ lane: LaneID) -> Bool {
        guard !contains(lane) else { return false }
        let (word, bit) = Self.place(of: lane)
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
        }
        words[word] |= bit
        count += 1
        return true
    }

    /// - Returns: whether the lane was in the set.
    @discardableResult
    public mutating func remove(_ lane: LaneID) -> Bool {
        guard contains(lane) else { return false }
        let (word, bit) = Self.place(of: lane)
        words[word] &= ~bit
        count -= 1
        return true
    }

    private static func place(of lane: LaneID) -> (word: Int, bit: UInt64) {
        (lane.index / UInt64.bitWidth, 1 << UInt64(lane.index % UInt64.bitWidth))
    }
}

/// A channel that a subscription follows, and the lanes whose lines it does not get yet.
///
/// By reference: who brings the lanes takes them out, and the fan-out asks for each line.
public final class UnseenLanes {
    public let channel: ChannelID
    public var lanes: LaneSet

    public init(_ lanes: LaneSet, of channel: ChannelID) {
        (self.lanes, self.channel) = (lanes, channel)
    }
}
