import Vocabulary

extension LaneID: ExpressibleByIntegerLiteral, Strideable {
    public init(integerLiteral index: Int) { self.init(index: index) }

    public func distance(to other: LaneID) -> Int { other.index - index }

    public func advanced(by steps: Int) -> LaneID { LaneID(index: index + steps) }
}

extension ChannelID: ExpressibleByIntegerLiteral {
    public init(integerLiteral index: Int) { self.init(index: index) }
}

extension FeedID: ExpressibleByIntegerLiteral {
    public init(integerLiteral row: Int) { self.init(row: row) }
}
