import Vocabulary
import WireProtocol

extension LiveFleet {
    /// Enters a command, and flies by it from its instant on.
    ///
    /// Every replay that has not joined must take it over too, with ``Replay/apply(_:of:)``.
    /// Traps if everything due at that instant has been taken.
    ///
    /// - Throws: as ``Fleet/enter(_:)`` does; nothing has changed then.
    package mutating func apply(_ command: LiveCommand) throws(WireError) {
        try run.apply(command)
    }

    /// Lets a subscription go on to a lane that has just been started, before its first step.
    ///
    /// - Parameter channel: the one that the replay has joined; nil while it catches up.
    package mutating func add(lane: Int, to replay: Replay, channel: Int?) {
        replay.add(lane: lane, hasJoined: channel != nil)
        guard let channel else { return }
        follow(lane, channel)
        run.add(lane: lane, channel: channel)
    }

    /// Ends a subscription's interest in a started lane whose session has ended, so that lanes that
    /// come and go take no memory in one that stays.
    package mutating func remove(lane: Int, from replay: Replay, channel: Int?) {
        replay.remove(lane: lane)
        if let channel { unfollow(lane, channel) }
    }
}
