import Vocabulary
import WireProtocol

/// What time it is in the fleet, from the greeting: it runs on the machine's monotonic clock.
struct FleetClock: Equatable, Sendable {
    let origin: FleetInstant
    let monotonicOrigin: Int64
    /// Seconds of fleet time in a second.
    let speed: Double

    init?(greeting: JSONValue) {
        guard let origin = greeting["t"]?.instant, let clock = greeting["clock_us"]?.double,
            let monotonic = Int64(exactly: clock.rounded())
        else { return nil }
        self.origin = origin
        monotonicOrigin = monotonic
        speed = max(greeting["speed"]?.double ?? 1, 0.001)
    }

    /// - Parameter monotonic: microseconds of the machine's monotonic clock.
    func now(_ monotonic: Int64) -> FleetInstant {
        let elapsed = Double(monotonic - monotonicOrigin) * speed
        let ticks = elapsed / Double(FleetDuration.microsecondsPerTick)
        return origin + FleetDuration(ticks: Int64(exactly: ticks.rounded(.down)) ?? 0)
    }
}
