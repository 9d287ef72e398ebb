@testable import ChannelPipeline

extension PlaceID: ExpressibleByIntegerLiteral {
    public init(integerLiteral row: Int) { self.init(row: row) }
}
