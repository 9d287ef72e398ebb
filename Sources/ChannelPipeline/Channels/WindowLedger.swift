import Vocabulary

/// Accounts for the memory of windows and for the processor time of live lines: each subscription's
/// share, before it is allocated. Memory is bounded from above, time is estimated.
///
/// A channel is shared: a lane counts once for all who follow it in one shape, from the first
/// request to the last end. What a replay takes counts for as long as a subscription catches up,
/// even from memory; what the subscription keeps counts until it ends. Time counts as if the
/// subscription were live from its request on.
package struct WindowLedger: Sendable {
    private struct Account: Sendable {
        let memory: ChannelMemoryBound
        let work: ChannelWork
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
    private let model: WorkModel
    private var accounts: [ChannelShape: Account] = [:]
    /// By lane: in how many shapes it is followed.
    private var flown = LaneCounts()
    /// Bytes taken.
    package private(set) var bytes = 0
    /// Nanoseconds of a processor in a second.
    package private(set) var work = 0

    package init(_ fleet: Fleet, _ model: WorkModel) {
        self.fleet = fleet
        self.model = model
    }

    /// The bytes that one more subscription takes while it catches up. O(lanes).
    package func bytesNeeded(_ shape: ChannelShape, _ choices: [LaneChoice]) -> Int {
        account(of: shape).bytesNeeded(choices)
    }

    private func account(of shape: ChannelShape) -> Account {
        accounts[shape]
            ?? Account(
                memory: ChannelMemoryBound(shape: shape, of: fleet), work: model.channel(shape))
    }

    /// Accounts for a subscription that begins to catch up. O(lanes).
    package mutating func open(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        var account = account(of: shape)
        bytes += account.bytesNeeded(choices)
        // Else the table of lanes is copied.
        accounts[shape] = nil
        account.subscriptions += 1
        work += account.work.reader + choices.count * account.work.readerLane
        for choice in choices {
            if account.claims[choice.lane] == nil { claim(choice.lane, account.work) }
            account.claims.add(choice.lane)
        }
        accounts[shape] = account
    }

    /// Enters that an open subscription goes on to a lane that was started. Traps if nobody has
    /// that shape open.
    ///
    /// - Parameter isCatchingUp: whether the subscription still catches up.
    package mutating func add(_ lane: Int, _ shape: ChannelShape, isCatchingUp: Bool) {
        var isNew = false
        let channel = update(shape) { account in
            isNew = account.claims[lane] == nil
            account.claims.add(lane)
            return account.memory.addedBytes(lane, isCatchingUp: isCatchingUp)
                + (isNew ? account.memory.laneBytes(lane) : 0)
        }
        work += channel.readerLane
        if isNew { claim(lane, channel) }
    }

    /// Takes out what ``add(_:_:isCatchingUp:)`` entered, or a started lane that was there from the
    /// request on.
    package mutating func remove(_ lane: Int, _ shape: ChannelShape, isCatchingUp: Bool) {
        var isLast = false
        let channel = update(shape) { account in
            isLast = account.claims.remove(lane) == 0
            return -account.memory.addedBytes(lane, isCatchingUp: isCatchingUp)
                - (isLast ? account.memory.laneBytes(lane) : 0)
        }
        work -= channel.readerLane
        if isLast { giveUp(lane, channel) }
    }

    /// - Parameter change: how many bytes more it takes.
    /// - Returns: what the channel's work is.
    private mutating func update(
        _ shape: ChannelShape, _ change: (inout Account) -> Int
    ) -> ChannelWork {
        // Else the table of lanes is copied.
        guard var account = accounts.removeValue(forKey: shape) else {
            preconditionFailure("change of a subscription that was not entered")
        }
        bytes += change(&account)
        accounts[shape] = account
        return account.work
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
            giveUp(choice.lane, account.work)
        }
        account.subscriptions -= 1
        work -= account.work.reader + choices.count * account.work.readerLane
        bytes -= account.memory.choiceBytes(choices)
        guard account.subscriptions == 0 else { return accounts[shape] = account }
        bytes -= account.memory.channelBytes
    }
}

/// Processor time.
extension WindowLedger {
    /// The work that one more subscription brings once it is live. O(lanes).
    package func workNeeded(_ shape: ChannelShape, _ choices: [LaneChoice]) -> Int {
        let claims = accounts[shape]?.claims ?? LaneCounts()
        let work = model.channel(shape)
        let readers = work.reader + choices.count * work.readerLane
        return choices.reduce(readers) { sum, choice in
            guard claims[choice.lane] == nil else { return sum }
            return sum + work.lane + (flown[choice.lane] == nil ? model.flight : 0)
        }
    }

    /// The work of one more lane that is followed as the others are: their average.
    package var workOfAverageLane: Int { work / max(1, flown.count) }

    private mutating func claim(_ lane: Int, _ channel: ChannelWork) {
        work += channel.lane + (flown[lane] == nil ? model.flight : 0)
        flown.add(lane)
    }

    private mutating func giveUp(_ lane: Int, _ channel: ChannelWork) {
        work -= channel.lane + (flown.remove(lane) == 0 ? model.flight : 0)
    }
}
