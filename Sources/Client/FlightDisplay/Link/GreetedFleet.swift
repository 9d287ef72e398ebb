import Readout
import Vocabulary
import WireProtocol

/// The daemon's fleet, from its greeting. Numbers outside the limits of a fleet are clamped.
package struct GreetedFleet: Equatable, Sendable {
    /// The hash of everything that decides the fleet's bytes.
    package let identity: String
    package let seed: String
    /// The number of lanes that the daemon flies, at most ``LaneID/limit``.
    package let sessions: Int
    /// The part of the fleet's lanes that the daemon flies.
    package let shard: FleetShard
    /// Whether the athletes run on some days of the week, and rest between two runs.
    package let hasDays: Bool
    /// How many of the fleet's first lanes fly a recording.
    private let recordings: Int
    /// Seconds of fleet time in a second, within ``speeds``; the upper bound for a fleet at
    /// `--speed max`.
    package let speed: Double
    package let isPaced: Bool
    /// The longest silence of a healthy link, 1 to 3600 seconds.
    package let beatSeconds: Int
    /// Whether the client may know the seed.
    package let hasSeed: Bool
    /// What this client may read; an answer to `describe` replaces it.
    package internal(set) var rights: GreetedRights

    static let speeds = 0.001...3600.0

    package init(greeting: JSONValue) {
        identity = greeting["identity"]?.text ?? ""
        rights = GreetedRights(greeting)
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? "?"
        hasSeed = greeting["seed"] != nil
        sessions = min(max(greeting["sessions"]?.integer ?? 0, 0), LaneID.limit)
        shard = greeting["shard"]?.text.flatMap { FleetShard(parsing: $0) } ?? .whole
        hasDays = greeting["schedule"]?.text == "days"
        recordings = greeting["recordings"]?.integer ?? 0
        isPaced = greeting["speed"]?.text == nil
        speed = isPaced ? Self.speed(greeting) : Self.speeds.upperBound
        beatSeconds = min(max(greeting["beat_s"]?.integer ?? 5, 1), 3600)
    }

    /// The speed that a greeting names, clamped to ``speeds``.
    static func speed(_ greeting: JSONValue) -> Double {
        min(max(greeting["speed"]?.double ?? 1, speeds.lowerBound), speeds.upperBound)
    }

    package func flies(_ lane: LaneID) -> Bool {
        shard.contains(lane: lane) && shard.ordinal(from: lane) < sessions
    }

    /// The next or the previous lane; the first follows the last. Lanes that commands started count
    /// as after the last. Nil in a fleet without lanes.
    package func lane(from lane: LaneID, by steps: Int) -> LaneID? {
        guard sessions > 0 else { return nil }
        let beyond = steps > 0 ? -1 : sessions
        let ordinal = flies(lane) ? shard.ordinal(from: lane) : beyond
        return shard.lane(at: (ordinal + steps + sessions) % sessions)
    }

    /// Whether the athlete of a lane flies laps, one run after another, and has no days.
    package func fliesLaps(_ lane: LaneID) -> Bool {
        !hasDays && lane.index >= recordings && lane < .firstStarted
    }

    /// Whether more than runs is known of the athlete of a lane: recordings and what commands
    /// started are single runs.
    package func tellsDays(of lane: LaneID) -> Bool {
        hasDays && lane.index >= recordings && lane < .firstStarted
    }

    /// The highest number of the daemon's lanes, without the lanes that commands started.
    package var lastLane: LaneID { shard.lane(at: max(0, sessions - 1)) }

    /// `x60`; empty in real time.
    package var speedText: String {
        guard isPaced else { return "max" }
        return speed == 1 ? "" : "x\(NumberText.fixed(speed, speed < 1 ? 1 : 0))"
    }
}

/// The fleet's clock, set by the greeting. It runs with the machine's clock; at `--speed max` it
/// stands at the newest line.
package struct FleetClock: Equatable, Sendable {
    package private(set) var origin: FleetInstant
    package let monotonicOrigin: MonotonicInstant
    /// Seconds of fleet time in a second, within ``GreetedFleet/speeds``; 0 at `--speed max`.
    package let speed: Double

    /// More than six centuries in ticks: bounds the arithmetic when a greeting is wrong.
    private static let elapsedTicksMax = 1e12

    package init?(greeting: JSONValue) {
        guard let origin = greeting["t"]?.instant, let clock = greeting["clock_us"]?.double,
            abs(clock) < 0x1p53
        else { return nil }
        self.origin = origin
        monotonicOrigin = MonotonicInstant(microseconds: Int64(clock.rounded()))
        let isPaced = greeting["speed"]?.text == nil
        speed = isPaced ? GreetedFleet.speed(greeting) : 0
    }

    /// Moves the clock of a fleet at `--speed max` to the time of a line.
    package mutating func take(_ line: JSONValue) {
        guard speed == 0, let instant = line["t"]?.instant else { return }
        origin = max(origin, instant)
    }

    /// The fleet's present at an instant of the machine's clock.
    package func instant(at now: MonotonicInstant) -> FleetInstant {
        let elapsed = Double(now.microseconds(since: monotonicOrigin)) * speed
        let ticks = (elapsed / Double(FleetDuration.microsecondsPerTick)).rounded(.down)
        let most = Self.elapsedTicksMax
        return origin + FleetDuration(ticks: Int64(min(max(ticks, -most), most)))
    }
}
