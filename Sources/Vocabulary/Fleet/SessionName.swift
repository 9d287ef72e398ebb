/// The name of a session: lane and lap, `s7.0`. Laps before the epoch are negative: `s7.-1`.
public struct SessionName: Hashable, Sendable {
    /// The most lanes one fleet can have: a lane number takes 20 bits of a stream position.
    public static let laneLimit = 1 << 20
    /// Lanes from here on are those of sessions that somebody has started; a fleet's own lie below.
    public static let firstStartedLane = 600_000

    public var lane: Int
    public var lap: Int

    public init(lane: Int, lap: Int) {
        self.lane = lane
        self.lap = lap
    }
}

extension SessionName: CustomStringConvertible {
    public var description: String { "s\(lane).\(lap)" }
}
