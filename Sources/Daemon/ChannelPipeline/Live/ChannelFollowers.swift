import Vocabulary
import WireProtocol

/// Counts the subscriptions that follow each channel and lane; the last one to leave removes it.
extension LiveFleet {
    /// The subscriptions that follow one channel.
    struct ChannelFollowers {
        /// Some may follow no lane at the moment.
        var subscriptions = 0
        /// How many subscriptions follow a lane.
        var lanes = LaneCounts()
        /// The lanes that joined after the channel was opened, and when: the channel's memory has
        /// none of their earlier lines.
        var joinedLater: [LaneID: FleetInstant] = [:]
    }

    /// Counts one more subscription that follows lanes that the channel has.
    package mutating func follow(_ channel: ChannelID, _ choices: [LaneChoice]) {
        follow(channel, choices, since: now)
    }

    /// - Parameter joined: from when on the channel's memory has the lines of these lanes; nil if
    ///   from the memory's beginning on.
    mutating func follow(_ channel: ChannelID, _ choices: [LaneChoice], since joined: FleetInstant?)
    {
        followers[channel, default: ChannelFollowers()].subscriptions += 1
        for choice in choices { follow(choice.lane, channel, since: joined) }
    }

    /// Counts one more subscription that follows a lane in a channel.
    mutating func follow(_ lane: LaneID, _ channel: ChannelID) { follow(lane, channel, since: now) }

    /// - Parameter joined: from when on the channel's memory has the lane's lines, if no other
    ///   subscription follows it; nil if from the memory's beginning on.
    private mutating func follow(
        _ lane: LaneID, _ channel: ChannelID, since joined: FleetInstant?
    ) {
        if let joined, followers[channel]?.lanes[lane] == nil {
            followers[channel]?.joinedLater[lane] = joined
        }
        followers[channel]?.lanes.add(lane)
    }

    /// Counts one subscription less, and removes the lane with the last.
    mutating func unfollow(_ lane: LaneID, _ channel: ChannelID) {
        guard let left = followers[channel]?.lanes.remove(lane), left == 0 else { return }
        followers[channel]?.joinedLater[lane] = nil
        run.release(lane: lane, channel: channel)
    }

    /// Ends what ``join(_:following:)`` or `follow` began.
    package mutating func leave(_ channel: ChannelID, _ choices: [LaneChoice]) {
        // Places are removed fastest from the last lane on.
        for choice in choices.reversed() { unfollow(choice.lane, channel) }
        followers[channel]?.subscriptions -= 1
        guard followers[channel]?.subscriptions == 0 else { return }
        indices[shape(of: channel)] = nil
        followers[channel] = nil
        memories[channel] = nil
        run.remove(channel)
    }
}

/// How live commands and started lanes reach the live fleet.
extension LiveFleet {
    /// Enters a command, and flies by it from its instant on.
    ///
    /// Every replay must take the command over too, with ``Replay/apply(_:of:)``.
    /// Traps if everything due at that instant has been taken.
    ///
    /// - Throws: as ``Fleet/enter(_:)`` does; nothing has changed then.
    package mutating func apply(_ command: SessionCommand) throws(WireError) {
        try run.apply(command)
        roster?.note(command, in: run.fleet)
    }

    /// Forgets which started lanes flew before the present; see ``Fleet/sweep(through:)``.
    package mutating func sweep() { run.fleet.sweep(through: now) }

    /// Forgets the commands on sessions that ended long ago. Replays go on with what they know.
    package mutating func forget(_ forgotten: ForgottenSessions) {
        run.fleet.forget(forgotten)
        roster?.forget(forgotten.sessions)
    }

    /// Notes since when commands are known, in a fleet that has none yet.
    package mutating func remember(since retention: CommandRetention) {
        run.fleet.remember(since: retention)
    }

    /// Lets a subscription that follows a channel go on to a lane that has just been started,
    /// before its first step.
    package mutating func add(lane: LaneID, channel: ChannelID) {
        follow(lane, channel)
        run.add(lane: lane, channel: channel)
    }

    /// Ends a subscription's interest in a started lane whose session has ended, so that lanes that
    /// come and go take no memory in a subscription that stays.
    package mutating func remove(lane: LaneID, channel: ChannelID) { unfollow(lane, channel) }
}
