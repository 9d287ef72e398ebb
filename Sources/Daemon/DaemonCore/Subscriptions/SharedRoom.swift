import CatchUp
import ChannelPipeline
import Configuration
import StreamServer
import Vocabulary
import WireProtocol

/// How much of something that all users share is free for the user who asks.
struct SharedRoom {
    let claimant: Claimant
    /// How much more the user may take.
    let free: Int
    /// How much the user may have if no user holds anything yet.
    let most: Int
    /// Words for people: the limit's name, the amount of the user, and the whole amount.
    private let name: String
    private let own: String
    private let all: String
    private let isAboveItsShare: Bool

    /// - Parameters:
    ///   - own: what the user holds.
    ///   - total: what all hold.
    ///   - holders: how many users hold anything, counting the one who asks.
    ///   - limit: how much there is.
    ///   - name: the name of the limit.
    ///   - text: writes an amount with its unit.
    init(
        for claimant: Claimant, holding own: Int, of total: Int, among holders: Int, limit: Int,
        name: String, _ text: (Int) -> String
    ) {
        let rule = ShareRule(limit: limit)
        self.claimant = claimant
        self.name = name
        free = rule.room(for: claimant, holding: own, of: total, among: holders)
        most = claimant.isOperator ? limit : rule.most
        (self.own, all) = (text(own), text(limit))
        isAboveItsShare = rule.isAboveItsShare(claimant, holding: own)
    }

    /// The error `no_room`.
    ///
    /// - Parameters:
    ///   - needed: a sentence such as `It needs up to 5 bytes, and 3 of 4 are free`.
    ///   - remedy: what would need less.
    ///   - couldFit: whether it would fit if no user held anything yet.
    func refusal(_ needed: String, remedy: String, couldFit: Bool) -> WireError {
        guard !isAboveItsShare else {
            return WireError(
                .noRoom,
                reason: "\(claimant.name) holds \(own) of the \(all) of \(name), more than half, "
                    + "and gets no more while another user is connected.",
                suggestion: "Unsubscribe from some of it, stop sessions that you have started, or "
                    + "try again once nobody else is connected.")
        }
        return WireError(
            .noRoom, reason: "\(needed)\(explanation).",
            suggestion: couldFit
                ? "\(remedy), or try again later." : "\(remedy): it does not fit even alone.")
    }

    private var explanation: String {
        guard !claimant.isOperator else { return "" }
        let user = claimant.shown.map { "user \($0)" } ?? "it"
        return " for \(user), who holds \(own) of \(name): a tenth is kept for whoever comes, and "
            + "one for root and the daemon's user"
    }
}

/// How windows and processor are shared.
extension Subscriptions {
    func windowRoom(for claimant: Claimant, holding own: Int) -> SharedRoom {
        SharedRoom(
            for: claimant, holding: own, of: ledger.bytes,
            among: shares.holders(with: claimant.user), limit: limits.windowBytes,
            name: "window_bytes"
        ) { "\($0) bytes" }
    }

    /// Refuses a start for which subscriptions to all sessions would take more of windows or
    /// processor than is left. O(subscriptions)
    ///
    /// What a session adds to its followers counts as theirs. While it flies, the user who has
    /// started it holds at least as much when starting another.
    ///
    /// - Parameters:
    ///   - pending: the starts that are on their way to the disk, which count as if they were
    ///     carried out.
    ///   - started: how many sessions of the user have not ended.
    func checkShareOfStart(
        for claimant: Claimant, pending: Int, started: Int
    ) throws(WireError) {
        let readers = feeds.followersOfAll { live.shape(of: $0) }
        let needed = addition(ofStarts: 1 + pending, readers)
        let own = holding(of: claimant.user).atLeast(addition(ofStarts: started, readers))
        try checkWork(needed.work, for: claimant, holding: own.work)
        try checkWindowsOfStart(needed.bytes, windowRoom(for: claimant, holding: own.bytes))
    }

    /// What started sessions add to the subscriptions to all lanes.
    func addition(
        ofStarts count: Int, _ readers: [ChannelShape: FollowerCount]
    ) -> UserShares.Holding {
        guard count > 0 else { return UserShares.Holding() }
        let lane = LaneID.firstStarted
        return UserShares.Holding(
            bytes: ledger.bytesNeeded(ofLane: lane, times: count, readers),
            work: ledger.workNeeded(ofLane: lane, times: count, readers.mapValues(\.all)))
    }

    private func checkWindowsOfStart(_ needed: Int, _ room: SharedRoom) throws(WireError) {
        guard needed > room.free else { return }
        shares.noteRefused()
        throw room.refusal(
            "For those who follow all sessions it needs up to \(needed) bytes, and \(room.free) of "
                + "\(limits.windowBytes) are free",
            remedy: "Stop a session", couldFit: true)
    }

    /// What a user holds of windows and processor. O(shapes that the user follows)
    func holding(of user: UInt32) -> UserShares.Holding {
        shares.holding(of: user, in: ledger, lanes: allChoices.count)
    }

    func shares(of user: UInt32) -> FeedShares {
        let held = holding(of: user)
        return FeedShares(
            windows: ShareRule(limit: limits.windowBytes).percent(held.bytes),
            processor: processorRule.percent(held.work.average))
    }

    /// The rule for the estimated work, in nanoseconds of a second.
    var processorRule: ShareRule { ShareRule(limit: limits.processorPercent * 10_000_000) }

    /// The user who holds most of something, and how much; nil if no user holds any of it.
    func mostHolding(
        _ size: (UserShares.Holding) -> Int
    ) -> (user: UInt32, size: Int)? {
        let all = shares.all(in: ledger, lanes: allChoices.count)
        return all.map { ($0.user, size($0.holding)) }.filter { $0.1 > 0 }
            .max { ($0.1, $1.0) < ($1.1, $0.0) }
    }
}
