import ChannelPipeline
import StreamServer

/// What users hold of windows and processor by their subscriptions: a value.
///
/// A subscription holds what it has added to what was there: little where others follow the same
/// already. When it ends, what others go on to use of it is nobody's.
struct UserShares {
    /// What is held, or would be.
    struct Holding: Equatable {
        var bytes = 0
        var work = LiveWork()
    }

    private var feeds: [Int: (user: UInt32, holding: Holding)] = [:]
    private var users: [UInt32: (feeds: Int, holding: Holding)] = [:]
    /// What has been refused because of a share.
    private(set) var refused: Int64 = 0

    func holding(of user: UInt32) -> Holding { users[user]?.holding ?? Holding() }

    /// Traps if the feed is open.
    mutating func open(_ feed: Int, of user: UInt32, _ holding: Holding) {
        precondition(feeds[feed] == nil, "feed \(feed) is opened twice")
        feeds[feed] = (user, holding)
        users[user, default: (0, Holding())].feeds += 1
        users[user]?.holding += holding
    }

    /// Notes by how much what a feed holds has changed.
    mutating func change(_ feed: Int, by change: Holding) {
        guard let user = feeds[feed]?.user else { return }
        feeds[feed]?.holding += change
        users[user]?.holding += change
    }

    mutating func close(_ feed: Int) {
        guard let (user, holding) = feeds.removeValue(forKey: feed), var all = users[user] else {
            return
        }
        all.feeds -= 1
        all.holding += Holding() - holding
        users[user] = all.feeds > 0 ? all : nil
    }

    mutating func noteRefused() { refused += 1 }

    /// Who holds most, if anybody holds anything. O(users)
    func most(_ size: (Holding) -> Int) -> (user: UInt32, size: Int)? {
        let most = users.max { size($0.value.holding) < size($1.value.holding) }
        return most.flatMap { size($1.holding) > 0 ? ($0, size($1.holding)) : nil }
    }
}

extension UserShares.Holding {
    /// What all hold.
    init(_ ledger: WindowLedger) { self.init(bytes: ledger.bytes, work: ledger.work) }

    static func - (left: Self, right: Self) -> Self {
        Self(bytes: left.bytes - right.bytes, work: left.work - right.work)
    }

    static func += (left: inout Self, right: Self) {
        left.bytes += right.bytes
        left.work.average += right.work.average
        left.work.peak += right.work.peak
    }
}
