import WireProtocol

/// The user who asks for a part of what all users share at one time.
package struct Claimant: Hashable, Sendable {
    /// ``unknownUser`` if the user is not known: all such users are taken for one.
    package let user: UInt32
    /// Whether it is root or the daemon's user, for whom the last tenth is kept.
    package let isOperator: Bool
    /// Whether no other user is connected.
    package let isAlone: Bool
    /// What the machine calls the user; nil if it is not known.
    private let userName: String?

    package static let unknownUser = PeerFacts.nobody

    /// - Parameter users: how many users are connected, this one included.
    package init(user: UInt32, isOperator: Bool, among users: Int, userName: String? = nil) {
        (self.user, self.isOperator, isAlone) = (user, isOperator, users < 2)
        self.userName = userName
    }

    /// The user of a peer with these rights.
    package init(_ rights: Rights, among users: Int) {
        self.init(
            user: rights.userID ?? Self.unknownUser, isOperator: rights.isOperator, among: users,
            userName: rights.userName)
    }

    /// The user who runs the daemon.
    package static let operating = Claimant(.unrestricted, among: 1)

    /// The user for people, `1001 (ann)`; nil if it is not known.
    package var shown: String? {
        user == Self.unknownUser ? nil : Rights.shown(user, userName)
    }

    /// The user as the subject of a sentence.
    package var name: String {
        shown.map { "User \($0)" } ?? "A user that nobody knows"
    }
}

/// How users divide what they share at one time: the memory of windows, the processor, the memory
/// of waiting lines.
///
/// The rule says how much a user may take besides what it holds, and ends nothing that runs. Root
/// and the daemon's user may take all that is free.
package struct ShareRule {
    /// The whole amount that is shared.
    private let limit: Int

    package init(limit: Int) { self.limit = limit }

    /// How much a single user may hold.
    package var most: Int { part(ProtocolLimits.shareAlonePercent) }

    /// How much more a user may take; 0 for nothing. O(1)
    ///
    /// Beyond ``most``, all users who hold anything divide what others leave, as if there were at
    /// least two of them: a newcomer finds room, however many have come before.
    ///
    /// - Parameters:
    ///   - own: what the user holds.
    ///   - total: what all users hold, operators included.
    ///   - holders: how many users hold anything, this one included.
    // Never inlined: its constants would take registers from the loop that delivers lines.
    @inline(never)
    package func room(
        for claimant: Claimant, holding own: Int, of total: Int, among holders: Int
    ) -> Int {
        guard !claimant.isOperator else { return max(0, limit - total) }
        guard !isAboveItsShare(claimant, holding: own) else { return 0 }
        let left = part(ProtocolLimits.shareUsersPercent) - (total - own)
        return max(0, most - total, left / max(2, holders) - own)
    }

    /// Whether a user gets nothing more because another user is connected.
    package func isAboveItsShare(_ claimant: Claimant, holding own: Int) -> Bool {
        !claimant.isOperator && !claimant.isAlone
            && own > part(ProtocolLimits.shareAmongOthersPercent)
    }

    /// An amount that is held, in percent, rounded up.
    package func percent(_ held: Int) -> Int {
        limit > 0 ? Int((Double(held) * 100 / Double(limit)).rounded(.up)) : 0
    }

    private func part(_ percent: Int) -> Int { limit / 100 * percent + limit % 100 * percent / 100 }
}
