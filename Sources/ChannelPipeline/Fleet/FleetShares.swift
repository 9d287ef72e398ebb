import Vocabulary
import WireProtocol

/// What users may cause a fleet to keep: for its life, or until it is forgotten.
///
/// Of each such stock one user has a share, and the last part is left to root and the daemon's
/// user, for whom no share holds. So nobody can take what others need, and what one commands never
/// makes the fleet forget sooner what others have.
extension Fleet {
    /// The user in whose shares a command counts.
    ///
    /// - Parameter user: nil for root and the daemon's user.
    package func counted(_ user: UInt32?) -> UInt32? { user.map(book.users.counted) }

    /// What a user has caused the fleet to keep.
    package func stock(of user: UInt32) -> UserStock { book.users[user] }

    /// Refuses a command of a user whose share is used up. O(1).
    ///
    /// - Parameters:
    ///   - day: the present one of the machine's clock, from 1970 in UTC.
    ///   - startsOfDay: how many sessions one user may start on it.
    ///   - stride: a started lane takes so many numbers.
    package func checkShares(
        of command: SessionCommand, by user: UInt32, on day: Int32, startsOfDay: Int, stride: Int
    ) throws(WireError) {
        let (stock, book) = (book.users[user], book)
        switch command.action {
        case .start:
            try check(stock.starts(on: day), of: user, startsOfDay: startsOfDay)
            let given = command.session.lane - SessionName.firstStartedLane
            try StockShare.starts.check(stock.startsEver * stride, of: user, given)
            try StockShare.commands.check(
                stock.commands, of: user, book.users.commands, since: stock.oldestCommand)
        case .stop where command.session.lane >= SessionName.firstStartedLane: break
        case .pause, .resume, .stop:
            try StockShare.commands.check(
                stock.commands, of: user, book.users.commands, since: stock.oldestCommand)
        case .add:
            let (lane, entries) = (command.session.flownLane, book.entries)
            try StockShare.laneEntries.check(
                entries.count(of: lane, by: user), of: user, entries.count(of: lane))
            try StockShare.entries.check(stock.entries, of: user, entries.count)
        case .remove:
            try StockShare.removals.check(
                stock.removals, of: user, book.entries.removedCount, since: stock.oldestRemoval)
        }
    }

    private func check(
        _ used: Int, of user: UInt32, startsOfDay limit: Int
    ) throws(WireError) {
        guard used >= limit else { return }
        throw WireError(
            .noRoom,
            reason:
                "\(StockShare.name(user)) has started \(used) sessions today, as many as one may "
                + "on a day of the machine's clock in UTC (user_starts).",
            suggestion: "Start again after midnight in UTC, or ask who runs the daemon to raise "
                + "limits.user_starts.")
    }
}

/// How much of what a fleet keeps is used.
package struct StockUse: Sendable {
    /// Of the limit in the protocol's table.
    package let name: String
    package let used: Int
    /// Who of the users that have a share has the most, and how much; nil if nobody has any.
    package let largest: (user: UInt32, amount: Int)?
}

extension Fleet {
    /// What is used of each stock in which users have shares. O(users).
    package var stocks: [StockUse] {
        let (users, entries) = (book.users, book.entries)
        let started = book.lastStartedLane.map { $0 - SessionName.firstStartedLane + 1 } ?? 0
        return [
            StockUse(.starts, started, users.largest(\.startsEver)),
            StockUse(.entries, entries.count, users.largest(\.entries)),
            StockUse(.removals, entries.removedCount, users.largest(\.removals)),
            StockUse(.commands, users.commands, users.largest(\.commands)),
        ]
    }
}

extension StockUse {
    fileprivate init(
        _ share: StockShare, _ used: Int, _ largest: (user: UInt32, amount: Int)?
    ) {
        self.init(name: share.name, used: used, largest: largest)
    }
}

/// A stock that a fleet keeps, and how users share it.
struct StockShare {
    /// Of the limit in the protocol's table.
    let name: String
    let limit: Int
    /// What it consists of, in the plural.
    let what: String
    /// How a share becomes free, as a sentence.
    let remedy: String
    /// Whether things are forgotten after 30 days.
    var isForgotten = false

    /// The most of one user.
    var ofUser: Int { limit * ProtocolLimits.userShare / 100 }
    /// The most of all users but root and the daemon's.
    var ofUsers: Int { limit - limit * ProtocolLimits.reservedShare / 100 }

    /// Refuses more of it to a user whose share is used up, or where no more is left than what is
    /// reserved.
    ///
    /// - Parameters:
    ///   - used: by the user.
    ///   - taken: in all.
    ///   - oldest: when the first of the user's takes effect.
    func check(
        _ used: Int, of user: UInt32, _ taken: Int, since oldest: FleetInstant? = nil
    ) throws(WireError) {
        let shown = Self.name(user)
        if used >= ofUser {
            throw noRoom(
                "\(shown) has \(used) of \(limit) \(what), \(ProtocolLimits.userShare) %, as many "
                    + "as one may (\(name), user_share).", since: oldest)
        }
        guard taken >= ofUsers else { return }
        throw noRoom(
            "\(taken) of \(limit) \(what) are taken, \(used) of them by \(shown), and the last "
                + "\(ProtocolLimits.reservedShare) % are kept for root and the daemon's user "
                + "(\(name), reserved_share).", since: oldest)
    }

    private func noRoom(_ reason: String, since oldest: FleetInstant?) -> WireError {
        let first = oldest.map { $0 + Self.longest }.map {
            " The first of yours can be forgotten from \($0.text) on, fleet time."
        }
        return WireError(
            .noRoom, reason: reason, suggestion: remedy + (isForgotten ? first ?? "" : ""))
    }

    /// How long commands are kept; a state folder has the same.
    static let longest = FleetDuration.seconds(30 * 86_400)

    static func name(_ user: UInt32) -> String {
        user == SessionCommand.unknownUser ? "A user that nobody knows" : "User \(user)"
    }
}

extension StockShare {
    static let starts = StockShare(
        name: "starts_ever", limit: ProtocolLimits.startsEver, what: "names of started sessions",
        remedy: "They do not become free: a name is given once. A fleet with another epoch or seed "
            + "has others.")
    static let commands = StockShare(
        name: "kept_commands", limit: ProtocolLimits.keptCommands, what: "commands of users",
        remedy: "They are kept until 30 days after their sessions' end.", isForgotten: true)
    static let entries = StockShare(
        name: "entries", limit: ProtocolLimits.entries, what: "samples by hand",
        remedy: "Remove some: that makes room at once.")
    static let laneEntries = StockShare(
        name: "lane_entries", limit: ProtocolLimits.laneEntries,
        what: "samples by hand of one lane",
        remedy: "Remove some, or choose another lane.")
    static let removals = StockShare(
        name: "removed_entries", limit: ProtocolLimits.removedEntries,
        what: "samples that were removed",
        remedy: "They are kept until 30 days after their removal.", isForgotten: true)
}
