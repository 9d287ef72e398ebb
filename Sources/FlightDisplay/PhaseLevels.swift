import Vocabulary
import WireProtocol

/// The levels of heart rate between the phases, as the daemon describes them.
struct PhaseLevels: Equatable, Sendable {
    let highEnter: Double
    let highLeave: Double
    let lowEnter: Double
    let lowLeave: Double
    let takeoffEnd: Double

    init?(description: JSONValue) {
        guard let levels = description["levels"], let high = levels["high"],
            let low = levels["low"], let highEnter = high["enter"]?.double,
            let highLeave = high["leave"]?.double, let lowEnter = low["enter"]?.double,
            let lowLeave = low["leave"]?.double,
            let takeoffEnd = levels["takeoff"]?["until_fraction"]?.double
        else { return nil }
        self.highEnter = highEnter
        self.highLeave = highLeave
        self.lowEnter = lowEnter
        self.lowLeave = lowLeave
        self.takeoffEnd = takeoffEnd
    }

    /// Which heart rate leads out of a phase, as short sentences with the distance to go.
    func exits(from phase: Phase, _ reserve: HeartRateReserve, heartRate: Double?) -> [String] {
        func exit(_ phase: Phase, _ word: String, _ fraction: Double) -> String {
            let bpm = Int(reserve.heartRate(fraction).rounded())
            let toGo = heartRate.map { " (\(NumberText.signed(bpm - Int($0.rounded()))))" } ?? ""
            return "\(phase) \(word) \(bpm) bpm\(toGo)"
        }
        return switch phase {
        case .preflight: ["takeoff when the run starts"]
        case .takeoff: [exit(.cruise, "from", takeoffEnd)]
        case .climb: [exit(.cruise, "below", highLeave)]
        case .cruise: [exit(.climb, "from", highEnter), exit(.descent, "at", lowEnter)]
        case .descent: [exit(.cruise, "above", lowLeave)]
        case .approach: ["touchdown when the run ends"]
        case .touchdown: ["landed"]
        }
    }
}
