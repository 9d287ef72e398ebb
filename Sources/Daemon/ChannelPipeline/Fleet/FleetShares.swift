import Vocabulary
import WireProtocol

/// What users may cause a fleet to keep: for its life, or until it is forgotten.
///
/// One user has a share of each such stock, and the last part is left to root and the daemon's
/// user, who have no share. So no user can take what others need, and one user's commands never
/// make the fleet forget sooner what others have.
extension Fleet {
    /// The user who has started a lane; nil for root, the daemon's user and any other lane. O(1)
    package func starter(of lane: LaneID) -> UInt32? { commands.starter(of: lane) }

    /// What a user has caused the fleet to keep.
    package func stock(of user: UInt32) -> UserStock { commands.users[user] }

    /// Refuses a command of a user whose share is used up. O(1) on the average for all but starts,
    /// which are O(sessions started and not ended).
    ///
    /// - Parameters:
    ///   - asker: the user who gives it, and the name to show; nil if the name is not known.
    ///   - startsOfDay: how many sessions one user may start on the day.
    ///   - stride: how many lane numbers a started lane takes.
    /// - Returns: the user in whose shares the command counts.
    /// - Throws: if the user's share is used up.
    package func checkShares(
        of command: SessionCommand, by asker: (user: UInt32, shown: String?),
        _ times: CommandTimes, startsOfDay: Int, stride: Int
    ) throws(WireError) -> UInt32 {
        let user = commands.users.counted(asker.user, on: times.day)
        let share = UserShare(
            user: user, shown: asker.shown, isOwn: user == asker.user, stock: commands.users[user])
        switch command.action {
        case .start:
            try share.check(on: times.day, startsOfDay: startsOfDay)
            try check(started: share, times)
            let given = command.session.lane.index - LaneID.firstStarted.index
            try StockShare.starts.check(share.stock.startsEver * stride, of: share, given) {
                commands.users.count(\.startsEver)
            }
            try check(commandsOf: share)
        case .stop where command.session.lane >= .firstStarted: break
        case .pause, .resume, .stop: try check(commandsOf: share)
        case .add:
            let (lane, entries) = (command.session.flownLane, commands.entries)
            let own = entries.count(of: lane, by: user)
            try StockShare.laneEntries.check(own, of: share, entries.count(of: lane)) {
                entries.userCount(of: lane)
            }
            try StockShare.entries.check(share.stock.entries, of: share, entries.count) {
                commands.users.count(\.entries)
            }
        case .remove:
            let (removed, oldest) = (commands.entries.removedCount, share.stock.oldestRemoval)
            try StockShare.removals.check(
                share.stock.removals, of: share, removed, since: oldest
            ) { commands.users.count(\.removals) }
        }
        return user
    }

    private func check(commandsOf share: UserShare) throws(WireError) {
        try StockShare.commands.check(
            share.stock.commands, of: share, commands.users.commands,
            since: share.stock.oldestCommand
        ) { commands.users.count(\.commands) }
    }

    private func check(started share: UserShare, _ times: CommandTimes) throws(WireError) {
        let lanes = startedLanes(at: times.now)
        let starters = lanes.map(commands.starter)
        let own = zip(lanes, starters).filter { $0.1 == share.user }.map(\.0)
        try StockShare.started.check(own.count, of: share, lanes.count) {
            Set(starters.compactMap { $0 }).count
        }
        guard times.isPlanned else { return }
        let planned = own.count { commands.start(of: $0).map { $0 > times.now } ?? false }
        guard planned >= ProtocolLimits.userPlannedStarts else { return }
        throw WireError(
            .noRoom,
            reason: "\(share.name) has planned \(planned) sessions that have not begun, as many "
                + "as one may (user_planned_starts).",
            suggestion: StockShare.started.remedy)
    }
}

/// When a command is given.
package struct CommandTimes: Sendable {
    /// The present of the fleet.
    package let now: FleetInstant
    /// The present day of the machine's clock, from 1970 in UTC.
    package let day: Int32
    /// Whether the command is a start that is meant for later.
    package var isPlanned = false

    package init(now: FleetInstant, day: Int32) { (self.now, self.day) = (now, day) }
}

/// A user's share of what a fleet keeps.
struct UserShare {
    /// The user in whose shares a command counts.
    let user: UInt32
    /// The name to show of the user who gives the command; nil if it is not known.
    let shown: String?
    /// Whether the shares are that user's own.
    let isOwn: Bool
    let stock: UserStock

    /// The user as the subject of a sentence.
    var name: String {
        guard let shown else { return "A user that nobody knows" }
        let all = ProtocolLimits.countedUsers
        return "User \(shown)"
            + (isOwn ? "" : ", who counts with all others beyond \(all) users as one,")
    }

    fileprivate func check(on day: Int32, startsOfDay limit: Int) throws(WireError) {
        let used = stock.starts(on: day)
        guard used >= limit else { return }
        throw WireError(
            .noRoom,
            reason:
                "\(name) has started \(used) sessions today, as many as one may "
                + "on a day of the machine's clock in UTC (user_starts).",
            suggestion: "Start again after midnight in UTC, or ask who runs the daemon to raise "
                + "limits.user_starts.")
    }
}

/// How much of what a fleet keeps is used.
package struct StockUse: Sendable {
    /// The name of the stock's limit in the protocol's table.
    package let name: String
    package let used: Int
    /// The user with a share who has the most, and how much; nil if no user has any.
    package let largest: (user: UInt32, amount: Int)?
}

extension Fleet {
    /// What is used of each stock in which users have shares. O(users).
    package var stocks: [StockUse] {
        let (users, entries) = (commands.users, commands.entries)
        let last = commands.lastStartedLane?.next ?? .firstStarted
        let started = last.index - LaneID.firstStarted.index
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
