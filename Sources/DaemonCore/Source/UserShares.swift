import ChannelPipeline
import StreamServer
import Vocabulary
import WireProtocol

/// What users hold of windows and processor by their subscriptions: a value.
///
/// A subscription holds what it has added to what was there: little where others follow the same
/// already. When it ends, those who go on to use some of that hold it from then on.
struct UserShares {
    /// What is held, or would be.
    struct Holding: Equatable {
        var bytes = 0
        var work = LiveWork()
    }

    private struct Feed {
        let user: UInt32
        let shape: ChannelShape
        var holding: Holding
    }

    private var feeds: [Int: Feed] = [:]
    private var users: [UInt32: (feeds: Set<Int>, holding: Holding)] = [:]
    private var feedsOfShape: [ChannelShape: Set<Int>] = [:]
    /// What has been refused because of a share.
    private(set) var refused: Int64 = 0

    func holding(of user: UInt32) -> Holding { users[user]?.holding ?? Holding() }

    /// How many users have subscriptions, if this one has.
    func holders(with user: UInt32) -> Int { users.count + (users[user] == nil ? 1 : 0) }

    /// Traps if the feed is open.
    mutating func open(_ feed: Int, of user: UInt32, _ shape: ChannelShape, _ holding: Holding) {
        precondition(feeds[feed] == nil, "feed \(feed) is opened twice")
        feeds[feed] = Feed(user: user, shape: shape, holding: holding)
        users[user, default: ([], Holding())].feeds.insert(feed)
        users[user]?.holding += holding
        feedsOfShape[shape, default: []].insert(feed)
    }

    /// Notes by how much what a feed holds has changed.
    mutating func change(_ feed: Int, by change: Holding) {
        guard let user = feeds[feed]?.user else { return }
        feeds[feed]?.holding += change
        users[user]?.holding += change
    }

    /// Notes that a feed has ended. O(1) where nobody uses what it held, else O(feeds of the user
    /// and of the shape) at worst.
    ///
    /// - Parameters:
    ///   - freed: what nobody holds any more.
    ///   - cost: what a feed would hold if it were the only one: the most that it takes over.
    mutating func close(_ feed: Int, freeing freed: Holding, cost: (_ feed: Int) -> Holding) {
        guard let closed = feeds.removeValue(forKey: feed) else { return }
        remove(feed, closed)
        let left = (closed.holding - freed).positive
        guard left.isWorthHolding else { return }
        hand(on: left, from: closed, cost)
    }

    private mutating func remove(_ feed: Int, _ closed: Feed) {
        users[closed.user]?.feeds.remove(feed)
        users[closed.user]?.holding += Holding() - closed.holding
        if users[closed.user]?.feeds.isEmpty ?? false { users[closed.user] = nil }
        feedsOfShape[closed.shape]?.remove(feed)
        if feedsOfShape[closed.shape]?.isEmpty ?? false { feedsOfShape[closed.shape] = nil }
    }

    /// Other feeds of the same user come first, so that nobody gives away a share by subscribing
    /// twice and ending the first subscription. Windows are shared by those of one shape, flights
    /// by all.
    private mutating func hand(on left: Holding, from closed: Feed, _ cost: (Int) -> Holding) {
        let own = users[closed.user]?.feeds ?? []
        let same = feedsOfShape[closed.shape] ?? []
        var left = left
        func hand(to heir: Int) {
            guard left.isWorthHolding, let held = feeds[heir]?.holding else { return }
            var part = left.atMost((cost(heir) - held).positive)
            if feeds[heir]?.shape != closed.shape { part.bytes = 0 }
            change(heir, by: part)
            left = left - part
        }
        func hand(toSome group: Set<Int>, where isHeir: (Int) -> Bool) {
            // The latest takes all most often, and stays longest where the first leave first.
            guard left.isWorthHolding, let latest = group.lazy.filter(isHeir).max() else { return }
            hand(to: latest)
            guard left.isWorthHolding else { return }
            for heir in group.filter(isHeir).sorted(by: >).dropFirst() { hand(to: heir) }
        }
        hand(toSome: same, where: own.contains)
        hand(toSome: own) { !same.contains($0) }
        hand(toSome: same) { !own.contains($0) }
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

    /// Whether it is more than what an estimate is rounded by.
    var isWorthHolding: Bool { bytes > 0 || work.average > 100 || work.peak > 100 }

    var positive: Self {
        Self(
            bytes: max(0, bytes),
            work: LiveWork(average: max(0, work.average), peak: max(0, work.peak)))
    }

    func atMost(_ limit: Self) -> Self {
        Self(
            bytes: min(bytes, limit.bytes),
            work: LiveWork(
                average: min(work.average, limit.work.average),
                peak: min(work.peak, limit.work.peak)))
    }

    static func - (left: Self, right: Self) -> Self {
        Self(bytes: left.bytes - right.bytes, work: left.work - right.work)
    }

    static func += (left: inout Self, right: Self) {
        left.bytes += right.bytes
        left.work.average += right.work.average
        left.work.peak += right.work.peak
    }
}
