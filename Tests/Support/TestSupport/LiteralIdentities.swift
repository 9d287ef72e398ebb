import Vocabulary

extension ChannelID: ExpressibleByIntegerLiteral {
    public init(integerLiteral index: Int) { self.init(index: index) }
}

extension FeedID: ExpressibleByIntegerLiteral {
    public init(integerLiteral row: Int) { self.init(row: row) }
}
