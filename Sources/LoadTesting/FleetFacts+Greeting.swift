import LoadReport
import WireProtocol

extension FleetFacts {
    /// From the daemon's first line.
    init(_ greeting: JSONValue, _ options: LoadOptions) {
        self.init()
        server = greeting["server"]?.text ?? ""
        protocolVersion = greeting["proto"]?.text ?? ""
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? ""
        epoch = greeting["epoch"]?.text ?? ""
        sessions = greeting["sessions"]?.integer ?? 0
        rateHertz = greeting["rate_hz"]?.double ?? 0
        speed = greeting["speed"].map(Self.speedText) ?? ""
        device = greeting["device"]?.text ?? ""
        beatSeconds = greeting["beat_s"]?.double ?? 0
        isEmbedded = options.isEmbedded
    }

    private static func speedText(_ speed: JSONValue) -> String {
        guard let number = speed.double else { return speed.text ?? "" }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
