import ChannelPipeline
import StreamServer
import Vocabulary

/// What users hold of windows and processor by their subscriptions: a value.
///
/// Users who follow one shape share its windows and its work, by the lanes of their subscriptions:
/// a single user holds all of it, two who follow the same lanes hold half of it each. Shares follow
/// from the present subscriptions, so that no user sheds a share by ending one of two
/// subscriptions, or by starting and stopping sessions.
struct UserShares {
    /// What is held, or would be.
    struct Holding: Equatable {
        var bytes = 0
        var work = LiveWork()
    }

    /// How much some subscriptions follow.
    private struct Weight {
        /// How many of the subscriptions follow all lanes.
        var ofAll = 0
        /// The lanes of the other subscriptions, and one more for each of these.
        var ofSome = 0

        /// - Parameter lanes: the number of all lanes.
        func value(_ lanes: Int) -> Double { Double(ofAll) * Double(lanes + 1) + Double(ofSome) }

        static func += (left: inout Self, right: Self) {
            left.ofAll += right.ofAll
            left.ofSome += right.ofSome
        }

        static func -= (left: inout Self, right: Self) {
            left.ofAll -= right.ofAll
            left.ofSome -= right.ofSome
        }
    }

    /// The subscriptions of one user.
    private struct User {
        var feeds = 0
        var weight = Weight()
        var shapes: [ChannelShape: (feeds: Int, weight: Weight)] = [:]
    }

    private var feeds: [FeedID: (user: UInt32, shape: ChannelShape, weight: Weight)] = [:]
    private var users: [UInt32: User] = [:]
    private var shapes: [ChannelShape: (feeds: Int, weight: Weight)] = [:]
    private var weight = Weight()
    /// How many requests have been refused because of a share.
    private(set) var refused: Int64 = 0

    /// How many users have subscriptions, if this one has.
    func holders(with user: UInt32) -> Int { users.count + (users[user] == nil ? 1 : 0) }

    /// What a user holds. O(shapes that the user follows)
    ///
    /// - Parameter lanes: the number of all lanes.
    func holding(of user: UInt32, in ledger: WindowLedger, lanes: Int) -> Holding {
        users[user].map { holding(of: $0, in: ledger, lanes: lanes) } ?? Holding()
    }

    private func holding(of user: User, in ledger: WindowLedger, lanes: Int) -> Holding {
        var holding = Holding(work: ledger.flightWork.part(ratio(user.weight, weight, lanes)))
        for (shape, own) in user.shapes {
            guard let all = shapes[shape] else { continue }
            let part = ratio(own.weight, all.weight, lanes)
            let held = ledger.held(by: shape)
            holding.bytes += Int(Double(held.bytes) * part)
            let work = held.work.part(part)
            holding.work.average += work.average
            holding.work.peak += work.peak
        }
        return holding
    }

    private func ratio(_ part: Weight, _ all: Weight, _ lanes: Int) -> Double {
        part.value(lanes) / max(1, all.value(lanes))
    }

    /// Traps if the feed is open.
    ///
    /// - Parameter lanes: how many lanes the feed follows; nil for all, also those to come.
    mutating func open(_ feed: FeedID, of user: UInt32, _ shape: ChannelShape, lanes: Int?) {
        precondition(feeds[feed] == nil, "feed \(feed) is opened twice")
        let added = lanes.map { Weight(ofSome: $0 + 1) } ?? Weight(ofAll: 1)
        feeds[feed] = (user, shape, added)
        weight += added
        shapes[shape, default: (0, Weight())].feeds += 1
        shapes[shape]?.weight += added
        users[user, default: User()].feeds += 1
        users[user]?.weight += added
        users[user]?.shapes[shape, default: (0, Weight())].feeds += 1
        users[user]?.shapes[shape]?.weight += added
    }

    mutating func close(_ feed: FeedID) {
        guard let (user, shape, removed) = feeds.removeValue(forKey: feed) else { return }
        weight -= removed
        shapes[shape]?.feeds -= 1
        shapes[shape]?.weight -= removed
        if shapes[shape]?.feeds == 0 { shapes[shape] = nil }
        users[user]?.feeds -= 1
        users[user]?.weight -= removed
        users[user]?.shapes[shape]?.feeds -= 1
        users[user]?.shapes[shape]?.weight -= removed
        if users[user]?.shapes[shape]?.feeds == 0 { users[user]?.shapes[shape] = nil }
        if users[user]?.feeds == 0 { users[user] = nil }
    }

    /// The user of a feed; that of none if the feed is not open.
    func user(of feed: FeedID) -> UInt32 { feeds[feed]?.user ?? Claimant.unknownUser }

    mutating func noteRefused() { refused += 1 }

    /// What each user holds. O(users and the shapes that each follows)
    func all(in ledger: WindowLedger, lanes: Int) -> [(user: UInt32, holding: Holding)] {
        users.map { ($0, holding(of: $1, in: ledger, lanes: lanes)) }
    }
}

extension UserShares.Holding {
    /// What all users hold.
    init(_ ledger: WindowLedger) { self.init(bytes: ledger.bytes, work: ledger.work) }

    /// The larger of each amount.
    func atLeast(_ other: Self) -> Self {
        Self(
            bytes: max(bytes, other.bytes),
            work: LiveWork(
                average: max(work.average, other.work.average),
                peak: max(work.peak, other.work.peak)))
    }
}

extension LiveWork {
    fileprivate func part(_ ratio: Double) -> LiveWork {
        LiveWork(average: Int(Double(average) * ratio), peak: Int(Double(peak) * ratio))
    }
}
