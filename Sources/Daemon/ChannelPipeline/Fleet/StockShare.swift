import Vocabulary
import WireProtocol

/// A stock that a fleet keeps, and how users share it.
struct StockShare {
    /// The name of the limit in the protocol's table.
    let name: String
    let limit: Int
    /// What it consists of, in the plural.
    let what: String
    /// How a share becomes free, as a sentence.
    let remedy: String
    /// Whether things are forgotten after 30 days.
    var isForgotten = false
    /// The most that one user may have, and the name of this limit.
    var ofUser: (most: Int, name: String)
    /// What is kept for root and the daemon's user, and the name of this limit.
    var reserved: (least: Int, name: String)

    /// A stock that is divided by percentages.
    fileprivate init(
        name: String, limit: Int, what: String, remedy: String, isForgotten: Bool = false
    ) {
        self.init(
            name: name, limit: limit, what: what, remedy: remedy, isForgotten: isForgotten,
            ofUser: (limit * ProtocolLimits.userShare / 100, "user_share"),
            reserved: (limit * ProtocolLimits.reservedShare / 100, "reserved_share"))
    }

    fileprivate init(
        name: String, limit: Int, what: String, remedy: String, isForgotten: Bool = false,
        ofUser: (most: Int, name: String), reserved: (least: Int, name: String)
    ) {
        (self.name, self.limit, self.what, self.remedy) = (name, limit, what, remedy)
        (self.isForgotten, self.ofUser, self.reserved) = (isForgotten, ofUser, reserved)
    }

    /// Refuses more of the stock to a user whose share is used up.
    ///
    /// Once eight tenths are taken, the rest and what the user holds are divided equally among the
    /// users, as if there were at least two: so a new user finds some.
    ///
    /// - Parameters:
    ///   - used: what the user has.
    ///   - taken: what all have together.
    ///   - oldest: when the first that the user has takes effect.
    ///   - users: how many users have some of the stock.
    func check(
        _ used: Int, of user: UserShare, _ taken: Int, since oldest: FleetInstant? = nil,
        users: () -> Int
    ) throws(WireError) {
        guard used < ofUser.most else {
            throw noRoom(
                "\(user.name) has \(used) of \(limit) \(what), as many as one may "
                    + "(\(name), \(ofUser.name)).", since: oldest)
        }
        guard taken >= limit * ProtocolLimits.shareAlonePercent / 100 else { return }
        let left = limit - reserved.least - (taken - used)
        let sharers = max(2, users() + (used > 0 ? 0 : 1))
        guard used >= (left > 0 ? max(1, left / sharers) : 0) else { return }
        throw noRoom(
            "\(user.name) has \(used) of \(limit) \(what), of which \(taken) are taken: what "
                + "is left is divided among \(sharers) users, and the last \(reserved.least) are "
                + "kept for root and the daemon's user (\(name), \(reserved.name)).", since: oldest)
    }

    private func noRoom(_ reason: String, since oldest: FleetInstant?) -> WireError {
        let first = oldest.map { $0 + Self.longest }.map {
            " The first of yours can be forgotten from \($0.text) on, fleet time."
        }
        return WireError(
            .noRoom, reason: reason, suggestion: remedy + (isForgotten ? first ?? "" : ""))
    }

    /// How long commands are kept, as in a state folder.
    static let longest = FleetDuration.seconds(30 * 86_400)
}

extension StockShare {
    static let starts = StockShare(
        name: "starts_ever", limit: ProtocolLimits.startsEver, what: "names of started sessions",
        remedy: "They do not become free: a name is given once. A fleet with another epoch or seed "
            + "has others.")
    static let started = StockShare(
        name: "started_sessions", limit: ProtocolLimits.startedSessions,
        what: "started sessions that have not ended",
        remedy: "Stop one of them, or wait until one has ended.",
        ofUser: (ProtocolLimits.userSessions, "user_sessions"),
        reserved: (ProtocolLimits.reservedSessions, "started_sessions"))
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
        remedy: "They are kept for at least 30 days after their removal.", isForgotten: true)
}
