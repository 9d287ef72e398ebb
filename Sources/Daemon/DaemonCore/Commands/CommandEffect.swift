import CatchUp
import ChannelPipeline
import Vocabulary
import WireProtocol

/// How a command that is kept takes effect in all that flies.
extension Subscriptions {
    /// Carries a command out: the live fleet flies by it, and so does every replay.
    ///
    /// - Throws: as ``LiveFleet/apply(_:)`` does; nothing has changed then.
    func apply(_ command: SessionCommand) throws(WireError) {
        try live.apply(command)
        Replay.apply(command, of: fleet, to: feeds.replays)
        if case .start = command.action { add(command.session.lane) }
    }

    /// Lets the subscriptions to all lanes have a lane that has just been started.
    private func add(_ lane: LaneID) {
        allChoices.append(LaneChoice(lane: lane))
        for start in feeds.startedLane(lane) {
            let shape: ChannelShape
            switch start.action {
            case .await(let awaited): shape = awaited
            case .followAhead(let channel, let followed):
                live.add(lane: lane, channel: channel)
                shape = followed
            case .add(let replay):
                replay.add(lane: lane)
                shape = replay.shape
            case .follow(let channel):
                live.add(lane: lane, channel: channel)
                shape = live.shape(of: channel)
            }
            ledger.add(lane, shape, isCatchingUp: start.takesRoom)
        }
    }
}
