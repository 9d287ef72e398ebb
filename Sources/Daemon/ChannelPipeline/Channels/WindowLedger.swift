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
        var memory: ChannelMemoryBound
        let work: ChannelWork
        /// The number of subscriptions that ask for each lane.
        var claims = LaneCounts()
        var load = ChannelLoad()
        /// The account's part of ``WindowLedger/bytes``.
        var bytes = 0
        var subscriptions: Int { load.readers }

        func bytesNeeded(_ choices: [LaneChoice], _ passing: PassingCount) -> Int {
            let lanes = choices.reduce(0) { sum, choice in
                sum + (claims[choice.lane] == nil ? memory.laneBytes(choice.lane) : 0)
            }
            let channel = subscriptions == 0 ? memory.channelBytes : 0
            return channel + lanes + memory.choiceBytes(choices)
                + memory.replayBytes(choices, passing: passing)
        }
    }

    private var fleet: Fleet
    let model: WorkModel
    private var accounts: [ChannelShape: Account] = [:]
    /// The number of shapes in which each lane is followed.
    private(set) var flown = LaneCounts()
    private(set) var totals = WorkTotals()
    /// Bytes taken.
    package private(set) var bytes = 0

    package init(_ fleet: Fleet, _ model: WorkModel) {
        self.fleet = fleet
        self.model = model
    }

    /// The bytes that one more subscription takes while it catches up. O(lanes).
    ///
    /// - Parameter passing: lanes that its replay holds besides, which it will not follow.
    package func bytesNeeded(
        _ shape: ChannelShape, _ choices: [LaneChoice], passing: PassingCount = .none
    ) -> Int {
        account(of: shape).bytesNeeded(choices, passing)
    }

    private func account(of shape: ChannelShape) -> Account {
        accounts[shape]
            ?? Account(
                memory: ChannelMemoryBound(shape: shape, of: fleet), work: model.channel(shape))
    }

    /// A channel's work, the load of its readers, and how often each of its lanes is followed.
    func account(
        toRead shape: ChannelShape
    ) -> (work: ChannelWork, load: ChannelLoad, claims: LaneCounts) {
        guard let account = accounts[shape] else {
            return (model.channel(shape), ChannelLoad(), LaneCounts())
        }
        return (account.work, account.load, account.claims)
    }

    /// The bytes that lanes take which are added to the fleet. O(channels).
    ///
    /// - Parameters:
    ///   - count: how many lanes like this one are added.
    ///   - readers: how many subscriptions follow them in each shape.
    package func bytesNeeded(
        ofLane lane: LaneID, times count: Int, _ readers: [ChannelShape: FollowerCount]
    ) -> Int {
        let rooms = accounts.count * ChannelMemoryBound.channelBytes(lanes: count)
        return readers.reduce(rooms) { sum, readers in
            let memory = account(of: readers.key).memory
            let (all, catchingUp) = (readers.value.all, readers.value.catchingUp)
            let added =
                catchingUp * memory.addedBytes(lane, isCatchingUp: true)
                + (all - catchingUp) * memory.addedBytes(lane, isCatchingUp: false)
            return sum + count * (memory.laneBytes(lane) + added)
        }
    }

    /// What all subscriptions to a shape take, without the flights of its lanes. O(1)
    package func held(by shape: ChannelShape) -> (bytes: Int, work: LiveWork) {
        guard let account = accounts[shape] else { return (0, LiveWork()) }
        return (account.bytes, account.work.work(of: account.load))
    }

    /// The work of flying lanes, without what channels make of them. O(1)
    package var flightWork: LiveWork { totals.flightWork(model) }

    /// Accounts from now on for a fleet that has got more lanes. O(channels)
    package mutating func raise(to laneCount: Int) {
        let before = fleet.flownLaneCount
        fleet.raise(to: laneCount)
        let added = fleet.flownLaneCount - before
        let room = ChannelMemoryBound.channelBytes(lanes: added)
        for shape in accounts.keys {
            accounts[shape]?.memory.add(lanes: added)
            accounts[shape]?.bytes += room
        }
        bytes += accounts.count * room
    }

    /// Accounts for a subscription that begins to catch up. O(lanes).
    ///
    /// - Parameter passing: as for ``bytesNeeded(_:_:passing:)``.
    package mutating func open(
        _ shape: ChannelShape, _ choices: [LaneChoice], passing: PassingCount = .none
    ) {
        var account = account(of: shape)
        take(account.bytesNeeded(choices, passing), &account)
        // Else the change below would copy the table of lanes.
        accounts[shape] = nil
        let load = account.load
        account.load.readers += 1
        for choice in choices { _ = claim(choice.lane, &account) }
        totals.change(account.work, from: load, to: account.load)
        accounts[shape] = account
    }

    /// Accounts for a started lane that an open subscription goes on to. Traps if no subscription
    /// has this shape open.
    ///
    /// - Parameter isCatchingUp: whether the subscription's replay needs room for the lane.
    package mutating func add(_ lane: LaneID, _ shape: ChannelShape, isCatchingUp: Bool) {
        var account = removeAccount(of: shape)
        let load = account.load
        let isNew = claim(lane, &account)
        take(account.memory.addedBytes(lane, isCatchingUp: isCatchingUp), &account)
        if isNew { take(account.memory.laneBytes(lane), &account) }
        totals.change(account.work, from: load, to: account.load)
        accounts[shape] = account
    }

    /// Removes what ``add(_:_:isCatchingUp:)`` entered, or a started lane that was followed from
    /// the request on.
    package mutating func remove(_ lane: LaneID, _ shape: ChannelShape, isCatchingUp: Bool) {
        var account = removeAccount(of: shape)
        let load = account.load
        let isLast = giveUp(lane, &account)
        take(-account.memory.addedBytes(lane, isCatchingUp: isCatchingUp), &account)
        if isLast { take(-account.memory.laneBytes(lane), &account) }
        totals.change(account.work, from: load, to: account.load)
        accounts[shape] = account
    }

    /// Takes an account out, to be put back once it is changed: else the table of lanes is copied.
    private mutating func removeAccount(of shape: ChannelShape) -> Account {
        guard let account = accounts.removeValue(forKey: shape) else {
            preconditionFailure("change of a subscription that was not entered")
        }
        return account
    }

    /// - Returns: whether nobody else follows the lane in this channel.
    private mutating func claim(_ lane: LaneID, _ account: inout Account) -> Bool {
        let aloft = model.aloft(lane)
        account.load.readerLanes += aloft
        let isNew = account.claims[lane] == nil
        account.claims.add(lane)
        guard isNew else { return false }
        account.load.lanes += aloft
        if flown[lane] == nil { totals.fly(lane, model) }
        flown.add(lane)
        return true
    }

    /// - Returns: whether nobody follows the lane in this channel any more.
    private mutating func giveUp(_ lane: LaneID, _ account: inout Account) -> Bool {
        let aloft = model.aloft(lane)
        account.load.readerLanes -= aloft
        guard account.claims.remove(lane) == 0 else { return false }
        account.load.lanes -= aloft
        if flown.remove(lane) == 0 { totals.fly(lane, times: -1, model) }
        return true
    }

    /// Removes what a subscription takes only to catch up. Traps if nobody has that shape open.
    package mutating func endCatchUp(
        _ shape: ChannelShape, _ choices: [LaneChoice], passing: PassingCount = .none
    ) {
        guard let memory = accounts[shape]?.memory else {
            preconditionFailure("end of a catch-up that was not entered")
        }
        let freed = memory.replayBytes(choices, passing: passing)
        accounts[shape]?.bytes -= freed
        bytes -= freed
    }

    private mutating func take(_ more: Int, _ account: inout Account) {
        account.bytes += more
        bytes += more
    }

    /// Removes the account of a subscription that has caught up. O(lanes). Traps if nobody has
    /// that shape open.
    package mutating func close(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        var account = removeAccount(of: shape)
        let load = account.load
        for choice in choices where giveUp(choice.lane, &account) {
            take(-account.memory.laneBytes(choice.lane), &account)
        }
        account.load.readers -= 1
        totals.change(account.work, from: load, to: account.load)
        take(-account.memory.choiceBytes(choices), &account)
        guard account.subscriptions == 0 else { return accounts[shape] = account }
        bytes -= account.memory.channelBytes
    }
}

/// How many subscriptions to all lanes follow one shape.
package struct FollowerCount: Hashable, Sendable {
    package var all = 0
    /// The subscriptions among them that catch up: for these a new lane takes more room.
    package var catchingUp = 0

    package init() {}
}
