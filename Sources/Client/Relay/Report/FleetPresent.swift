import Vocabulary

/// The fleet's present, from the last line that told it and from the fleet's speed.
package struct FleetPresent: Sendable {
    private var instant: FleetInstant
    private var told: MonotonicInstant
    /// The fleet's speed; nil without a number: the present is the last told instant then.
    private let speed: Double?

    package init(_ instant: FleetInstant, speed: Double?, at now: MonotonicInstant) {
        self.instant = instant
        self.speed = speed
        told = now
    }

    /// Notes a line that tells the fleet's present.
    package mutating func tell(_ instant: FleetInstant, at now: MonotonicInstant) {
        guard instant > self.instant(at: now) else { return }
        self.instant = instant
        told = now
    }

    package func instant(at now: MonotonicInstant) -> FleetInstant {
        guard let speed else { return instant }
        let ticks = (now - told).inSeconds * speed * Double(FleetDuration.ticksPerSecond)
        // A daemon may send any speed.
        return instant + FleetDuration(ticks: Int64(max(0, min(ticks, 1e15)).rounded()))
    }
}
