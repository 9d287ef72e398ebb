import Vocabulary
import WireProtocol

/// What the daemon flies, from its greeting.
struct FleetFacts: Equatable, Sendable {
    /// The hash of what decides the fleet's bytes.
    let identity: String
    let seed: String
    /// Those that the daemon flies.
    let sessions: Int
    /// Which lanes of the fleet they are.
    let shard: FleetShard
    /// Seconds of fleet time in a second; the highest that can be set where no clock paces it.
    let speed: Double
    let isPaced: Bool
    let beatSeconds: Int

    init(greeting: JSONValue) {
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? "?"
        sessions = greeting["sessions"]?.integer ?? 0
        shard = greeting["shard"]?.text.flatMap { FleetShard(parsing: $0) } ?? .whole
        isPaced = greeting["speed"]?.text == nil
        speed = greeting["speed"]?.double ?? (isPaced ? 1 : 3600)
        beatSeconds = greeting["beat_s"]?.integer ?? 5
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
