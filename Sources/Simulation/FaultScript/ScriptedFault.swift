import Vocabulary

/// A fault that a script can name; the raw value is its name there.
public enum ScriptedFault: String, CaseIterable, Sendable {
    case strapDropout = "strap dropout"
    case coldStart = "cold start"
    case cadenceLock = "cadence lock"
    case podDropout = "pod dropout"
    case gpsLost = "gps lost"
    case batteryDies = "battery dies"

    /// How long it lasts where the script does not say.
    public var standardDuration: FleetDuration {
        switch self {
        case .strapDropout, .podDropout: .seconds(20)
        case .gpsLost: .seconds(30)
        case .coldStart: .seconds(90)
        case .cadenceLock: .seconds(180)
        case .batteryDies: FaultScript.sessionEnd
        }
    }

    var fault: Fault {
        switch self {
        case .strapDropout: .strapDropout
        case .coldStart: .coldStart
        case .cadenceLock: .cadenceLock
        case .podDropout: .podDropout
        case .gpsLost: .gpsLost
        case .batteryDies: .batteryDead
        }
    }

    /// A dead battery stays dead.
    var takesDuration: Bool { self != .batteryDies }
}
