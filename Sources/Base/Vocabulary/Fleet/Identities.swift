/// Names a channel: the lines that all followers of a shape share.
///
/// It is the channel's index among those of the live fleet, or of a replay, which has only
/// ``only``. After its last follower has left, another channel may get it. In another run it
/// means nothing.
public struct ChannelID: Hashable, Comparable, Sendable {
    private let number: Int32

    /// The channel of a replay.
    public static let only = ChannelID(index: 0)

    /// Traps below 0 and above 2^31 - 1.
    public init(index: Int) {
        precondition(index >= 0, "channel \(index)")
        number = Int32(index)
    }

    public var index: Int { Int(number) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension ChannelID: CustomStringConvertible {
    public var description: String { "\(number)" }
}

/// Names a feed: a subscription as the source of lines knows it, from its request to its end.
///
/// It is the feed's row in the table of feeds. After the end of the subscription another one may
/// get it: the hub has forgotten it by then.
public struct FeedID: Hashable, Comparable, Sendable {
    private let number: Int32

    /// Traps below 0 and above 2^31 - 1.
    public init(row: Int) {
        precondition(row >= 0, "feed \(row)")
        number = Int32(row)
    }

    public var row: Int { Int(number) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension FeedID: CustomStringConvertible {
    public var description: String { "\(number)" }
}
