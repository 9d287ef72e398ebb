import LinuxIO
import Vocabulary

extension StateFolder {
    /// Tells how far the fleet may have published, and promises on for a fleet that begins at
    /// `now`. Traps before ``open(_:at:end:)``.
    package func openFrontier(
        at now: FleetInstant, speed: PlaybackSpeed
    ) throws(StateFailure) -> Frontier {
        let opened = Frontier(
            earlier: frontier.record?.promise, at: now,
            reach: StateLimits.frontierReach(at: speed))
        try Self.attempt { () throws(SystemFailure) in try frontier.promise(opened.promised) }
        return opened
    }
}
