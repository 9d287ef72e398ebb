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
    ///
    /// A level that is reached must be held for a while; a steep trend can outrank it.
    func exits(from phase: Phase, _ reserve: HeartRateReserve, heartRate: Double?) -> [String] {
        func exit(_ phase: Phase, _ side: Side, _ fraction: Double) -> String {
            let level = NumberText.whole(reserve.heartRate(at: fraction))
            let target = "\(phase) \(side.rawValue) \(level) bpm"
            guard let heartRate else { return target }
            let toGo = level - NumberText.whole(heartRate)
            let isReached = side == .from ? toGo <= 0 : toGo >= 0
            return isReached ? "\(target): reached" : "\(target) (\(NumberText.signed(toGo)))"
        }
        return switch phase {
        case .preflight: ["takeoff when the run starts"]
        case .takeoff: [exit(.cruise, .from, takeoffEnd)]
        case .climb: [exit(.cruise, .below, highLeave)]
        case .cruise: [exit(.climb, .from, highEnter), exit(.descent, .below, lowEnter)]
        case .descent: [exit(.cruise, .from, lowLeave)]
        case .approach: ["touchdown when the run ends"]
        case .touchdown: ["landed"]
        }
    }

    /// On which side of a level a phase lies.
    private enum Side: String {
        case from, below
    }
}
