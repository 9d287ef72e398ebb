/// The phases of a flight, in the order of a plain one.
public enum Phase: String, CaseIterable, Sendable {
    case preflight, takeoff, climb, cruise, descent, approach, touchdown

    /// Its index in `allCases`, without a search.
    public var index: Int {
        switch self {
        case .preflight: 0
        case .takeoff: 1
        case .climb: 2
        case .cruise: 3
        case .descent: 4
        case .approach: 5
        case .touchdown: 6
        }
    }
}

/// How far the plan or the recording is: with heart rate, the input of the phase machine.
public enum FlightStage: String, CaseIterable, Sendable {
    /// Standing before the run.
    case beforeRun
    case running
    /// The plan's cool-down, or the last part of a mission's distance.
    case finalPart
    /// The run or the recording is over.
    case afterRun
}

/// The calls of a mission; `minimums` outranks the others.
public enum Advisory: String, CaseIterable, Sendable {
    case glidePath = "glide_path"
    case sinkRate = "sink_rate"
    case overspeed
    case minimums
}
