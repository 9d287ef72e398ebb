import Readout
import Vocabulary
import WireProtocol

/// The heart-rate levels between phases, as fractions of the reserve, from `describe`.
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

    /// The heart rates at which a phase ends, in words, with the distance to them.
    ///
    /// A level must be held for some seconds before the phase changes, and a steep trend can change
    /// it earlier.
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

    /// The side of a level on which the next phase lies.
    private enum Side: String {
        case from, below
    }
}
