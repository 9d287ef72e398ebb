import Vocabulary
import WireProtocol

/// What time it is in the fleet, from the greeting: it runs on the machine's monotonic clock, or
/// where no clock paces it, stands at the newest line.
struct FleetClock: Equatable, Sendable {
    private(set) var origin: FleetInstant
    let monotonicOrigin: Int64
    /// Seconds of fleet time in a second, in ``FleetFacts/speeds``; 0 where no clock paces it.
    let speed: Double

    /// Over six centuries: no link lasts longer, and a greeting that says so is wrong.
    private static let elapsedTicksMax = 1e12

    init?(greeting: JSONValue) {
        guard let origin = greeting["t"]?.instant, let clock = greeting["clock_us"]?.double,
            abs(clock) < 0x1p53, let monotonic = Int64(exactly: clock.rounded())
        else { return nil }
        self.origin = origin
        monotonicOrigin = monotonic
        let isPaced = greeting["speed"]?.text == nil
        speed = isPaced ? FleetFacts.speed(greeting) : 0
    }

    /// Takes the time that a line says.
    mutating func take(_ line: JSONValue) {
        guard speed == 0, let instant = line["t"]?.instant else { return }
        origin = max(origin, instant)
    }

    /// - Parameter monotonic: microseconds of the machine's monotonic clock.
    func now(_ monotonic: Int64) -> FleetInstant {
        let elapsed = Double(monotonic - monotonicOrigin) * speed
        let ticks = (elapsed / Double(FleetDuration.microsecondsPerTick)).rounded(.down)
        let most = Self.elapsedTicksMax
        return origin + FleetDuration(ticks: Int64(min(max(ticks, -most), most)))
    }
}
