import Vocabulary
import WireProtocol

extension LiveFleet {
    /// Enters a command, and flies by it from its instant on.
    ///
    /// Every replay must take it over too, with ``Replay/apply(_:of:)``.
    /// Traps if everything due at that instant has been taken.
    ///
    /// - Throws: as ``Fleet/enter(_:)`` does; nothing has changed then.
    package mutating func apply(_ command: LiveCommand) throws(WireError) {
        try run.apply(command)
        roster?.note(command, in: run.fleet)
    }

    /// Lets a subscription that follows a channel go on to a lane that has just been started,
    /// before its first step.
    package mutating func add(lane: Int, channel: Int) {
        follow(lane, channel)
        run.add(lane: lane, channel: channel)
    }

    /// Ends a subscription's interest in a started lane whose session has ended, so that lanes that
    /// come and go take no memory in one that stays.
    package mutating func remove(lane: Int, channel: Int) { unfollow(lane, channel) }
}
