/// How often a session is sampled: a divisor of 50 Hz, so that its period is whole ticks.
public struct SampleRate: Hashable, Sendable {
    public static let allowed: [Int64] = [1, 2, 5, 10, 25, 50]
    public static let oneHertz = SampleRate(hertz: 1)!

    public let hertz: Int64

    public init?(hertz: Int64) {
        guard Self.allowed.contains(hertz) else { return nil }
        self.hertz = hertz
    }

    /// The time from one sample to the next.
    public var period: FleetDuration {
        FleetDuration(ticks: FleetDuration.ticksPerSecond / hertz)
    }
}
