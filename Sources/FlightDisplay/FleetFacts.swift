import WireProtocol

/// What the daemon flies, from its greeting.
struct FleetFacts: Equatable, Sendable {
    /// The hash of what decides the fleet's bytes.
    let identity: String
    let seed: String
    let sessions: Int
    /// Seconds of fleet time in a second; the highest that can be set where no clock paces it.
    let speed: Double
    let isPaced: Bool
    let beatSeconds: Int

    init(greeting: JSONValue) {
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? "?"
        sessions = greeting["sessions"]?.integer ?? 0
        isPaced = greeting["speed"]?.text == nil
        speed = greeting["speed"]?.double ?? (isPaced ? 1 : 3600)
        beatSeconds = greeting["beat_s"]?.integer ?? 5
    }

    /// `x60`; nothing in real time.
    var speedText: String {
        guard isPaced else { return "max" }
        return speed == 1 ? "" : "x\(NumberText.fixed(speed, speed < 1 ? 1 : 0))"
    }
}
