/// Names a lane: the row of sessions that one athlete or recording flies, one after the other.
///
/// It is the lane's number in the whole fleet, the same in every shard, whatever the lanes that a
/// run or a list holds:
/// - from 0 on the fleet's own lanes, first those of the recordings, whose indices they are;
/// - from ``firstStarted`` on those that a `start` request begins;
/// - from ``limit`` on, in the name of a book only, the lane whose days the book holds.
public struct LaneID: Hashable, Comparable, Sendable {
    /// The most lanes one fleet can have: a lane number takes 20 bits of a stream position.
    @inlinable public static var limit: Int { 1 << 20 }
    /// The first lane for sessions that a `start` request begins; the fleet's own lanes lie below.
    @inlinable public static var firstStarted: LaneID { LaneID(index: 600_000) }

    @usableFromInline let number: Int32

    /// Traps below 0 and above 2^31 - 1.
    @inlinable public init(index: Int) {
        precondition(index >= 0, "lane \(index)")
        number = Int32(index)
    }

    /// Nil for a number that no lane of a fleet can have.
    @inlinable public init?(exactly number: Int) {
        guard (0..<Self.limit).contains(number) else { return nil }
        self.number = Int32(number)
    }

    @inlinable public var index: Int { Int(number) }

    @inlinable public var next: LaneID { LaneID(index: index + 1) }

    @inlinable public static func < (left: Self, right: Self) -> Bool {
        left.number < right.number
    }
}

/// The lanes of books, each as far behind its own lane as there are lanes.
extension LaneID {
    var ofBooks: LaneID { LaneID(index: index + Self.limit) }

    @inlinable public var isOfBooks: Bool { index >= Self.limit }

    /// The lane that flies.
    @inlinable public var flown: LaneID { isOfBooks ? LaneID(index: index - Self.limit) : self }
}

extension LaneID: CustomStringConvertible {
    public var description: String { "\(number)" }
}

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
