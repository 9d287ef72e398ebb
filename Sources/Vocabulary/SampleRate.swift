/// How often a session is sampled: a divisor of 50 Hz, so that its period is whole ticks.
package struct SampleRate: Hashable, Sendable {
    package static let allowed: [Int64] = [1, 2, 5, 10, 25, 50]
    package static let oneHertz = SampleRate(hertz: 1)!

    package let hertz: Int64

    package init?(hertz: Int64) {
        guard Self.allowed.contains(hertz) else { return nil }
        self.hertz = hertz
    }

    /// The time from one sample to the next.
    package var period: FleetDuration {
        FleetDuration(ticks: FleetDuration.ticksPerSecond / hertz)
    }
}
