import LinuxIO
import Vocabulary

extension StateFolder {
    /// The file that says how far the fleet may have published.
    package var frontierPath: String { "\(path)/frontier" }

    /// Reads how far the fleet may have published, and promises on for a fleet that begins at
    /// `now`. A folder without a promise is one of which nothing was published.
    package func openFrontier(
        at now: FleetInstant, speed: PlaybackSpeed
    ) throws(StateFailure) -> Frontier {
        try Self.attempt { () throws(SystemFailure) in
            try FileContent.removeDrafts(of: frontierPath)
        }
        let bytes = stored == nil ? nil : try Self.read(frontierPath)
        let earlier: FleetInstant? =
            if let bytes { try Frontier.promise(of: bytes, file: frontierPath) } else { nil }
        let frontier = Frontier(
            earlier: earlier, at: now, reach: StateLimits.frontierReach(at: speed))
        try replace(frontierPath, with: Frontier.bytes(of: frontier.promised))
        return frontier
    }
}
