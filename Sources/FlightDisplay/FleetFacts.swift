import WireProtocol

/// What the daemon flies, from its greeting.
struct FleetFacts: Equatable, Sendable {
    /// The hash of what decides the fleet's bytes.
    let identity: String
    let seed: String
    let sessions: Int
    /// Seconds of fleet time in a second.
    let speed: Double
    let beatSeconds: Int

    init(greeting: JSONValue) {
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? "?"
        sessions = greeting["sessions"]?.integer ?? 0
        speed = greeting["speed"]?.double ?? 1
        beatSeconds = greeting["beat_s"]?.integer ?? 5
    }

    /// `x60`; nothing in real time.
    var speedText: String { speed == 1 ? "" : "x\(NumberText.fixed(speed, speed < 1 ? 1 : 0))" }
}
