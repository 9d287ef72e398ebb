import Vocabulary

/// Accounts for the memory of windows: each subscription's share, as an upper bound, before it is
/// allocated.
///
/// A channel is shared: a lane counts once for all who follow it in one shape, from the first
/// request to the last end. What a replay takes counts for as long as a subscription catches up,
/// even from memory; what the subscription keeps counts until it ends.
package struct WindowLedger: Sendable {
    private struct Account: Sendable {
        let memory: ChannelMemoryBound
        /// By lane: how many subscriptions ask for it.
        var claims = LaneCounts()
        var subscriptions = 0

        func bytesNeeded(_ choices: [LaneChoice]) -> Int {
            let lanes = choices.reduce(0) { sum, choice in
                sum + (claims[choice.lane] == nil ? memory.laneBytes(choice.lane) : 0)
            }
            let channel = subscriptions == 0 ? memory.channelBytes : 0
            return channel + lanes + memory.choiceBytes(choices) + memory.replayBytes(choices)
        }
    }

    private let fleet: Fleet
    private var accounts: [ChannelShape: Account] = [:]
    /// Bytes taken.
    package private(set) var bytes = 0

    package init(_ fleet: Fleet) { self.fleet = fleet }

    /// The bytes that one more subscription takes while it catches up. O(lanes).
    package func bytesNeeded(_ shape: ChannelShape, _ choices: [LaneChoice]) -> Int {
        account(of: shape).bytesNeeded(choices)
    }

    private func account(of shape: ChannelShape) -> Account {
        accounts[shape] ?? Account(memory: ChannelMemoryBound(shape: shape, of: fleet))
    }

    /// Accounts for a subscription that begins to catch up. O(lanes).
    package mutating func open(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        var account = account(of: shape)
        bytes += account.bytesNeeded(choices)
        // Else the table of lanes is copied.
        accounts[shape] = nil
        account.subscriptions += 1
        for choice in choices { account.claims.add(choice.lane) }
        accounts[shape] = account
    }

    /// Enters that an open subscription goes on to a lane that was started. Traps if nobody has
    /// that shape open.
    ///
    /// - Parameter isCatchingUp: whether the subscription still catches up.
    package mutating func add(_ lane: Int, _ shape: ChannelShape, isCatchingUp: Bool) {
        update(shape) { account in
            let isNew = account.claims[lane] == nil
            account.claims.add(lane)
            return account.memory.addedBytes(lane, isCatchingUp: isCatchingUp)
                + (isNew ? account.memory.laneBytes(lane) : 0)
        }
    }

    /// Takes out what ``add(_:_:isCatchingUp:)`` entered, or a started lane that was there from the
    /// request on.
    package mutating func remove(_ lane: Int, _ shape: ChannelShape, isCatchingUp: Bool) {
        update(shape) { account in
            let isLast = account.claims.remove(lane) == 0
            return -account.memory.addedBytes(lane, isCatchingUp: isCatchingUp)
                - (isLast ? account.memory.laneBytes(lane) : 0)
        }
    }

    /// - Parameter change: how many bytes more it takes.
    private mutating func update(_ shape: ChannelShape, _ change: (inout Account) -> Int) {
        // Else the table of lanes is copied.
        guard var account = accounts.removeValue(forKey: shape) else {
            preconditionFailure("change of a subscription that was not entered")
        }
        bytes += change(&account)
        accounts[shape] = account
    }

    /// Removes what a subscription takes while it catches up. Traps if nobody has that shape open.
    package mutating func endCatchUp(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        guard let memory = accounts[shape]?.memory else {
            preconditionFailure("end of a catch-up that was not entered")
        }
        bytes -= memory.replayBytes(choices)
    }

    /// Removes the account of a subscription that has caught up. O(lanes). Traps if nobody has
    /// that shape open.
    package mutating func close(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        guard var account = accounts.removeValue(forKey: shape) else {
            preconditionFailure("end of a subscription that was not entered")
        }
        for choice in choices {
            guard account.claims.remove(choice.lane) == 0 else { continue }
            bytes -= account.memory.laneBytes(choice.lane)
        }
        account.subscriptions -= 1
        bytes -= account.memory.choiceBytes(choices)
        guard account.subscriptions == 0 else { return accounts[shape] = account }
        bytes -= account.memory.channelBytes
    }
}
