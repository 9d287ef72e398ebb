import Vocabulary

/// The fleet's present, from the last line that told it and the speed of the fleet.
package struct FleetPresent: Sendable {
    private var instant: FleetInstant
    private var told: MonotonicInstant
    /// Nil at a speed that has no number, at which the present is the last that was told.
    private let speed: Double?

    package init(_ instant: FleetInstant, speed: Double?, at now: MonotonicInstant) {
        self.instant = instant
        self.speed = speed
        told = now
    }

    /// Notes a line that says where the fleet stands.
    package mutating func tell(_ instant: FleetInstant, at now: MonotonicInstant) {
        guard instant > self.instant(at: now) else { return }
        self.instant = instant
        told = now
    }

    package func instant(at now: MonotonicInstant) -> FleetInstant {
        guard let speed else { return instant }
        let ticks = (now - told).inSeconds * speed * Double(FleetDuration.ticksPerSecond)
        // A daemon may claim any speed.
        return instant + FleetDuration(ticks: Int64(max(0, min(ticks, 1e15)).rounded()))
    }
}
