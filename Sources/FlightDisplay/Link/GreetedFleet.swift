import Vocabulary
import WireProtocol

/// What the daemon flies, from its greeting: numbers outside a fleet's limits are brought to the
/// nearest inside.
struct GreetedFleet: Equatable, Sendable {
    /// The hash of what decides the fleet's bytes.
    let identity: String
    let seed: String
    /// Those that the daemon flies, as many as there can be lanes at most.
    let sessions: Int
    /// Which lanes of the fleet they are.
    let shard: FleetShard
    /// Seconds of fleet time in a second, in ``speeds``; the highest where no clock paces it.
    let speed: Double
    let isPaced: Bool
    /// From one line of a quiet link to the next, 1 to 3600 seconds.
    let beatSeconds: Int

    static let speeds = 0.001...3600.0

    init(greeting: JSONValue) {
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? "?"
        sessions = min(max(greeting["sessions"]?.integer ?? 0, 0), SessionName.laneLimit)
        shard = greeting["shard"]?.text.flatMap { FleetShard(parsing: $0) } ?? .whole
        isPaced = greeting["speed"]?.text == nil
        speed = isPaced ? Self.speed(greeting) : Self.speeds.upperBound
        beatSeconds = min(max(greeting["beat_s"]?.integer ?? 5, 1), 3600)
    }

    /// The speed of a greeting that has one, in ``speeds``.
    static func speed(_ greeting: JSONValue) -> Double {
        min(max(greeting["speed"]?.double ?? 1, speeds.lowerBound), speeds.upperBound)
    }

    func flies(_ lane: Int) -> Bool {
        shard.contains(lane: lane) && shard.ordinal(from: lane) < sessions
    }

    /// `x60`; nothing in real time.
    var speedText: String {
        guard isPaced else { return "max" }
        return speed == 1 ? "" : "x\(NumberText.fixed(speed, speed < 1 ? 1 : 0))"
    }
}

/// What time it is in the fleet, from the greeting: it runs on the machine's monotonic clock, or
/// where no clock paces it, stands at the newest line.
struct FleetClock: Equatable, Sendable {
    private(set) var origin: FleetInstant
    let monotonicOrigin: Int64
    /// Seconds of fleet time in a second, in ``GreetedFleet/speeds``; 0 where no clock paces it.
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
        speed = isPaced ? GreetedFleet.speed(greeting) : 0
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
